import { type Database, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { slugFor } from './slug.ts';

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
