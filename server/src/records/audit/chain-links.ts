import type { Executor } from '../../db/database.ts';
import { type ChainLink, findLinks } from './audit-chain.queries.ts';

/** A part of the chain that was archived, read when the verification gets there. */
export interface ArchivedLinks {
  firstPosition: number;
  read(): Promise<ChainLink[]>;
}

/** An archived file that is missing or isn't as it was written. */
export class ArchiveDamaged extends Error {
  constructor(
    readonly fileName: string,
    readonly problem: string,
  ) {
    super(`The archived file ${fileName} ${problem}.`);
  }
}

const batch = 5_000;

/** The whole chain in order, archived parts included. A gap or a repetition comes out as it is. */
export async function* chainLinks(db: Executor, archived: ArchivedLinks[]): AsyncGenerator<ChainLink> {
  const unread = archived.toSorted((one, other) => one.firstPosition - other.firstPosition);
  const old = new Map<number, ChainLink>();
  let position = 0;
  let stored: ChainLink[] = [];
  for (;;) {
    while (unread[0] && unread[0].firstPosition <= position + 1) {
      for (const link of (await unread.shift()?.read()) ?? []) old.set(link.position, link);
    }
    if (stored.length === 0) stored = (await findLinks(db, position, batch)).reverse();
    const next = old.get(position + 1) ?? stored.pop() ?? old.values().next().value;
    if (!next && unread[0]) {
      position = unread[0].firstPosition - 1;
      continue;
    }
    if (!next) return;
    old.delete(next.position);
    yield next;
    position = next.position;
  }
}
