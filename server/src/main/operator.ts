// entry: lists waiting organizations, and approves, refuses, suspends or restores one

import { directAddresses } from '../db/addresses.ts';
import { createDatabase, createPool, type Database } from '../db/database.ts';
import { startEmbeddedDatabase } from '../db/embedded-database.ts';
import { decideApproval } from '../features/organizations/approval.commands.ts';
import { organizationLines, outcomeSentence } from '../features/organizations/operator.texts.ts';
import { findRegisteredOrganizations } from '../features/organizations/registered-organizations.queries.ts';
import { createLog } from '../log.ts';
import { StartError } from '../start-error.ts';
import { readConfig } from './config.ts';
import { databaseProblem } from './database-problem.ts';
import { type Order, readOrder } from './operator-order.ts';
import { runMain } from './run-main.ts';

await runMain(async () => {
  const order = readOrder(process.argv.slice(2));
  const config = readConfig();
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedDatabase({ dataDir: config.dataDir, say: () => undefined });
  const url = config.databaseUrl ?? embedded?.appUrl ?? '';
  const db = createDatabase(createPool(directAddresses(url).pooled, 2, createLog('silent')));
  try {
    await carryOut(db, order);
  } catch (error) {
    throw databaseProblem(error, url);
  } finally {
    await db.destroy();
    // An adopted database belongs to a running portal.
    if (embedded && !embedded.adopted) await embedded.stop();
  }
});

async function carryOut(db: Database, order: Order): Promise<void> {
  if (order.list) {
    const lines = organizationLines(await findRegisteredOrganizations(db), order.everything);
    process.stdout.write(`${lines.join('\n').trimEnd()}\n`);
    return;
  }
  const { decision, id, reason } = order;
  const outcome = await decideApproval(db, id, decision, reason);
  const sentence = outcomeSentence(id, decision, outcome);
  if (outcome.kind !== 'changed' && outcome.kind !== 'unchanged') throw new StartError(sentence);
  process.stdout.write(`✓ ${sentence}\n`);
}
