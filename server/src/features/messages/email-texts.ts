import type { AppContext } from '../../app-context.ts';

/** What an e-mail of each kind says, written at the moment of sending. Null: there is no more need for it. */
export type EmailTexts = Record<
  string,
  (
    app: AppContext,
    email: { userId: number; to: string; payload: Record<string, number> },
  ) => Promise<{ subject: string; text: string } | null>
>;
