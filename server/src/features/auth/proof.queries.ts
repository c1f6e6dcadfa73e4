import type { ProofMethod } from '@kinbridge/contract/auth/sessions.contract';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

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
