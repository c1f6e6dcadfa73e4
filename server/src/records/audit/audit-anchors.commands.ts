import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { describeError } from '../../log.ts';
import { findChainHead } from './audit-chain.queries.ts';

/** The setting that stores the last head sent to each place. */
const setting = 'audit anchors';

/** Sends the chain's head to every place that doesn't have it yet; throws if one fails. */
export async function anchorAuditLog({ db, anchors, log }: Pick<AppContext, 'db' | 'anchors' | 'log'>): Promise<void> {
  const head = await findChainHead(db);
  if (head.position === 0) return;
  const anchor = { position: head.position, hash: head.hash.toString('hex'), time: new Date().toISOString() };
  const written = await findWritten(db);
  const results = await Promise.allSettled(
    anchors
      .filter((place) => written[place.name] !== anchor.hash)
      .map(async (place) => {
        try {
          await place.write(anchor);
          await recordAnchor(db, place.name, anchor.hash);
        } catch (error) {
          log.warn(
            { place: place.name, position: anchor.position, error: describeError(error) },
            'audit anchor failed',
          );
          throw error;
        }
      }),
  );
  if (results.some(({ status }) => status === 'rejected')) throw new Error('some audit anchors could not be written');
}

async function findWritten(db: Database): Promise<Record<string, string>> {
  const written = await sql<{ value: Record<string, string> }>`
    select value from settings where name = ${setting}`.maybeOne(db);
  return written?.value ?? {};
}

async function recordAnchor(db: Database, place: string, hash: string): Promise<void> {
  await sql`insert into settings (name, value) values (${setting}, jsonb_build_object(${place}::text, ${hash}::text))
    on conflict (name) do update set value = settings.value || excluded.value`.run(db);
}
