import { formLanguages } from '@kinbridge/forms/form-languages';
import { directionOf, languageName } from '@kinbridge/forms/form-pages';
import { publicFormTexts } from '@kinbridge/public/form/public-form.texts';
import '@kinbridge/public/styles/questions.css';
import { Button, Select, Skeleton } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Answers } from '../../../../form/engine.ts';
import { DialogFooter } from '../../../ui/dialog/dialog.tsx';
import classes from './screening-questions.module.css';
import { type FormStart, useFormEngine } from './use-form-engine.ts';

interface ScreeningQuestionsProps {
  start: Omit<FormStart, 'language'>;
  /** The form's name, and the member's. */
  name: string;
  saving: boolean;
  /** A save error above the questions. */
  failure: ReactNode;
  onChanged: (answers: Answers, page: number) => void;
  onDone: (answers: Answers) => void;
  onChooseAgain: (() => void) | undefined;
  onCancel: () => void;
}

/** A form as on its public link: one question per page, with progress. */
export function ScreeningQuestions(props: ScreeningQuestionsProps) {
  const { start, name, saving, failure, onChanged, onDone, onChooseAgain, onCancel } = props;
  const languages = formLanguages(start.definition);
  const [language, setLanguage] = useState(languages[0] ?? 'en');
  const container = useRef<HTMLDivElement>(null);
  const form = useFormEngine(container, { ...start, language }, onChanged, next);
  const { current = 1, total = 1 } = form.position ?? {};
  const goBack = current > 1 ? back : onChooseAgain;
  const begun = form.position !== null;
  useLayoutEffect(() => {
    if (begun) focusHeading(container.current);
  }, [begun]);

  function next() {
    const outcome = form.engine.current?.next();
    if (outcome === 'moved') arrive();
    if (outcome === 'end') {
      onDone(form.engine.current?.answers() ?? {});
      form.engine.current?.reopen();
    }
  }

  function back() {
    form.engine.current?.back();
    arrive();
  }

  function arrive() {
    form.tell();
    focusHeading(container.current);
  }

  function speak(to: string) {
    setLanguage(to);
    form.engine.current?.speak(to, publicFormTexts(to));
  }

  return (
    <>
      <div className={`questions w-full ${classes.form}`}>
        <div className="progress">
          <div style={{ width: `${(100 * current) / Math.max(total, 1)}%` }} />
        </div>
        <div className={classes.where}>
          <p>
            {name} · <bdi>{publicFormTexts('en').step(current, total)}</bdi>
          </p>
          {languages.length > 1 && (
            <Select
              size="xs"
              w={130}
              aria-label="Language"
              allowDeselect={false}
              data={languages.map((one) => ({ value: one, label: languageName(one) }))}
              value={language}
              onChange={(chosen) => chosen && speak(chosen)}
            />
          )}
        </div>
        {failure}
        {!begun && <Skeleton height={240} radius="md" aria-busy="true" />}
        <div ref={container} lang={language} dir={directionOf(language)} inert={saving} />
      </div>
      <DialogFooter>
        <Button variant="subtle" mr="auto" onClick={onCancel}>
          Cancel
        </Button>
        {goBack && (
          <Button variant="default" disabled={saving} onClick={goBack}>
            Back
          </Button>
        )}
        <Button loading={saving} disabled={!begun} onClick={next}>
          {current < total ? 'Next' : 'Save answers'}
        </Button>
      </DialogFooter>
    </>
  );
}

/** After a step: scrolls to the top and moves screen readers to the heading. */
function focusHeading(page: HTMLElement | null) {
  const heading = page?.querySelector<HTMLElement>('h1, h2');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  page?.parentElement?.scrollIntoView({ block: 'start' });
}
