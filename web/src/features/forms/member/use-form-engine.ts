import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { isPlainForm } from '@kinbridge/forms/plain-form';
import { publicFormTexts } from '@kinbridge/public/form/public-form.texts';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Answers, Engine } from '../../../../form/engine.ts';
import { plainEngine } from '../../../../form/plain-engine.ts';
import { loadCode } from '../../../lib/load-code.ts';

export interface FormStart {
  title: string;
  definition: SurveyDefinition;
  answers: Answers;
  /** Counted from 0. */
  page: number;
  language: string;
}

/** The public form's renderer: a light one for plain forms, SurveyJS for all others. */
export function useFormEngine(
  container: RefObject<HTMLElement | null>,
  start: FormStart,
  onChanged: (answers: Answers, page: number) => void,
  onEnter: () => void,
) {
  const engine = useRef<Engine | null>(null);
  const [position, setPosition] = useState<ReturnType<Engine['position']> | null>(null);
  const [, fail] = useState<never>();

  function tell() {
    if (!engine.current) return;
    const at = engine.current.position();
    setPosition(at);
    onChanged(engine.current.answers(), at.current - 1);
  }
  const changed = useEffectEvent(tell);
  const enter = useEffectEvent(onEnter);
  const begin = useEffectEvent(async (place: HTMLElement) => {
    const { definition, language } = start;
    const common = { ...start, texts: publicFormTexts(language), changed: () => changed() };
    if (!isPlainForm(definition)) {
      const { surveyEngine } = await loadCode(() => import('../../../../form/survey-engine.tsx'));
      return surveyEngine({ ...common, container: put(place, 'div', 'survey-page') });
    }
    const form = put(place, 'form', '');
    form.noValidate = true;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      enter();
    });
    return plainEngine({ ...common, container: form, shared: true, takeOver: false, firstPageOnly: false });
  });

  useEffect(() => {
    let left = false;
    const place = container.current;
    if (!place) return;
    begin(place).then(
      (begun) => {
        if (left) return begun.end();
        engine.current = begun;
        setPosition(begun.position());
      },
      // Thrown during render, so that the error screen for missing code catches it.
      (error: unknown) =>
        fail(() => {
          throw error;
        }),
    );
    return () => {
      left = true;
      const ended = engine.current;
      engine.current = null;
      // SurveyJS has its own root, which can't unmount while this one renders.
      setTimeout(() => ended?.end());
    };
  }, [container]);

  return { engine, position, tell };
}

function put<Tag extends 'form' | 'div'>(place: HTMLElement, tag: Tag, className: string): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  place.replaceChildren(element);
  return element;
}
