import { createHash } from 'node:crypto';
import type { Query } from './sql.ts';

/** Texts that are remembered to be counted, and how often one is seen before it gets a name. */
const maxTexts = 1_000;
const usesBeforeName = 3;
/** Longer ones are written for one occasion. */
const maxTextLength = 20_000;
/** A plan that does for every list takes it for ten entries long. */
const maxListLength = 50;

interface Known {
  name: string;
  uses: number;
}

const texts = new Map<string, Known>();
let generation = 0;
/** A pooler that can't keep statements apart would make us rename them for ever. */
const maxGenerations = 20;

/**
 * The name of a query that PostgreSQL parses and plans once per connection; null for one that it plans at every call.
 * Names come from the text, so a text that is forgotten here and comes back finds its statement again.
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
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  const known = { name: `k${generation}_${hash}`, uses: 0 };
  texts.set(text, known);
  return known;
}

/** Every query gets another name, on every connection. */
export function renameStatements(): void {
  generation++;
  texts.clear();
}

/**
 * Whether a statement no longer is what it was: a migration changed the columns of its result, or somebody between us
 * and the database has forgotten it.
 */
export function isStale(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string };
  return (code === '0A000' && routine === 'RevalidateCachedQuery') || code === '26000' || code === '42P05';
}
