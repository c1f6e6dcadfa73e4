/** The rules: what was acknowledged must be there once, and a text must have left once. */

export type Kind = 'request' | 'text of a request' | 'comment' | 'move' | 'text';

export interface Write {
  kind: Kind;
  /** Unique in the run, and part of the stored row. */
  mark: string;
  isAcknowledged: boolean;
  /** The id in the acknowledgment, where it has one. */
  id?: number;
}

/** The ids of the rows found for each mark. */
export type Found = Map<string, number[]>;

export const foundKey = (kind: Kind, mark: string) => `${kind} ${mark}`;

export interface Verdict {
  lost: string[];
  doubled: string[];
}

export function verifyWrites(writes: Iterable<Write>, found: Found): Verdict {
  const verdict: Verdict = { lost: [], doubled: [] };
  for (const { kind, mark, isAcknowledged, id } of writes) {
    const key = foundKey(kind, mark);
    const rows = found.get(key) ?? [];
    if (rows.length > 1) verdict.doubled.push(`${key}: ${rows.length} times`);
    else if (isAcknowledged && rows.length === 0) verdict.lost.push(key);
    else if (isAcknowledged && id !== undefined && rows[0] !== id) verdict.lost.push(`${key}: acknowledged as ${id}`);
  }
  return verdict;
}

export interface StoredText {
  id: number;
  state: string;
  /** Texts to one phone leave in order, so it waits for one in doubt. */
  waits: boolean;
}

/**
 * A text in flight when its process or the database ended is 'sending', and two minutes later 'unknown': it left at most
 * once, and nobody knows whether it did. All others leave exactly once. Until the end of the run, some may still wait.
 */
export function verifyTexts(
  texts: StoredText[],
  arrived: ReadonlyMap<number, number>,
  isFinal: boolean,
): Verdict & { inDoubt: number } {
  const verdict = { lost: [] as string[], doubled: [] as string[], inDoubt: 0 };
  const known = new Set(texts.map(({ id }) => id));
  for (const { id, state, waits } of texts) {
    const times = arrived.get(id) ?? 0;
    const isInDoubt = state === 'unknown' || (state === 'sending' && !isFinal);
    const mayWait = state === 'skipped' || (waits && !isFinal);
    if (isInDoubt) verdict.inDoubt += 1;
    if (times > 1) verdict.doubled.push(`text ${id} left ${times} times`);
    else if (times === 0 && !isInDoubt && !mayWait) verdict.lost.push(`text ${id} is ${state} and never left`);
  }
  for (const id of arrived.keys()) if (!known.has(id)) verdict.lost.push(`text ${id} left and has no row`);
  return verdict;
}

/** The longest time without a success between two moments, in milliseconds. */
export function longestGap(times: number[], from: number, to: number): number {
  const inside = times.filter((time) => time > from && time < to).sort((a, b) => a - b);
  const before = Math.max(...times.filter((time) => time <= from), Number.NEGATIVE_INFINITY);
  const marks = [Number.isFinite(before) ? before : from, ...inside, to];
  return Math.max(...marks.slice(1).map((time, index) => time - (marks[index] ?? time)));
}
