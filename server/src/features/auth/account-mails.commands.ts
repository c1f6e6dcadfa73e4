import type { Executor } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';

/** Enqueues an email to each login; one job without a login if there is none, so that the answer looks the same. */
export async function askForMail(db: Executor, kind: 'reset-code' | 'verify-email', logins: { id: number }[]) {
  const ids = logins.length > 0 ? logins.map(({ id }) => id) : [null];
  for (const userId of ids) await addJob(db, 'mail-account', { kind, userId });
}
