import { useEffect } from 'react';
import { onSessionChangedElsewhere } from '../../lib/session.ts';
import { keepPlaceOfEndedSession, reloadWithoutQuestion } from '../../lib/session-end.ts';

/** Reloads when another tab signs out or signs in as someone else. */
export function useOtherTabs(): void {
  useEffect(() => {
    return onSessionChangedElsewhere((endedUserId) => {
      keepPlaceOfEndedSession(endedUserId);
      reloadWithoutQuestion();
    });
  }, []);
}
