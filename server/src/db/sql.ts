/**
 * SQL as tagged templates with parameters: sql<Row>`select … where id = ${id}`.one(db). A value becomes a
 * parameter; a nested template becomes part of the text. docs/decisions/0017 explains why this isn't a library.
 */

import { activeTracer } from '../trace.ts';
import type { Plan, QueryRunner } from './query.ts';
import { runTraced } from './query-trace.ts';

/**
 * Texts by their template keys. A text rebuilt at every call would be compared in full whenever its statement is looked
 * up.
 */
const texts = new Map<string, string>();
const maxTexts = 2_000;
const maxKeyLength = 1_000;

/** Hears a new text and the templates it is made of, the outermost first. */
type TextListener = (text: string, templates: (readonly string[])[]) => void;
let listener: TextListener | null = null;

/** For the test that checks all texts against the schema. */
export function listenToTexts(heard: TextListener): void {
  listener = heard;
}

export class RawBuilder<Row> {
  readonly #key: string;
  readonly #strings: readonly string[];
  readonly #values: readonly unknown[];
  #plan: Plan = 'auto';
  #short = false;
  #shared = false;
  /** The keys of all parts, once known that none of them has values. */
  #constantKey: string | null = null;

  /** Builders with the same key have the same strings. No key is a prefix of another. */
  constructor(key: string, strings: readonly string[], values: readonly unknown[] = []) {
    this.#key = key;
    this.#strings = strings;
    this.#values = values;
  }

  /** The same query with a chosen plan. */
  planned(plan: Plan): RawBuilder<Row> {
    const planned = this.#copy();
    planned.#plan = plan;
    return planned;
  }

  /** The same query, for a read of a few rows by key: outside a transaction it is sent together with others. */
  get short(): RawBuilder<Row> {
    const short = this.#copy();
    short.#short = true;
    return short;
  }

  /**
   * The same query, for a read that many may make at the same moment: outside a transaction, concurrent ones with the
   * same values are answered with one statement that begins after all of them asked. Its rows must not be changed.
   */
  get shared(): RawBuilder<Row> {
    const shared = this.#copy();
    shared.#shared = true;
    return shared;
  }

  #copy(): RawBuilder<Row> {
    const copy = new RawBuilder<Row>(this.#key, this.#strings, this.#values);
    copy.#plan = this.#plan;
    copy.#short = this.#short;
    copy.#shared = this.#shared;
    return copy;
  }

  /** The only row of a result. Throws if there is none or more than one. */
  async one(db: QueryRunner): Promise<Row> {
    const { rows } = await this.#send(db);
    if (rows.length !== 1) throw this.#rowsError('one row', rows.length);
    return rows[0] as Row;
  }

  /** The only row of a result, or undefined. Throws if there are more. */
  async maybeOne(db: QueryRunner): Promise<Row | undefined> {
    const { rows } = await this.#send(db);
    if (rows.length > 1) throw this.#rowsError('at most one row', rows.length);
    return rows[0];
  }

  async many(db: QueryRunner): Promise<Row[]> {
    return (await this.#send(db)).rows;
  }

  /** For a statement whose rows, if it has any, don't matter. */
  async run(db: QueryRunner): Promise<void> {
    await this.#send(db);
  }

  #rowsError(expected: string, found: number): Error {
    const text = this.#write({ parameters: 0 }).replace(/\s+/g, ' ').trim();
    return new Error(`expected ${expected}, got ${found}: ${text.slice(0, 200)}`);
  }

  #send(db: QueryRunner): Promise<{ rows: Row[] }> {
    const values: unknown[] = [];
    const text = this.#textFor(this.#keyWith(values));
    const query = { text, values, plan: this.#plan, short: this.#short, shared: this.#shared };
    const tracer = activeTracer();
    return tracer === null ? db.run<Row>(query) : runTraced<Row>(tracer, db, query);
  }

  #textFor(key: string): string {
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = this.#write({ parameters: 0 });
    listener?.(text, this.#templates());
    if (key.length > maxKeyLength) return text;
    if (texts.size >= maxTexts) texts.clear();
    texts.set(key, text);
    return text;
  }

  /** The keys of all parts in order, with a mark for each value. */
  #keyWith(values: unknown[]): string {
    if (this.#constantKey !== null) return this.#constantKey;
    const before = values.length;
    let key = this.#key;
    for (const value of this.#values) {
      if (value instanceof RawBuilder) key += value.#keyWith(values);
      else {
        values.push(value);
        key += '$';
      }
    }
    if (values.length === before) this.#constantKey = shortKey(key);
    return key;
  }

  #templates(): (readonly string[])[] {
    const nested = this.#values.flatMap((value) => (value instanceof RawBuilder ? value.#templates() : []));
    return templateKeys.has(this.#strings) ? [this.#strings, ...nested] : nested;
  }

  #write(written: { parameters: number }): string {
    let text = this.#strings[0] ?? '';
    for (const [index, value] of this.#values.entries()) {
      text += value instanceof RawBuilder ? value.#write(written) : `$${++written.parameters}`;
      text += this.#strings[index + 1];
    }
    return text;
  }
}

/** Of parts that are always the same, such as the JSON of a request with its hundred columns. */
const shortKeys = new Map<string, string>();
const maxConstantLength = 50;

function shortKey(key: string): string {
  const known = shortKeys.get(key);
  if (known !== undefined) return known;
  if (key.length <= maxConstantLength || shortKeys.size >= maxTexts) return key;
  const short = `s${shortKeys.size};`;
  shortKeys.set(key, short);
  return short;
}

/** A template is the same array each time its line runs. */
const templateKeys = new WeakMap<readonly string[], string>();
let templates = 0;

function template<Row = unknown>(strings: TemplateStringsArray, ...values: unknown[]): RawBuilder<Row> {
  return new RawBuilder<Row>(templateKeys.get(strings) ?? templateKey(strings), strings, values);
}

function templateKey(strings: TemplateStringsArray): string {
  const key = `t${++templates};`;
  templateKeys.set(strings, key);
  return key;
}

const rawKeys = new Map<string, string>();
const maxRawLength = 5_000;

function raw<Row = unknown>(text: string): RawBuilder<Row> {
  return new RawBuilder<Row>(rawKeys.get(text) ?? rawKey(text), [text]);
}

function rawKey(text: string): string {
  if (rawKeys.size >= maxTexts || text.length > maxRawLength) return `x${text.length};${text}`;
  const key = `r${rawKeys.size};`;
  rawKeys.set(text, key);
  return key;
}

const quoted = (name: string) => raw(name.split('.').map(quoteName).join('.'));
const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const sql = Object.assign(template, {
  /** Trusted text, never user input. */
  raw,
  /** A column name, with or without its table. */
  ref: quoted,
  table: quoted,
  /** A value inlined in the text, for a plan that depends on it. Each value makes its own statement. */
  lit: (value: string | number | boolean | null) => raw(literal(value)),
  join(parts: readonly unknown[], separator: RawBuilder<unknown> = comma): RawBuilder<unknown> {
    const values = parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
    return new RawBuilder<unknown>(`j${values.length};`, new Array(values.length + 1).fill(''), values);
  },
});

const comma = raw(', ');

function literal(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
