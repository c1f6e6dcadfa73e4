import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { type FormText, formTexts, hasEnglishAround, isTranslated } from '@kinbridge/forms/form-languages';
import { directionOf } from '@kinbridge/forms/form-pages';
import { Button, Progress, Switch, Title } from '@mantine/core';
import { useId, useRef } from 'react';
import { GrowingTextarea } from '../../../ui/fields/growing-textarea.tsx';
import { IconArrowDown } from '../../../ui/icons/icons.ts';
import { useBuilder } from './builder-context.ts';
import { keyOf, type Node } from './builder-tree.ts';
import { englishAround } from './definition/english-around.ts';
import { languageName } from './definition/local-text.ts';
import { roleOf, translationChanges, wordsOf } from './definition/translation.ts';
import classes from './translation-table.module.css';

/** Every text of the form beside its translation, and how many are missing. */
export function TranslationTable({ language }: { language: string }) {
  const { state, dispatch } = useBuilder();
  const { definition } = state;
  const list = useRef<HTMLDivElement>(null);
  const texts = formTexts(definition);
  const missing = texts.filter((text) => !isTranslated(text, language)).length;
  const name = languageName(language);
  const own = languageName(String(definition.locale ?? 'default'));
  const offered = Array.isArray(definition.offeredLanguages) ? (definition.offeredLanguages as string[]) : [];
  const isOffered = offered.includes(language);

  function offer(on: boolean) {
    const next = on ? [...offered, language] : offered.filter((other) => other !== language);
    dispatch({ type: 'change form', changes: { offeredLanguages: next.length > 0 ? next : undefined } });
  }

  function focusMissing() {
    const fields = [...(list.current?.querySelectorAll('textarea') ?? [])];
    const empty = fields.filter((field) => field.value.trim() === '' && field.required);
    const current = fields.indexOf(document.activeElement as HTMLTextAreaElement);
    (empty.find((field) => fields.indexOf(field) > current) ?? empty[0])?.focus();
  }

  return (
    <section className={`scroll wide soft ${classes.translation}`} aria-label={`Translation into ${name}`}>
      <div className={`centered-block ${classes.column}`}>
        <div className={`gap-xs gap-x-md row wrap between min-h-44 ${classes.header}`}>
          <div>
            <Title order={2} className="text-lg">
              {own} to {name}
            </Title>
            <p className="m-0 mt-2 label" role="status">
              {stateOf(texts.length, missing, name, isOffered)}
            </p>
            {hasEnglishAround(language) && <p className="m-0 mt-2 label">{englishAround([name])}</p>}
          </div>
          {missing > 0 && (
            <Button
              variant="default"
              leftSection={<IconArrowDown />}
              onMouseDown={(event) => event.preventDefault()}
              onClick={focusMissing}
            >
              Next Missing
            </Button>
          )}
        </div>
        <Progress
          value={texts.length === 0 ? 0 : ((texts.length - missing) / texts.length) * 100}
          size={6}
          aria-hidden="true"
        />
        {missing > 0 && (
          <Switch
            mt={12}
            label={`Offer ${name} before it is complete`}
            description="People read the missing texts in the form's own language."
            checked={isOffered}
            onChange={(event) => offer(event.currentTarget.checked)}
          />
        )}
        <div ref={list} className="mt-md card sheet">
          {[...titleOf(definition), ...texts].map((text) => (
            <Row key={`${keyOf(text.owner as Node)} ${text.path.join('.')}`} text={text} language={language} />
          ))}
        </div>
      </div>
    </section>
  );
}

/** A form's title may stay untranslated, so it doesn't count. */
function titleOf(definition: SurveyDefinition): FormText[] {
  return definition.title ? [{ owner: definition, path: ['title'], text: definition.title }] : [];
}

function stateOf(total: number, missing: number, name: string, isOffered: boolean): string {
  if (total === 0) return 'This form has no texts yet. Add questions first.';
  if (missing === 0) return `All ${total} texts are translated. The public form offers ${name}.`;
  const offers = isOffered ? `The public form offers ${name} already.` : `The public form doesn't offer ${name} yet.`;
  return `${missing} of ${total} texts ${missing === 1 ? 'is' : 'are'} missing. ${offers}`;
}

function Row({ text, language }: { text: FormText; language: string }) {
  const { state, dispatch } = useBuilder();
  const id = useId();
  const isTitle = text.owner === state.definition && text.path[0] === 'title';
  const isMissing = !isTitle && !isTranslated(text, language);

  function write(words: string) {
    const changes = translationChanges(text, language, words);
    if (text.owner === state.definition) dispatch({ type: 'change form', changes });
    else dispatch({ type: 'change', key: keyOf(text.owner as Node), changes });
  }

  return (
    <div className={classes.row} data-begins={text.path.join() === 'title' || undefined}>
      <div>
        <span id={`${id}-role`} className="flex items-baseline gap-xs text-xs dimmed line-17">
          {isTitle ? 'Title of the form (optional)' : roleOf(text)}
          {isMissing && <span className="bold label">Missing</span>}
        </span>
        <p id={`${id}-original`} className="m-0 anywhere pre-wrap">
          {wordsOf(text, 'default')}
        </p>
      </div>
      <GrowingTextarea
        aria-labelledby={`${id}-role ${id}-original`}
        lang={language}
        dir={directionOf(language)}
        minRows={1}
        maxLength={4000}
        required={!isTitle}
        value={wordsOf(text, language)}
        onChange={(event) => write(event.currentTarget.value)}
      />
    </div>
  );
}
