import { type Tracer, traced } from '../trace.ts';
import { type Executor, type Query, statementHash } from './statements.ts';

interface Described {
  summary: string;
  operation: string;
  statement: string;
}

const known = new Map<string, Described>();
const maxKnown = 2_000;

/** Runs a query in a span with the name of its statement. The text isn't recorded, because it may contain literals. */
export function runTraced<Row>(tracer: Tracer, db: Executor, query: Query): Promise<{ rows: Row[] }> {
  // What runs outside a request or job isn't recorded: workers look for texts every two seconds.
  if (tracer.current() === null) return db.run<Row>(query);
  const { summary, operation, statement } = known.get(query.text) ?? describe(query.text);
  const facts = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.summary': summary,
    'kinbridge.statement': statement,
  };
  return traced(tracer, { name: summary, kind: 'client', facts }, () => db.run<Row>(query));
}

function describe(text: string): Described {
  const [operation = 'other'] = /\b(select|insert|update|delete)\b/i.exec(text.toLowerCase()) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+([a-z_][a-z_.]*)/i.exec(text) ?? [];
  const described = { summary: `${operation} ${table}`.trim(), operation, statement: statementHash(text) };
  if (known.size >= maxKnown) known.clear();
  known.set(text, described);
  return described;
}
