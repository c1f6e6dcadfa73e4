/** One rule of 'Show only if'. */
export interface Rule {
  question: string;
  comparison: Comparison;
  /** Absent for 'is answered' and 'is not answered'. */
  value?: RuleValue;
}

export type RuleValue = string | number | boolean | (string | number)[];

export interface Condition {
  /** Whether all rules must be true, or any of them. */
  join: 'and' | 'or';
  rules: Rule[];
}

export const comparisonLabels = {
  '=': 'is',
  '<>': 'is not',
  contains: 'includes',
  notcontains: 'does not include',
  anyof: 'is one of',
  '>': 'is more than',
  '>=': 'is at least',
  '<': 'is less than',
  '<=': 'is at most',
  notempty: 'is answered',
  empty: 'is not answered',
} as const;

export type Comparison = keyof typeof comparisonLabels;

/** Other spellings that SurveyJS accepts. */
const spellings = new Map<string, Comparison>(
  Object.entries({
    '==': '=',
    equal: '=',
    '!=': '<>',
    notequal: '<>',
    contain: 'contains',
    notcontain: 'notcontains',
    greater: '>',
    greaterorequal: '>=',
    less: '<',
    lessorequal: '<=',
  }),
);

export function takesValue(comparison: Comparison): boolean {
  return comparison !== 'empty' && comparison !== 'notempty';
}

/** A condition in SurveyJS syntax. */
export function writeCondition({ join, rules }: Condition): string | undefined {
  return rules.length > 0 ? rules.map(writeRule).join(` ${join} `) : undefined;
}

function writeRule({ question, comparison, value = '' }: Rule): string {
  return takesValue(comparison) ? `{${question}} ${comparison} ${writeValue(value)}` : `{${question}} ${comparison}`;
}

function writeValue(value: RuleValue): string {
  if (Array.isArray(value)) return `[${value.map(writeValue).join(', ')}]`;
  // Escape both kinds of quotes: SurveyJS allows neither inside a text.
  return typeof value === 'string' ? `'${value.replace(/['"]/g, '\\$&')}'` : String(value);
}

/** The rules of a condition, or null if the picker can't show it. */
export function readCondition(expression: string): Condition | null {
  const reader = new Reader(expression);
  const rules: Rule[] = [];
  const joins = new Set<'and' | 'or'>();
  for (let more = true; more; ) {
    const rule = readRule(reader);
    if (!rule) return null;
    rules.push(rule);
    const join = reader.take(/and\b|&&|or\b|\|\|/i)?.toLowerCase();
    if (join !== undefined) joins.add(join === 'and' || join === '&&' ? 'and' : 'or');
    more = join !== undefined;
  }
  if (!reader.atEnd || joins.size > 1) return null;
  return { join: [...joins][0] ?? 'and', rules };
}

function readRule(reader: Reader): Rule | null {
  const question = reader.take(/\{[^{}]+\}/)?.slice(1, -1);
  const word = reader.take(/==|=|!=|<>|>=|<=|>|<|[a-z]+/i)?.toLowerCase();
  if (question === undefined || word === undefined) return null;
  const comparison = Object.hasOwn(comparisonLabels, word) ? (word as Comparison) : spellings.get(word);
  if (!comparison) return null;
  if (!takesValue(comparison)) return { question, comparison };
  const value = readValue(reader);
  return value === undefined ? null : { question, comparison, value };
}

function readValue(reader: Reader): RuleValue | undefined {
  if (!reader.take(/\[/)) return readOne(reader);
  const list: (string | number)[] = [];
  while (!reader.take(/\]/)) {
    const one = readOne(reader);
    if (typeof one !== 'string' && typeof one !== 'number') return undefined;
    list.push(one);
    reader.take(/,/);
  }
  return list;
}

function readOne(reader: Reader): string | number | boolean | undefined {
  const text = reader.take(/'(?:[^'"\\]|\\.)*'|"(?:[^'"\\]|\\.)*"/);
  if (text !== undefined) return text.slice(1, -1).replace(/\\(['"])/g, '$1');
  const word = reader.take(/true\b|false\b/i)?.toLowerCase();
  if (word) return word === 'true';
  const number = reader.take(/-?\d+(?:\.\d+)?(?![\w.])/);
  return number === undefined ? undefined : Number(number);
}

/** Reads tokens from the start of a text, skipping spaces. */
class Reader {
  private rest: string;

  constructor(text: string) {
    this.rest = text.trim();
  }

  get atEnd(): boolean {
    return this.rest === '';
  }

  take(piece: RegExp): string | undefined {
    const found = new RegExp(`^(?:${piece.source})`, piece.flags).exec(this.rest)?.[0];
    if (found !== undefined) this.rest = this.rest.slice(found.length).trimStart();
    return found;
  }
}
