// entry: makes operators, decides on organizations, and lets people sign in again

import { createInterface } from 'node:readline/promises';
import type { Settings } from '../config.ts';
import type { Database } from '../db/database.ts';
import { recover } from '../features/employees/recovery.commands.ts';
import { organizationLines, waitingLines } from '../features/operator/operator.texts.ts';
import {
  findAllOrganizations,
  findNamesakes,
  findProposingOrganizations,
  findWaitingOrganizations,
} from '../features/operator/registered-organizations.queries.ts';
import { StartError } from '../start-error.ts';
import { withCommandDatabase } from './command-database.ts';
import { readConfig } from './config.ts';
import { explained } from './database-problem.ts';
import { type Order, readOrder } from './operator-order.ts';
import { carryOutForPeople } from './operator-people.ts';
import { carryOutReview, type Terminal } from './operator-review.ts';
import { runMain, say } from './run-main.ts';

await runMain(async () => {
  const order = readOrder(process.argv.slice(2));
  const config = readConfig();
  await withCommandDatabase(config, (db, { url }) => explained(url, () => carryOut(db, config, order)));
});

async function carryOut(db: Database, config: Settings, order: Order): Promise<void> {
  if (order.list) {
    const lines = order.everything
      ? organizationLines(await findAllOrganizations(db))
      : waitingLines(await findWaitingOrganizations(db), await findProposingOrganizations(db), await findNamesakes(db));
    say(lines.join('\n').trimEnd());
    return;
  }
  if (order.decision === 'add' || order.decision === 'remove' || order.decision === 'people') {
    say(await carryOutForPeople(db, config, order));
    return;
  }
  if (order.decision === 'reset-factors' || order.decision === 'allow-passwords') {
    const { done, sentence } = await recover(db, order);
    if (!done) throw new StartError(sentence);
    say(`✓ ${sentence}`);
    return;
  }
  say(await carryOutReview(db, order, terminal()));
}

/** Null if nobody sits at it, such as in a script. */
function terminal(): Terminal | null {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  return {
    show: (lines) => say(lines.join('\n')),
    confirm: async (question) => {
      const lines = createInterface({ input: process.stdin, output: process.stdout });
      const answer = await lines.question(`${question} [y/N] `).finally(() => lines.close());
      return /^y(es)?$/i.test(answer.trim());
    },
  };
}
