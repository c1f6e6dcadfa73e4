import type { Caller } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { sql } from '../../db/sql.ts';
import { refusedPasskey, usePasskey } from '../factors/passkeys.commands.ts';
import { checkOwnPassword } from './password-change.commands.ts';

type Proof = { password: string } | { response: unknown };

/** Notes that the session's person proved again who they are, with their password or a passkey. */
export async function proveAgain(app: AppContext, caller: Caller, proof: Proof): Promise<void> {
  if ('password' in proof) await checkOwnPassword(app, caller, proof.password, 'password');
  else {
    const use = { purpose: 'sign-in', userId: null, owner: caller } as const;
    if ((await usePasskey(app, caller, proof.response, use)) === null) throw refusedPasskey();
  }
  await sql`update sessions set proof_timestamp = now() where id = ${caller.sessionId}`.run(app.db);
}
