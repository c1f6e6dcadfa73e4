import { AppError } from '../../app-error.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { ProviderKind } from './providers.queries.ts';

/** The address of an organization's sign-in page, made from its name the first time it is needed; it never changes. */
export async function ensureSlug(db: Database, organizationId: number): Promise<string> {
  const row = await sql<{ slug: string | null }>`select slug from organizations where id = ${organizationId}`.one(db);
  if (row.slug !== null) return row.slug;
  return transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('organization slugs', 0))`.run(tx);
    const found = await sql<{ name: string; slug: string | null }>`
      select name, slug from organizations where id = ${organizationId}`.one(tx);
    if (found.slug !== null) return found.slug;
    const taken = await sql<{ slug: string | null }>`select slug from organizations where slug is not null`.many(tx);
    const slug = slugFor(found.name, (one) => taken.some((other) => other.slug === one));
    await sql`update organizations set slug = ${slug} where id = ${organizationId}`.run(tx);
    return slug;
  });
}

/**
 * Removes a provider with the links to it, unless nobody could sign in afterwards. Answers how many links there were, or
 * null without a provider.
 */
export async function removeProvider(tx: Tx, organizationId: number, kind: ProviderKind): Promise<number | null> {
  const { only } = await sql<{ only: boolean }>`
    select o.only_single_sign_on and not exists (select from identity_providers p
      where p.organization_id = o.id and p.kind <> ${kind}) as only
    from organizations o where o.id = ${organizationId} for update`.one(tx);
  if (only) throw new AppError('conflict', 'Switch off "Only single sign-on" first. Your staff have no other way in.');
  const removed = await sql`delete from identity_providers
    where organization_id = ${organizationId} and kind = ${kind} returning 1`.maybeOne(tx);
  return removed ? unlinkFormer(tx, organizationId) : null;
}

/** Ends the links to issuers that an organization no longer uses: its next provider begins with none. Answers their number. */
export async function unlinkFormer(tx: Tx, organizationId: number): Promise<number> {
  const ended = await sql`delete from linked_identities i where i.organization_id = ${organizationId}
    and not exists (select from identity_providers p
      where p.organization_id = i.organization_id and p.kind = i.kind and p.issuer = i.issuer)
    returning 1`.many(tx);
  return ended.length;
}

/** Addresses under /login that aren't organizations. */
const reserved = ['confirm', 'done', 'find', 'link'];

/** An organization's name as part of an address; the first that isn't taken gets a number. */
export function slugFor(name: string, isTaken: (slug: string) => boolean): string {
  const base =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f'’]/g, '')
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-+|-+$/g, '') || 'organization';
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!reserved.includes(slug) && !isTaken(slug)) return slug;
  }
}
