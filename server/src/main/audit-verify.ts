// entry: verifies the audit log's hash chain and names the first row that was tampered with

import { createDatabase, createPool } from '../db/database.ts';
import { startEmbeddedDatabase } from '../db/embedded-database.ts';
import { verifyAuditLog } from '../features/audit/audit-chain.commands.ts';
import { createLog } from '../log.ts';
import { readConfig } from './config.ts';
import { readAuditKey } from './keys.ts';
import { runMain } from './run-main.ts';

const reasons = {
  changed: 'was changed after it was sealed',
  removed: 'was removed',
  order: 'is out of order in the chain',
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
  await readAuditKey(config, databaseUrl);
  const db = createDatabase(createPool(databaseUrl, 2, createLog('silent')));
  const verdict = await verifyAuditLog(db).finally(() => db.destroy());
  if (!verdict.intact) {
    process.stdout.write(`✗ The audit log was tampered with: row ${verdict.auditId} ${reasons[verdict.reason]}.\n`);
    process.exitCode = 1;
    return;
  }
  process.stdout.write(
    `✓ The audit log is intact: ${verdict.rows} sealed rows.\n  Head of the chain: ${verdict.head}\n`,
  );
  const { count, first } = verdict.unsealed;
  if (count > 0) {
    process.stdout.write(
      `✗ ${count} rows older than 15 minutes are not sealed, the first is ${first}. Is the worker running?\n`,
    );
    process.exitCode = 1;
  }
}
