/** Runs captured statements as named statements. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Part, Statement } from './capture.ts';

export type Named = Statement & { name: string };

export function withNames(statements: Statement[]): Named[] {
  return statements.map((statement) => ({
    ...statement,
    name: `b${createHash('sha1').update(statement.text).digest('hex').slice(0, 16)}`,
  }));
}

/** The portal's connection options. */
export function connectionOptions(url: string, genericPlan: boolean): pg.ClientConfig {
  const plan = genericPlan ? ' -c plan_cache_mode=force_generic_plan' : '';
  return { connectionString: url, options: `-c role=kinbridge_app${plan}` };
}

export async function runStatements(
  client: pg.ClientBase,
  statements: Named[],
  vars: Record<string, string>,
): Promise<pg.QueryResult[]> {
  const results: pg.QueryResult[] = [];
  for (const statement of statements) results.push(await client.query(fill(statement, vars, results)));
  return results;
}

/** Statements without parameters, such as begin and commit, are sent unchanged. */
function fill({ text, name, params }: Named, vars: Record<string, string>, results: pg.QueryResult[]): pg.QueryConfig {
  if (params.length === 0) return { text };
  return {
    text,
    name,
    values: params.map((parts) => (parts === null ? null : parts.map((part) => textOf(part, vars, results)).join(''))),
  };
}

function textOf(part: Part, vars: Record<string, string>, results: pg.QueryResult[]): string {
  if (typeof part === 'string') return part;
  if ('var' in part) return vars[part.var] ?? '';
  return String(results[part.statement]?.rows[part.row]?.[part.column]);
}
