import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { isWaitingSignUp } from '../auth/auth.queries.ts';
import type { SessionUser } from '../auth/sessions.commands.ts';
import { domainOf, findStanding } from './domains.queries.ts';
import type { ProviderKind } from './providers.queries.ts';

/** A person as their provider describes them. */
export interface Vouched {
  organizationId: number;
  kind: ProviderKind;
  issuer: string;
  subject: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  /** When the provider last asked who they are; null if it doesn't say. */
  authenticatedAt: Date | null;
  /** The browser that began the trip. */
  browserHash: Buffer;
}

interface KnownLogin extends SessionUser {
  /** Its owner proved the address; otherwise the organization named the person. */
  verified: boolean;
  hasPassword: boolean;
  /** Linked to another identifier of the same provider. */
  linked: boolean;
}

/**
 * What happens to a person whom a provider vouches for: a text says why they are refused. Someone who is admitted for the
 * first time has a person of the organization already, or becomes a new one.
 */
export type Arrival =
  | { as: 'linked' | 'confirmed-by-password'; person: SessionUser }
  | { as: 'admitted' | 'confirmed-by-mail'; person: SessionUser | null }
  | { as: 'refused'; reason: string };

/** The provider may know the person by another identifier than before, or the address may be another person's now. */
export const anotherIdentifier = 'another identifier';

/** Decides by what is known here; changes nothing. A link that counted isn't removed before the sign-in ends. */
export async function findArrival(db: Executor, vouched: Vouched): Promise<Arrival> {
  const { organizationId, kind, issuer, subject } = vouched;
  const linked = await sql<SessionUser>`
    select u.id, u.user_type, u.organization_id from linked_identities i join users u on u.id = i.user_id
      join logins l on l.user_id = u.id
    where i.organization_id = ${organizationId} and i.kind = ${kind} and i.issuer = ${issuer} and i.subject = ${subject}
      and u.organization_id = ${organizationId} and u.user_type <> 'PATIENT'
      and l.verified_timestamp is not null for key share of u, i`.maybeOne(db);
  if (linked) return { as: 'linked', person: linked };
  const standing = await findStanding(db, organizationId, domainOf(vouched.email));
  if (standing.provenElsewhere) return { as: 'refused', reason: 'another domain' };
  const login = await findKnownLogin(db, vouched);
  if (login && (login.organization_id !== organizationId || login.user_type === 'PATIENT')) {
    return { as: 'refused', reason: 'login of another organization' };
  }
  if (login?.verified && login.hasPassword) return { as: 'confirmed-by-password', person: login };
  // An address may be given to another person; without a password nothing tells them apart.
  if (login?.linked) return { as: 'refused', reason: anotherIdentifier };
  // Only DNS makes the organization's word enough; anyone can run a provider.
  return { as: standing.proven ? 'admitted' : 'confirmed-by-mail', person: login ?? null };
}

/** Whose address it is, or whom the organization named with it. Sign-ups and other organizations' claims don't count. */
async function findKnownLogin(db: Executor, { organizationId, kind, issuer, email }: Vouched) {
  return sql<KnownLogin>`
    select u.id, u.user_type, u.organization_id, l.verified_timestamp is not null as verified,
      l.has_password as "hasPassword", exists (select from linked_identities i where i.user_id = u.id
        and i.organization_id = ${organizationId} and i.kind = ${kind} and i.issuer = ${issuer}) as linked
    from logins l join users u on u.id = l.user_id
    where l.email = ${email}
      and (l.verified_timestamp is not null or u.organization_id = ${organizationId} and not ${isWaitingSignUp})
    order by verified desc, u.id limit 1`.maybeOne(db);
}
