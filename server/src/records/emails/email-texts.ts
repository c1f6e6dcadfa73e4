import type { AppContext } from '../../app-context.ts';
import type { EmailText } from './email-layout.ts';

/** An id that the email was queued with. */
export function idIn(payload: Record<string, number>, name: string): number {
  const id = payload[name];
  if (id === undefined) throw new Error(`The email has no ${name}.`);
  return id;
}

/** The text of each kind of email, written when it is sent. Null if it is no longer needed. */
export type EmailTexts = Record<
  string,
  (app: AppContext, email: { userId: number; to: string; payload: Record<string, number> }) => Promise<EmailText | null>
>;
