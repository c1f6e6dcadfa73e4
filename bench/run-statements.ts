/** Runs captured statements as named statements. */
/** Gives bare the better of two: PostgreSQL's own plan choice, or a generic plan. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Captured, Part, Statement } from './capture.ts';
import { operations, type World } from './operations.ts';
import { median } from './report.ts';

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

export async function choosePlans(url: string, world: World, captured: Captured): Promise<void> {
  for (const [key, { all }] of Object.entries(captured)) {
    const operation = operations[key];
    // Transactions run as in the portal.
    if (!all || !operation?.keeps) continue;
    const times = await Promise.all([false, true].map((genericPlan) => timeOf(genericPlan)));
    all.genericPlan = (times[1] ?? 0) < (times[0] ?? 0);

    async function timeOf(genericPlan: boolean): Promise<number> {
      const client = new pg.Client(connectionOptions(url, genericPlan));
      await client.connect();
      const named = withNames(all?.statements ?? []);
      const list: number[] = [];
      for (let n = 0; n < 40; n++) {
        const vars = operation?.vars(world, 'bare', n % world.staff.length, n) as Record<string, string>;
        const start = performance.now();
        await runStatements(client, named, vars);
        // PostgreSQL decides after five calls.
        if (n >= 10) list.push(performance.now() - start);
      }
      await client.end();
      return median(list);
    }
  }
}
