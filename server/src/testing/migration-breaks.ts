/**
 * Finds statements of a migration that break the version before, which still serves while a new one starts: expand
 * first, contract in a later version. See decision 0027.
 */
export function findBreaks(sql: string, released: string[]): string[] {
  const statements = splitStatements(sql);
  const created = namesCreatedIn(statements);
  return statements.flatMap((statement) =>
    partsOf(statement.text).flatMap((part) => {
      const rule = ruleFor(part, created);
      if (!rule || isExplained(rule.kind, statement.comment, released)) return [];
      return [`${rule.problem}: ${part.replaceAll(/\s+/g, ' ').slice(0, 90)}`];
    }),
  );
}

interface Statement {
  /** Without comments, string contents and function bodies. */
  text: string;
  /** The comment right before it. */
  comment: string;
}

const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|[^;]|;/g;

function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = [];
  let [text, comment] = ['', ''];
  for (const [piece, tag] of `${sql};`.matchAll(token)) {
    if (piece === ';') {
      if (text.trim() !== '') statements.push({ text: text.trim().toLowerCase(), comment });
      [text, comment] = ['', ''];
    } else if (/^(--|\/\*)/.test(piece)) comment += text.trim() === '' ? `${piece}\n` : '';
    else if (tag !== undefined) {
      // Only the body of a DO block runs now.
      const isRun = /^\s*do\b/i.test(text);
      if (isRun) statements.push(...splitStatements(piece.slice(tag.length, -tag.length)));
      text += '$$';
    } else text += piece.startsWith("'") && piece.length > 1 ? "''" : piece;
  }
  return statements;
}

const name = String.raw`(?:if (?:not )?exists )?(?:only )?((?:\w+\.)?\w+)`;
const creation = new RegExp(
  String.raw`\bcreate (?:or replace )?(?:unlogged |materialized |constraint )*(?:table|view|sequence|function|schema|type|trigger|policy|(?:unique )?index) ${name}`,
  'g',
);

/** Names that exist only because of this file, or exist again at its end. */
function namesCreatedIn(statements: Statement[]): Set<string> {
  const texts = statements.map(({ text }) => text.replaceAll(/\s+/g, ' '));
  const found = texts.flatMap((text) => [...text.matchAll(creation), ...text.matchAll(/\brename to (\w+)/g)]);
  return new Set(found.map(([, created]) => bare(created)));
}

const bare = (qualified = '') => qualified.replace(/^\w+\./, '');

/** Each action of an ALTER TABLE alone, with its table in front; other statements from their first keyword on. */
function partsOf(text: string): string[] {
  const flat = text.replaceAll(/\s+/g, ' ');
  const altered = new RegExp(String.raw`\b(alter table ${name}) (.*)$`).exec(flat);
  if (altered) return splitActions(altered[3] ?? '').map((action) => `${altered[1]} ${action}`);
  return [
    /\b(alter|drop|revoke|create|update|delete|truncate|merge|lock|cluster|reindex|execute)\b.*$/.exec(flat)?.[0] ?? '',
  ];
}

function splitActions(actions: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of actions) {
    if (char === '(') depth++;
    if (char === ')') depth--;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim());
}

/** A contract needs a release that no longer uses the thing; anything else needs a reason. */
type Kind = 'contract' | 'reason';
type Rule = [pattern: RegExp, kind: Kind, problem: string];

const rules: Rule[] = [
  [/^alter table \S+ drop constraint\b/, 'reason', 'drops a constraint that ON CONFLICT may name'],
  [/^alter table \S+ drop\b/, 'contract', 'drops a column'],
  [/^alter table \S+ rename (?!constraint)/, 'contract', 'renames'],
  [/^alter table \S+ alter (column )?\S+ (set data )?type\b/, 'contract', 'changes a type'],
  [/^alter table \S+ alter (column )?\S+ set not null/, 'contract', 'refuses rows without a value'],
  [/^alter table \S+ alter (column )?\S+ drop (default|identity|expression)/, 'contract', 'drops a default'],
  [/^alter table \S+ (set schema|detach|(enable|force) row level)/, 'contract', 'hides rows or the table'],
  [
    /^alter table \S+ add (constraint \S+ )?(primary key|unique|exclude|check|foreign key)\b/,
    'reason',
    'adds a constraint that the version before may break',
  ],
  [
    /^alter table \S+ add (?!.*\b(default|generated)\b).*\bnot null\b/,
    'contract',
    'adds a column that it leaves empty',
  ],
  [
    /^alter table \S+ add .*(\bserial\b|identity|stored|default \(?(\w+\.)?(?!now\b)\w+\()/,
    'reason',
    'rewrites the table under a lock',
  ],
  [/^alter table \S+ (attach|set (logged|unlogged|tablespace))/, 'reason', 'locks the table'],
  [/^alter type .*\b(rename|drop|alter)\b/, 'contract', 'changes a type'],
  [/^alter (?!table|index|type).*\b(rename to|set schema)\b/, 'contract', 'renames'],
  [/^(drop|truncate)\b/, 'contract', 'drops'],
  [/^revoke\b/, 'contract', 'takes a right away'],
  [/^create unique index/, 'reason', 'adds a constraint that the version before may break'],
  [/^create index/, 'reason', 'blocks writes while it builds'],
  [/^(update|delete|merge|lock|cluster|reindex)\b/, 'reason', 'locks rows until the migration ends'],
  [/^execute\b/, 'reason', 'runs a statement that this check cannot read'],
];

function ruleFor(part: string, created: Set<string>): { kind: Kind; problem: string } | null {
  const [, kind, problem] = rules.find(([pattern]) => pattern.test(part)) ?? [];
  if (!kind || !problem || subjectsOf(part).some((subject) => created.has(subject))) return null;
  return { kind, problem };
}

/** The table or object that a statement is about. */
function subjectsOf(part: string): string[] {
  const about = [
    new RegExp(`^(?:alter|drop|truncate|lock|cluster|reindex) (?:(?:materialized )?\\w+ )?${name}`),
    new RegExp(`^(?:update|delete from|merge into|truncate) ${name}`),
    new RegExp(`\\bon (?:table |function |sequence |schema )?${name}`),
  ];
  return about.flatMap((pattern) => bare(pattern.exec(part)?.[1]) || []);
}

function isExplained(kind: Kind, comment: string, released: string[]): boolean {
  const unused = /^-- Unused since (\d+\.\d+\.\d+): \S/m.exec(comment)?.[1];
  if (unused !== undefined) return released.includes(unused);
  return kind === 'reason' && /^-- Compatible: \S/m.test(comment);
}
