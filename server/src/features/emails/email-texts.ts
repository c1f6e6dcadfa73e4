import type { AppContext } from '../../app-context.ts';

/** The text of each kind of email, written when it is sent. Null if it is no longer needed. */
export type EmailTexts = Record<
  string,
  (
    app: AppContext,
    email: { userId: number; to: string; payload: Record<string, number> },
  ) => Promise<{ subject: string; text: string } | null>
>;
