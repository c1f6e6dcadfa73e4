/** Replaces pgbench: sends the captured SQL with one client per connection. */
import pg from 'pg';
import type { Transaction } from './capture.ts';
import { operations, type World } from './operations.ts';
import { answerMessages } from './processes.ts';
import { connectionOptions, runStatements, withNames } from './run-statements.ts';

export interface DirectOrder {
  url: string;
  operation: string;
  transaction: Transaction;
  world: World;
  connections: number;
  seconds: number;
}

answerMessages(async ({ url, operation, transaction, world, connections, seconds }: DirectOrder) => {
  const named = withNames(transaction.statements);
  const clients = Array.from(
    { length: connections },
    () => new pg.Client(connectionOptions(url, transaction.genericPlan)),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const start = performance.now();
  let done = 0;
  await Promise.all(
    clients.map(async (client, connection) => {
      for (let n = 0; performance.now() < start + seconds * 1000; n++) {
        const vars = operations[operation]?.vars(world, 'bare', connection, n) ?? {};
        await runStatements(client, named, vars as Record<string, string>);
        done++;
      }
      await client.end();
    }),
  );
  return { rate: (done * 1000) / (performance.now() - start) };
});
