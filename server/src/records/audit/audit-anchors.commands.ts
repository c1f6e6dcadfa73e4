import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { describeError } from '../../log.ts';
import type { Anchor, KeptAnchors } from '../../outside/anchors/anchor-place.ts';
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

export interface AnchorsOf extends KeptAnchors {
  place: string;
}

export interface PlaceVerdict {
  place: string;
  agreeing: number;
  last: Anchor | null;
  unreadable: number;
  /** The first anchor the chain doesn't match: another hash, or beyond its end. */
  broken: (Anchor & { reason: 'different' | 'shorter' }) | null;
}

/** Compares the chain with the anchors link by link. */
export class AnchorCheck {
  readonly #hashes = new Map<number, string | null>();

  constructor(private readonly places: AnchorsOf[]) {
    for (const { anchors } of places) for (const { position } of anchors) this.#hashes.set(position, null);
  }

  see(position: number, hash: string): void {
    if (this.#hashes.has(position)) this.#hashes.set(position, hash);
  }

  verdicts(): PlaceVerdict[] {
    return this.places.map(({ place, anchors, unreadable }) => {
      const sorted = anchors.toSorted((one, other) => one.position - other.position);
      const wrong = sorted.find(({ position, hash }) => this.#hashes.get(position) !== hash);
      const agreeing = sorted.filter(({ position, hash }) => this.#hashes.get(position) === hash);
      const reason = wrong && this.#hashes.get(wrong.position) ? 'different' : 'shorter';
      return {
        place,
        unreadable,
        agreeing: agreeing.length,
        last: agreeing.at(-1) ?? null,
        broken: wrong ? { ...wrong, reason } : null,
      };
    });
  }
}
