import { useState } from 'react';

const keyOf = (uniqueSurveyId: string) => `kinbridge.columns.${uniqueSurveyId}`;

/** The hidden columns, remembered on this device for each form. New questions are always shown. */
export function useHiddenColumns(uniqueSurveyId: string) {
  const [hidden, setHidden] = useState(() => read(uniqueSurveyId));
  function change(next: ReadonlySet<string>) {
    setHidden(next);
    try {
      localStorage.setItem(keyOf(uniqueSurveyId), JSON.stringify([...next]));
    } catch {
      // Storage is blocked: the choice lasts as long as the page.
    }
  }
  return [hidden, change] as const;
}

function read(uniqueSurveyId: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(uniqueSurveyId)) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []);
  } catch {
    return new Set();
  }
}
