import { counted } from '@kinbridge/contract/shared/counted';
// entry: verifies the audit log's hash chain and reports the first row that was tampered with

import type { Settings } from '../config.ts';
import { AnchorCheck, type AnchorsOf, type PlaceVerdict } from '../records/audit/audit-anchors.commands.ts';
import {
  type BrokenReason,
  type ChainVerdict,
  recordVerification,
  verifyAuditLog,
} from '../records/audit/audit-chain.commands.ts';
import { ArchiveDamaged } from '../records/audit/audit-chain.queries.ts';
import { findPieces } from '../upkeep/archive/archive.queries.ts';
import { archivedLinks } from '../upkeep/archive/archive-pieces.ts';
import { withCommandDatabase } from './command-database.ts';
import { readConfig } from './config.ts';
import { createAnchorPlaces, createFileStore, encryptStore } from './create-app.ts';
import { readAuditKey, readEncryptionKey } from './keys.ts';
import { fail, runMain, say } from './run-main.ts';

const reasons: Record<BrokenReason, string> = {
  changed: 'was changed after it was sealed',
  removed: 'was removed',
  order: 'is out of order in the chain',
  unkeyed: 'is not sealed with the audit key',
  asked: 'has different search terms than were recorded',
};

const problems: string[] = [];

await runMain(async () => {
  const config = readConfig();
  await withCommandDatabase(config, async (db, address) => {
    const auditKey = await readAuditKey(config, address);
    const anchors = new AnchorCheck(await readAnchors(config));
    const readKey = () => readEncryptionKey(config, address);
    const files = encryptStore(createFileStore(config), config, db, readKey);
    let rows = 0;
    try {
      const archived = archivedLinks(db, files, await findPieces(db));
      const see = (position: number, hash: string) => anchors.see(position, hash);
      const verdict = await verifyAuditLog(db, auditKey, see, archived);
      reportChain(verdict);
      if (verdict.intact) rows = verdict.rows;
      if (verdict.intact) for (const place of anchors.verdicts()) reportPlace(place, verdict.rows);
    } catch (error) {
      if (!(error instanceof ArchiveDamaged)) throw error;
      report(error.message);
    } finally {
      await files.close();
    }
    await recordVerification(db, { rows, problems });
  });
});

async function readAnchors(config: Settings): Promise<AnchorsOf[]> {
  const found: AnchorsOf[] = [];
  for (const place of createAnchorPlaces(config)) {
    try {
      const kept = await place.read();
      if (kept) found.push({ place: place.name, ...kept });
    } catch {
      report(`The anchors in ${place.name} cannot be read.`);
    } finally {
      await place.close();
    }
  }
  return found;
}

function reportChain(verdict: ChainVerdict): void {
  if (!verdict.intact) {
    report(`The audit log was tampered with: row ${verdict.auditId} ${reasons[verdict.reason]}.`);
    return;
  }
  const { rows, keyedFrom, head, unsealed, late } = verdict;
  say(
    `✓ The audit log is intact: ${counted(rows, 'sealed row')}, from position ${keyedFrom ?? 1} on with the audit key.`,
  );
  say(`  Head of the chain: ${head}`);
  if (unsealed.count > 0) {
    report(
      `${counted(unsealed.count, 'row')} should be sealed by now, the first is ${unsealed.first}. Is the worker running?`,
    );
  }
  if (late.count > 0)
    report(`${counted(late.count, 'row')} appeared between older ones afterwards, the first is ${late.first}.`);
}

function reportPlace({ place, agreeing, last, unreadable, broken }: PlaceVerdict, rows: number): void {
  if (broken) {
    const found = broken.reason === 'shorter' ? `ends at position ${rows}` : 'has another row there';
    report(
      `The chain does not agree with ${place}: its anchor of ${broken.time} is position ${broken.position}, and the chain ${found}. The log was cut off or replaced, or an older backup was restored.`,
    );
  }
  if (last)
    say(
      `✓ The chain agrees with ${counted(agreeing, 'anchor')} in ${place}, the last of ${last.time} at position ${last.position}.`,
    );
  else if (!broken) say(`• No anchors in ${place} yet.`);
  if (unreadable > 0)
    say(`• ${place} holds ${counted(unreadable, 'entry', 'entries')} that can't be read as an anchor.`);
}

function report(problem: string): void {
  problems.push(problem);
  fail(problem);
}
