import type { AppContext } from '../../app-context.ts';
import type { EmailText } from './email-layout.ts';

/** The text of each kind of email, written when it is sent. Null if it is no longer needed. */
export type EmailTexts = Record<
  string,
  (app: AppContext, email: { userId: number; to: string; payload: Record<string, number> }) => Promise<EmailText | null>
>;
