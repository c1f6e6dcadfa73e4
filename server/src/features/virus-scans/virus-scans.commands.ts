import type { Caller, Visitor } from '../../access/caller.ts';
import { type Database, transaction } from '../../db/database.ts';
import { audit } from '../audit/audit.commands.ts';

interface InfectedUpload {
  caller: Caller | Visitor;
  /** Whose form or record the file was for. */
  organizationId: number | null;
  virus: string;
}

/** The file itself is never stored. */
export async function recordInfectedUpload(db: Database, upload: InfectedUpload): Promise<void> {
  const { caller, organizationId, virus } = upload;
  await transaction(db, (tx) =>
    audit(tx, {
      caller,
      organizationId,
      action: 'file.infected',
      entityType: 'file',
      entityId: null,
      detail: { virus },
    }),
  );
}
