import type { Caller } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { sql } from '../../db/sql.ts';
import { checkOwnPassword } from './password-change.commands.ts';

/** Notes that the session's person proved again who they are. */
export async function proveAgain(app: AppContext, caller: Caller, { password }: { password: string }): Promise<void> {
  await checkOwnPassword(app, caller, password, 'password');
  await sql`update sessions set proof_timestamp = now() where id = ${caller.sessionId}`.run(app.db);
}
