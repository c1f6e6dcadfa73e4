// entry: verifies the audit log's hash chain and names the first row that was tampered with

import { createDatabase, createPool } from '../db/database.ts';
import { startEmbeddedDatabase } from '../db/embedded-database.ts';
import { type BrokenReason, verifyAuditLog } from '../features/audit/audit-chain.commands.ts';
import { createLog } from '../log.ts';
import { readConfig } from './config.ts';
import { readAuditKey } from './keys.ts';
import { runMain } from './run-main.ts';

const reasons: Record<BrokenReason, string> = {
  changed: 'was changed after it was sealed',
  removed: 'was removed',
  order: 'is out of order in the chain',
  unkeyed: 'is not sealed with the audit key',
  asked: 'has other search words beside it than were recorded',
};

await runMain(async () => {
  const config = readConfig();
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedDatabase({ dataDir: config.dataDir, say: () => undefined });
  try {
    await verify(config, config.databaseUrl ?? embedded?.appUrl ?? '');
  } finally {
    // A portal that is running keeps its database.
    if (embedded && !embedded.adopted) await embedded.stop();
  }
});

async function verify(config: ReturnType<typeof readConfig>, databaseUrl: string): Promise<void> {
  const auditKey = await readAuditKey(config, databaseUrl);
  const db = createDatabase(createPool(databaseUrl, 2, createLog('silent')));
  const verdict = await verifyAuditLog(db, auditKey).finally(() => db.destroy());
  if (!verdict.intact) {
    fail(`The audit log was tampered with: row ${verdict.auditId} ${reasons[verdict.reason]}.`);
    return;
  }
  process.stdout.write(
    `✓ The audit log is intact: ${verdict.rows} sealed rows, from position ${verdict.keyedFrom ?? 1} on with the audit key.\n  Head of the chain: ${verdict.head}\n`,
  );
  const { unsealed, late } = verdict;
  if (unsealed.count > 0) {
    fail(
      `${unsealed.count} rows should be sealed by now and are not, the first is ${unsealed.first}. Is the worker running?`,
    );
  }
  if (late.count > 0) fail(`${late.count} rows were added between older ones afterwards, the first is ${late.first}.`);
}

function fail(sentence: string): void {
  process.stdout.write(`✗ ${sentence}\n`);
  process.exitCode = 1;
}
