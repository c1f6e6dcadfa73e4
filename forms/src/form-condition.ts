/**
 * The subset of SurveyJS conditions that most forms use: `{question} = 'answer'` and similar, joined by and / or.
 * Everything else is left to SurveyJS.
 */
export type Condition =
  | { kind: 'and' | 'or'; parts: Condition[] }
  | { kind: 'compare'; question: string; operator: Operator; literal: Literal };

type Literal = string | number | boolean | undefined | Literal[];
type Operator = '=' | '<>' | '>' | '<' | '>=' | '<=' | 'contains' | 'notcontains' | 'anyof' | 'empty' | 'notempty';

const sameOperator: Record<string, Operator> = {
  '=': '=',
  '==': '=',
  equal: '=',
  '<>': '<>',
  '!=': '<>',
  notequal: '<>',
  '>': '>',
  greater: '>',
  '<': '<',
  less: '<',
  '>=': '>=',
  '<=': '<=',
  contains: 'contains',
  contain: 'contains',
  notcontains: 'notcontains',
  notcontain: 'notcontains',
  empty: 'empty',
  notempty: 'notempty',
};

const comparison =
  /^\{([\w-]+)\}\s*(==|=|<>|!=|>=|<=|>|<|(?:equal|notequal|greater|less|contains?|notcontains?|notempty|empty)\b)\s*(?:'([^'\\]*)'|"([^"\\]*)"|(-?\d+(?:\.\d+)?)|(true|false))?$/i;

/** The parsed condition, or null if unsupported. */
export function readCondition(text: string): Condition | null {
  // Quoted texts and lists are set aside, since they may contain `and` or `or`.
  const kept: string[] = [];
  const keep = (match: string) => `§${kept.push(match) - 1}§`;
  const bare = text.replace(/'[^']*'|"[^"]*"/g, keep).replace(/(?<=\banyof\s*)\[[^[\]]*\]/gi, keep);
  const restore = (part: string): string => part.replace(/§(\d+)§/g, (_, index) => restore(kept[Number(index)] ?? ''));
  if (/[()[\]]|\bnot\b|!(?!=)/i.test(bare)) return null;
  return joined('or', bare.split(/\s+or\s+|\s*\|\|\s*/i), (either) =>
    joined('and', either.split(/\s+and\s+|\s*&&\s*/i), (part) => readComparison(restore(part.trim()))),
  );
}

function joined(kind: 'and' | 'or', texts: string[], read: (text: string) => Condition | null): Condition | null {
  const parts = texts.map(read);
  return parts.every((part) => part !== null) ? { kind, parts } : null;
}

const oneValue = /\s*(?:'([^'\\]*)'|"([^"\\]*)"|(-?\d+(?:\.\d+)?))\s*(?:,|$)/y;

/** `{question} anyof ['a', 2]` */
function readAnyOf(text: string): Condition | null {
  const [, question, list = ''] = /^\{([\w-]+)\}\s*anyof\s*\[(.*)\]$/is.exec(text) ?? [];
  if (!question) return null;
  const literal: Literal[] = [];
  oneValue.lastIndex = 0;
  while (oneValue.lastIndex < list.length) {
    const value = oneValue.exec(list);
    if (!value) return null;
    literal.push(value[1] ?? value[2] ?? Number(value[3]));
  }
  return { kind: 'compare', question, operator: 'anyof', literal };
}

function readComparison(text: string): Condition | null {
  const anyOf = readAnyOf(text);
  if (anyOf) return anyOf;
  const match = comparison.exec(text);
  const operator = sameOperator[match?.[2]?.toLowerCase() ?? ''];
  if (!match?.[1] || !operator) return null;
  const [, question, , single, double, number, truth] = match;
  const literal = single ?? double ?? (number ? Number(number) : truth ? truth.toLowerCase() === 'true' : undefined);
  if ((literal === undefined) !== (operator === 'empty' || operator === 'notempty')) return null;
  return { kind: 'compare', question, operator, literal };
}

export function holds(condition: Condition, answerTo: (question: string) => unknown): boolean {
  if (condition.kind !== 'compare') {
    const part = (one: Condition) => holds(one, answerTo);
    return condition.kind === 'and' ? condition.parts.every(part) : condition.parts.some(part);
  }
  return compare(answerTo(condition.question), condition.operator, condition.literal);
}

function compare(answer: unknown, operator: Operator, literal: Literal): boolean {
  const empty =
    answer === undefined || answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0);
  switch (operator) {
    case 'empty':
      return empty;
    case 'notempty':
      return !empty;
    case '=':
      return same(answer, literal);
    case '<>':
      return !same(answer, literal);
    case 'contains':
      return has(answer, literal);
    case 'notcontains':
      return !has(answer, literal);
    case 'anyof': {
      const list = Array.isArray(literal) ? literal : [literal];
      return [answer].flat().some((item) => list.some((one) => same(item, one)));
    }
    default: {
      if (empty) return false;
      const [left, right] = typeof literal === 'number' ? [Number(answer), literal] : [String(answer), String(literal)];
      if (operator === '>') return left > right;
      if (operator === '<') return left < right;
      return operator === '>=' ? left >= right : left <= right;
    }
  }
}

/** Like SurveyJS: ignoring case, '3' is 3, and 1 is true. */
function same(answer: unknown, literal: Literal): boolean {
  if (answer === undefined || answer === null || Array.isArray(answer)) return false;
  if (typeof literal === 'boolean' && typeof answer === 'number') return answer === Number(literal);
  if (typeof literal === 'number' && typeof answer === 'boolean') return Number(answer) === literal;
  return String(answer).trim().toLowerCase() === String(literal).trim().toLowerCase();
}

function has(answer: unknown, literal: Literal): boolean {
  if (Array.isArray(answer)) return answer.some((item) => same(item, literal));
  return typeof answer === 'string' && answer.toLowerCase().includes(String(literal).toLowerCase());
}
