import { takeAttempt } from '../../access/attempts.commands.ts';
import type { Caller, Visitor } from '../../access/caller.ts';
import { type Database, transaction } from '../../db/database.ts';
import { record } from '../../records/happenings/record.commands.ts';

interface InfectedUpload {
  caller: Caller | Visitor;
  /** Whose form or record the file was for. */
  organizationId: number | null;
  virus: string;
}

/** Strangers can send as many infected files as calls, so they must not fill the log. */
const strangersEntriesAnHour = 100;

/** The file itself is never stored. */
export async function recordInfectedUpload(db: Database, upload: InfectedUpload): Promise<void> {
  const { caller, organizationId, virus } = upload;
  const subject = `infected uploads ${organizationId}`;
  if (caller.userId === null && (await takeAttempt(db, subject, strangersEntriesAnHour, 60)) > 0) return;
  await transaction(db, (tx) =>
    record(tx, {
      caller,
      organizationId,
      action: 'file.infected',
      entityType: 'file',
      entityId: null,
      detail: { virus },
    }),
  );
}
