/** Gives bare the better of two: PostgreSQL's own plan choice, or a generic plan. */
import pg from 'pg';
import type { Captured } from './capture.ts';
import { operations, type World } from './operations.ts';
import { median } from './report.ts';
import { connectionOptions, runStatements, withNames } from './run-statements.ts';

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
