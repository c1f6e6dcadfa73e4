import { resumedKey } from './session-end.ts';

// Once per page load, so that a later reload doesn't open the draft again.
const resumed = sessionStorage.getItem(resumedKey) !== null;
sessionStorage.removeItem(resumedKey);

/** Whether this page opened by signing in after a session ended: dialogs with a draft then open on their own. */
export function isResumed(): boolean {
  return resumed;
}
