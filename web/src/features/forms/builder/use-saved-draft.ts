import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { writeFormDraft } from '../form-draft.ts';
import type { SurveyBase } from '../forms.api.ts';

const pauseMs = 400;

export type Saved = 'nothing to save' | 'saving' | 'saved' | 'not kept';

/**
 * Stores the draft shortly after each change, and immediately when the builder closes. Returns the state and a function
 * to save now: the preview reads the draft before the builder unmounts.
 */
export function useSavedDraft(
  definition: SurveyDefinition,
  base: SurveyBase | null,
): [saved: Saved, saveNow: () => void] {
  const [saved, setSaved] = useState<Saved>('nothing to save');
  const written = useRef(definition);
  function saveNow() {
    if (written.current === definition) return;
    written.current = definition;
    const kept = writeFormDraft({ definition, base, savedAt: new Date().toISOString() });
    void kept.then((isKept) => setSaved(isKept ? 'saved' : 'not kept'));
  }
  const save = useEffectEvent(saveNow);
  useEffect(() => {
    if (written.current === definition) return;
    setSaved('saving');
    const timer = setTimeout(() => save(), pauseMs);
    return () => clearTimeout(timer);
  }, [definition]);
  useEffect(() => {
    const onHide = () => save();
    // Encryption takes a moment, which a page has while unloading but not while hidden.
    window.addEventListener('beforeunload', onHide);
    return () => {
      window.removeEventListener('beforeunload', onHide);
      save();
    };
  }, []);
  return [saved, saveNow];
}
