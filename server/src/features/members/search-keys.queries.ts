/**
 * An index for searching lists the rows of every key: three letters, or an organization. A search reads the lists of all
 * its keys, and those of '@gmail.com' or of an organization with most of the rows are nearly as long as the table. What
 * such keys say is checked on the rows found by the rare ones instead, which finds the same.
 */
import type { Database } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import type { Plan } from '../../db/statements.ts';

/** Trigrams in so many of the sampled texts are common. */
const commonShare = 0.05;
/** With fewer rare trigrams, too many rows would only look alike. */
const enough = 3;
/** Checking the rows of others costs less than the list of an organization with so many of them. */
const mostRows = 0.8;

/** Among fewer rows, all lists are short. */
const longList = 20_000;

type SearchedTable = 'organization_members' | 'service_requests';

/** In a table with at most so many rows per sampled text, few rows have a word that no sampled text has. */
const maxRowsPerText = 1_000;

interface CommonKeys {
  /** By table. */
  trigrams: ReadonlyMap<string, ReadonlySet<string>>;
  /** By `table.column`: the organization that most rows have. */
  organizations: ReadonlyMap<string, number>;
  /** The sampled texts of members in one, if what none of them contains is in few rows. */
  memberTexts: string | null;
}

const nothingLearned: CommonKeys = { trigrams: new Map(), organizations: new Map(), memberTexts: null };
let common = nothingLearned;

/** For tests. A process starts with nothing learned. */
export function forgetCommonKeys(): void {
  common = nothingLearned;
}

/** Learns the common keys of large tables from the sample that ANALYZE keeps of search texts and organizations. */
export async function learnCommonKeys(db: Database, minRows = longList): Promise<void> {
  const columns = await sql<SampledColumn>`
    select s.tablename as table, s.attname as column, c.reltuples as rows,
      case when s.attname = 'search' then to_json(histogram_bounds::text::text[]) end as texts,
      case when s.attname <> 'search' then to_json(most_common_vals::text::bigint[]) end as ids,
      case when s.attname <> 'search' then to_json(most_common_freqs) end as shares
    from pg_stats s join pg_class c on c.oid = s.tablename::regclass
    where s.schemaname = 'public' and s.tablename in ('organization_members', 'service_requests')
      and s.attname in ('search', 'organization_id', 'provider_id')`.many(db);
  const largest = columns.flatMap(({ table, column, rows, ids, shares }): [string, number][] => {
    const id = ids?.find((_, index) => (shares?.[index] ?? 0) >= mostRows);
    return id === undefined || rows < minRows ? [] : [[`${table}.${column}`, id]];
  });
  const members = columns.find(({ table, texts }) => table === 'organization_members' && texts !== null);
  const memberTexts = members?.texts ?? [];
  common = {
    trigrams: new Map(
      columns.flatMap(({ table, rows, texts }) => (texts && rows >= minRows ? [[table, commonTrigrams(texts)]] : [])),
    ),
    organizations: new Map(largest),
    memberTexts: members && members.rows <= memberTexts.length * maxRowsPerText ? memberTexts.join('\n') : null,
  };
}

interface SampledColumn {
  table: string;
  column: string;
  rows: number;
  texts: string[] | null;
  ids: number[] | null;
  shares: number[] | null;
}

export function commonTrigrams(texts: readonly string[]): Set<string> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const trigram of new Set(trigramsOf(text).map(({ letters }) => letters))) {
      counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
    }
  }
  return new Set([...counts.keys()].filter((trigram) => (counts.get(trigram) ?? 0) >= texts.length * commonShare));
}

/** Every three letters or digits in a row, and where they start. */
function trigramsOf(text: string): { at: number; letters: string }[] {
  return Array.from(text.matchAll(/(?=([\p{L}\p{Nd}]{3}))./gsu), ({ index, 1: letters = '' }) => ({
    at: index,
    letters,
  }));
}

/** A LIKE pattern with only the rare trigrams of a word; null if it has too few, or would leave nothing out. */
export function rarePattern(word: string, commonOnes: ReadonlySet<string>): string | null {
  const trigrams = trigramsOf(word);
  const rare = trigrams.filter(({ letters }) => !commonOnes.has(letters));
  if (rare.length < enough || rare.length === trigrams.length) return null;
  let [pattern, end] = ['', 0];
  for (const { at, letters } of rare) {
    pattern += at < end ? word.slice(end, at + letters.length) : `%${letters}`;
    end = at + letters.length;
  }
  return pattern === `%${word}` ? null : `${pattern}%`;
}

/** Without three letters in a row in any word, the index of trigrams is of no use. */
export function useTrigrams(words: readonly string[]): boolean {
  return words.some((word) => /[\p{L}\p{Nd}]{3}/u.test(word));
}

/**
 * Whether a search by these words most likely finds few members and reads few rows: all words have trigrams, and at
 * least one has a rare trigram and is in no sampled text.
 */
export function findsFewMembers(words: readonly string[]): boolean {
  const { memberTexts, trigrams } = common;
  const commonOnes = trigrams.get('organization_members');
  if (memberTexts === null || !words.every((word) => useTrigrams([word]))) return false;
  return words.some(
    (word) => !memberTexts.includes(word) && trigramsOf(word).some(({ letters }) => !commonOnes?.has(letters)),
  );
}

/** The plan of a search: without trigrams it depends on the words; with them, the given one fits all. */
export function planOf(words: readonly string[], plan: Plan): Plan {
  return words.length > 0 && !useTrigrams(words) ? 'custom' : plan;
}

/** The words that people search for. */
export function wordsIn(text = ''): string[] {
  return text.match(/\S+/g) ?? [];
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern for texts that contain the word. */
export function containing(word: string): string {
  return `%${escaped(word)}%`;
}

/** A LIKE pattern for texts that start with the word. */
export function startingWith(word: string): string {
  return `${escaped(word)}%`;
}

/** LIKE patterns for the index, and for the rows that it finds; null if the first says it all. */
export function patternsOf(table: SearchedTable, word: string): { indexed: string; checked: string | null } {
  const commonOnes = common.trigrams.get(table);
  const rare = commonOnes ? rarePattern(word, commonOnes) : null;
  return rare === null ? { indexed: containing(word), checked: null } : { indexed: rare, checked: containing(word) };
}

/** Whether the search text of the table's row contains each word. */
export function containsWords(
  table: SearchedTable,
  text: RawBuilder<unknown>,
  words: readonly string[],
): RawBuilder<unknown> {
  if (!useTrigrams(words))
    return sql.join(
      words.map((word) => sql`${text} like ${containing(word)}`),
      and,
    );
  // PostgreSQL doesn't estimate by a value in a subselect, so after five calls it keeps one plan for all.
  const conditions = words.map((word) => {
    const { indexed, checked } = patternsOf(table, word);
    const found = sql`${text} like (select ${indexed}::text)`;
    // 'is true' keeps a condition out of the index.
    return checked === null ? found : sql`${found} and (${text} like (select ${checked}::text)) is true`;
  });
  return sql.join(conditions, and);
}

const and = sql.raw(' and ');

/** Whether the organization has so many rows that it is checked instead of looked up; `key` is its column's name. */
export function isCommonOrganization(key: string, organizationId: number): boolean {
  return common.organizations.get(key) === organizationId;
}

/** Whether a row that `containsWords` finds by trigrams is the organization's. */
export function isOf(column: RawBuilder<unknown>, key: string, organizationId: number): RawBuilder<unknown> {
  return isCommonOrganization(key, organizationId)
    ? sql`(${column} = ${organizationId}) is true`
    : sql`${column} = (select ${organizationId}::bigint)`;
}
