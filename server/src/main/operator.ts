// entry: makes operators, decides on organizations, and lets people sign in again

import type { Settings } from '../config.ts';
import type { Database } from '../db/database.ts';
import { commandCaller } from '../features/audit/audit.commands.ts';
import { recover } from '../features/employees/recovery.commands.ts';
import { decideOrganization } from '../features/operator/decide-organization.commands.ts';
import { organizationLines, outcomeSentence, waitingLines } from '../features/operator/operator.texts.ts';
import {
  findAllOrganizations,
  findNamesakes,
  findWaitingOrganizations,
} from '../features/operator/registered-organizations.queries.ts';
import { StartError } from '../start-error.ts';
import { withCommandDatabase } from './command-database.ts';
import { readConfig } from './config.ts';
import { explained } from './database-problem.ts';
import { type Order, readOrder } from './operator-order.ts';
import { carryOutForPeople } from './operator-people.ts';
import { runMain } from './run-main.ts';

await runMain(async () => {
  const order = readOrder(process.argv.slice(2));
  const config = readConfig();
  await withCommandDatabase(config, (db, { url }) => explained(url, () => carryOut(db, config, order)));
});

async function carryOut(db: Database, config: Settings, order: Order): Promise<void> {
  if (order.list) {
    const lines = order.everything
      ? organizationLines(await findAllOrganizations(db))
      : waitingLines(await findWaitingOrganizations(db), await findNamesakes(db));
    process.stdout.write(`${lines.join('\n').trimEnd()}\n`);
    return;
  }
  if (order.decision === 'add' || order.decision === 'remove' || order.decision === 'people') {
    process.stdout.write(`${await carryOutForPeople(db, config, order)}\n`);
    return;
  }
  if (order.decision === 'reset-factors' || order.decision === 'allow-passwords') {
    const { done, sentence } = await recover(db, order);
    if (!done) throw new StartError(sentence);
    process.stdout.write(`✓ ${sentence}\n`);
    return;
  }
  const { decision, id, reason } = order;
  const outcome = await decideOrganization(db, commandCaller, id, { decision, reason });
  const sentence = outcomeSentence(id, decision, outcome);
  if (outcome.kind !== 'changed' && outcome.kind !== 'unchanged') throw new StartError(sentence);
  process.stdout.write(`✓ ${sentence}\n`);
}
