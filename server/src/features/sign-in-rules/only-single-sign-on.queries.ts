import { AppError } from '../../app-error.ts';
import type { Executor } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

/**
 * The person's organization if it lets them sign in by single sign-on only, which nobody can while it waits for
 * approval. In a transaction, its rules can't change until the end: a session that begins now is committed before a change
 * looks for sessions to end.
 */
async function findSingleSignOn(db: Executor, userId: number): Promise<{ slug: string | null } | undefined> {
  const organization = await sql<{ slug: string | null; only: boolean }>`
    select o.slug, o.only_single_sign_on and o.approval <> 'WAITING' and o.break_glass_user_id is distinct from u.id as only
    from users u join organizations o on o.id = u.organization_id
    where u.id = ${userId} and u.user_type <> 'PATIENT' for share of o`.maybeOne(db);
  return organization?.only ? organization : undefined;
}

export async function mustUseSingleSignOn(db: Executor, userId: number): Promise<boolean> {
  return (await findSingleSignOn(db, userId)) !== undefined;
}

/** For people who proved who they are with a password or passkey of their own. */
export async function refuseOwnSignIn(db: Executor, userId: number): Promise<void> {
  const organization = await findSingleSignOn(db, userId);
  if (!organization) return;
  throw new AppError(
    'single_sign_on_only',
    "Your organization uses single sign-on. Sign in on your organization's page.",
    organization.slug === null ? {} : { extra: { slug: organization.slug } },
  );
}

/** Called after a change of this person that could leave their organization without its break-glass admin. */
export async function keepBreakGlass(db: Executor, userId: number): Promise<void> {
  const lost = await sql`
    select 1 from organizations o join users u on u.id = o.break_glass_user_id
    where o.break_glass_user_id = ${userId} and o.only_single_sign_on
      and not (u.user_type = 'ADMIN' and u.status = 'ACTIVE' and u.second_factor
        and exists (select from logins l where l.user_id = u.id and l.verified_timestamp is not null))`.maybeOne(db);
  if (!lost) return;
  throw new AppError(
    'conflict',
    'The break-glass admin must stay an active admin with a verified address and a second factor. Choose another one under Account, Sign-in first.',
  );
}

/** Whether an organization's DNS proves the domain of an address. Then its directory and its provider speak for it. */
export function isProven(organizationId: RawBuilder<unknown>, email: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from sign_in_domains d where d.organization_id = ${organizationId}
    and d.domain = substring(${email} from '[^@]*$') and d.proven_timestamp is not null)`;
}

export async function isInProvenDomain(db: Executor, organizationId: number, email: string): Promise<boolean> {
  const proven = isProven(sql`${organizationId}::bigint`, sql`lower(${email}::text)`);
  return (await sql<{ proven: boolean }>`select ${proven} as proven`.one(db)).proven;
}
