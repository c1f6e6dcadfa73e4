import type { AuditEntry } from '@kinbridge/contract/audit/audit.contract';
import { type CsvRow, csvLines } from '@kinbridge/contract/shared/csv';
import { fullName } from '@kinbridge/contract/users/full-name';

const piece = 1_000;
const header = ['ID', 'TIME', 'ACTOR ID', 'ACTOR', 'ACTION', 'RECORD TYPE', 'RECORD ID', 'DETAIL'];

/** Finds the entries before one, newest first. */
type FindBefore = (page: { before: number | null; limit: number }) => Promise<AuditEntry[]>;

/** Streams a log as CSV: one piece in memory at a time, and no connection held in between. */
export async function* auditCsv(findBefore: FindBefore): AsyncGenerator<string> {
  yield csvLines([header]);
  let before: number | null = null;
  for (;;) {
    const entries: AuditEntry[] = await findBefore({ before, limit: piece });
    if (entries.length > 0) yield csvLines(entries.map(toRow));
    if (entries.length < piece) return;
    before = entries.at(-1)?.id ?? null;
  }
}

function toRow(entry: AuditEntry): CsvRow {
  const { id, createTimestamp, actor, action, entityType, entityId, detail } = entry;
  const name = actor && fullName(actor);
  return [id, createTimestamp, actor?.id ?? null, name, action, entityType, entityId, JSON.stringify(detail)];
}
