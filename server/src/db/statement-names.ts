import { createHash } from 'node:crypto';
import type { Query } from './query.ts';

/** How many texts we count, and how many uses give a text a name. */
const maxTexts = 1_000;
const usesBeforeName = 3;
/** Longer texts are one-offs. */
const maxTextLength = 20_000;
/** A generic plan assumes a list of ten entries. */
const maxListLength = 50;

interface Known {
  name: string;
  uses: number;
}

const texts = new Map<string, Known>();
let generation = 0;
/** With a pooler that mixes up statements, we would rename them forever. */
const maxGenerations = 20;

/**
 * The name of a query that PostgreSQL parses and plans once per connection; null for one planned at every call. Names
 * are derived from the text, so a forgotten text finds its statement again.
 */
export function statementName({ text, values, plan }: Query): string | null {
  if (plan === 'custom' || text.length > maxTextLength || generation > maxGenerations) return null;
  if (values.some((value) => Array.isArray(value) && value.length > maxListLength)) return null;
  const known = texts.get(text) ?? remember(text);
  return ++known.uses >= usesBeforeName ? known.name : null;
}

function remember(text: string): Known {
  const [oldest] = texts.keys();
  if (oldest !== undefined && texts.size >= maxTexts) texts.delete(oldest);
  const known = { name: `k${generation}_${statementHash(text)}`, uses: 0 };
  texts.set(text, known);
  return known;
}

/** What the name of a query ends with. */
export function statementHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** The name of a short statement that never changes, such as `commit`. */
export function fixedName(text: string): string {
  return `k${generation}_${text}`;
}

/** Gives every query a new name on every connection. */
export function renameStatements(): void {
  generation++;
  texts.clear();
}

/** Whether a prepared statement is stale: a migration changed its result columns, or a pooler dropped it. */
export function isStale(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string };
  return (code === '0A000' && routine === 'RevalidateCachedQuery') || code === '26000' || code === '42P05';
}
