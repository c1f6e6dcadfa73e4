import type { ProofMethod } from '@kinbridge/contract/auth/sessions.contract';
import type { Caller } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import type { Executor } from '../../db/database.ts';
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

interface Ways {
  password: boolean;
  passkey: boolean;
  /** Of the organization whose provider vouched for the person. */
  slug: string | null;
}

/** How a person can prove again who they are: people from single sign-on may have no password. */
export async function findProofMethods(db: Executor, userId: number) {
  const { slug, ...ways } = await sql<Ways>`
    select l.has_password as password, exists (select from passkeys where user_id = u.id) as passkey,
      (select o.slug from organizations o where o.id = u.organization_id
        and exists (select from identity_providers p join linked_identities i using (organization_id, kind, issuer)
          where p.organization_id = o.id and i.user_id = u.id)) as slug
    from users u join logins l on l.user_id = u.id where u.id = ${userId}`.one(db);
  const has = { ...ways, 'single-sign-on': slug !== null };
  const methods: ProofMethod[] = (['password', 'passkey', 'single-sign-on'] as const).filter((method) => has[method]);
  return { methods, slug };
}
