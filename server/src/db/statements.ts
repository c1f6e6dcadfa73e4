import { createHash } from 'node:crypto';

/**
 * How PostgreSQL plans a query. 'auto': after a few calls it decides whether one plan fits all parameters. 'generic':
 * one plan for all from the first call. 'custom': a new plan for every call, such as for a search pattern.
 */
export type Plan = 'auto' | 'generic' | 'custom';

export interface Query {
  text: string;
  values: unknown[];
  plan: Plan;
}

/** Where a query can run: the pool, a connection or a transaction. */
export interface Executor {
  run<Row>(query: Query): Promise<{ rows: Row[] }>;
}

/** How many texts we count, and how many uses give a text a name. */
const maxTexts = 1_000;
const usesBeforeName = 3;
/** A connection keeps a plan of up to a few hundred kilobytes for each. */
export const maxNames = 300;
/** Longer texts are one-offs. */
const maxTextLength = 20_000;
/** A generic plan assumes a list of ten entries. */
const maxListLength = 50;
/** With a pooler that mixes up statements, we would rename them forever. */
const maxRenamings = 20;

const uses = new Map<string, number>();
const names = new Map<string, string>();
let generation = 0;
let renamings = 0;

/**
 * The name of a query that PostgreSQL parses and plans once per connection; none for one planned at every call. Names
 * begin with their generation, and connections of an earlier one are closed, since pg never forgets a name.
 */
export function statementName({ text, values, plan }: Query): string | undefined {
  if (plan === 'custom' || renamings > maxRenamings || values.some(isLongList)) return undefined;
  // Only the simple protocol accepts several statements in one text, and it has no names.
  if (values.length === 0 && text.includes(';')) return undefined;
  return names.get(text) ?? (hasUses(text) ? addName(text) : undefined);
}

function isLongList(value: unknown): boolean {
  return Array.isArray(value) && value.length > maxListLength;
}

function hasUses(text: string): boolean {
  if (text.length > maxTextLength) return false;
  const count = (uses.get(text) ?? 0) + 1;
  uses.delete(text);
  if (count >= usesBeforeName) return true;
  const [oldest] = uses.keys();
  if (oldest !== undefined && uses.size >= maxTexts) uses.delete(oldest);
  uses.set(text, count);
  return false;
}

function addName(text: string): string {
  if (names.size >= maxNames) beginGeneration();
  const name = `k${generation}_${statementHash(text)}`;
  names.set(text, name);
  return name;
}

function beginGeneration(): void {
  generation++;
  names.clear();
}

export function statementGeneration(): number {
  return generation;
}

/** What the name of a query ends with. */
export function statementHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** Runs work again if a statement was stale, under new names. It must have changed nothing. */
export async function orRenamed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isStale(error)) throw error;
    renameStatements();
    return work();
  }
}

/** Gives every query a new name on every connection. */
export function renameStatements(): void {
  renamings++;
  beginGeneration();
}

/** Whether a prepared statement is stale: a migration changed its result columns, or a pooler dropped it. */
export function isStale(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string };
  return (code === '0A000' && routine === 'RevalidateCachedQuery') || code === '26000' || code === '42P05';
}
