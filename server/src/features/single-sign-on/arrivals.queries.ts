import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
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
  /** By an emailed link, or by the organization's directory. */
  verified: boolean;
  hasPassword: boolean;
  /** Linked to another person of the same provider. */
  linked: boolean;
}

/** What happens to a person whom a provider vouches for; a text says why they are refused. */
export type Arrival =
  | { as: 'linked' | 'adopted' | 'confirmed-by-password'; person: SessionUser }
  | { as: 'new' }
  | { as: 'refused'; reason: string };

/** Decides by what is known here; changes nothing. */
export async function findArrival(db: Executor, vouched: Vouched): Promise<Arrival> {
  const { organizationId, kind, issuer, subject } = vouched;
  const linked = await sql<SessionUser>`
    select u.id, u.user_type, u.organization_id from linked_identities i join users u on u.id = i.user_id
    where i.organization_id = ${organizationId} and i.kind = ${kind} and i.issuer = ${issuer} and i.subject = ${subject}
      and u.organization_id = ${organizationId} and u.user_type <> 'PATIENT'`.maybeOne(db);
  if (linked) return { as: 'linked', person: linked };
  const login = await findKnownLogin(db, vouched);
  if (!login) return { as: 'new' };
  const own = login.organization_id === organizationId && login.user_type !== 'PATIENT';
  // Nobody has used this login yet, so its owner may replace it; elsewhere only if the whole domain is theirs.
  if (!login.verified && (login.hasPassword || !own)) {
    const { proven } = await findStanding(db, organizationId, domainOf(vouched.email));
    return own || proven ? { as: 'new' } : { as: 'refused', reason: 'login of another organization' };
  }
  if (!own) return { as: 'refused', reason: 'login of another organization' };
  if (login.hasPassword) return { as: 'confirmed-by-password', person: login };
  // An address may be given to another person; without a password nothing tells them apart.
  return login.linked ? { as: 'refused', reason: 'linked to another person' } : { as: 'adopted', person: login };
}

async function findKnownLogin(db: Executor, { organizationId, kind, issuer, email }: Vouched) {
  return sql<KnownLogin>`
    select u.id, u.user_type, u.organization_id, l.verified_timestamp is not null
        or exists (select from scim_people p where p.user_id = u.id and p.organization_id = ${organizationId}) as verified,
      l.has_password as "hasPassword", exists (select from linked_identities i where i.user_id = u.id
        and i.organization_id = ${organizationId} and i.kind = ${kind} and i.issuer = ${issuer}) as linked
    from logins l join users u on u.id = l.user_id where l.email = ${email}`.maybeOne(db);
}
