import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { AppContext } from '../../app-context.ts';
import type { Config } from '../../config.ts';
import { transaction } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';
import { hashPhone } from '../../records/sms/erased-opt-outs.commands.ts';
import { allStoredWhile } from '../../records/stored-files/stored-files.commands.ts';
import { type ArchivedPiece, findPieces } from './archive.queries.ts';
import { readPiece } from './archive-pieces.ts';

/** Whose archived texts and emails are emptied; without an organization, those of all. */
export interface ArchivedErasure {
  ids: number[];
  requestIds: number[];
  organizationId: number | null;
  /** Keyed hashes of the numbers of texts that belong to nobody. */
  phoneHashes?: string[];
}

interface ArchivedRow {
  user_id: number | null;
  service_request_id?: number | null;
  phone_number?: string;
  organization_id?: number | null;
}

/** Empties an erased member's rows in archived months. Their number stays; the log has no identity and isn't touched. */
export async function eraseArchived(app: AppContext, erasure: ArchivedErasure): Promise<void> {
  for (const piece of await findPieces(app.db)) {
    if (piece.tableName === 'audit_log') continue;
    const lines = await readPiece(app.files, piece);
    const kept = lines.map((line) => {
      const row: ArchivedRow = JSON.parse(line);
      return covers(erasure, row) || isStray(app.config, erasure, row)
        ? JSON.stringify({ ...row, ...emptied[piece.tableName] })
        : line;
    });
    if (kept.some((line, index) => line !== lines[index])) await rewritePiece(app, piece, kept);
  }
}

const emptied: Record<string, object> = {
  sms_messages: { phone_number: '', body: '', user_id: null, service_request_id: null },
  emails: { to_address: '', payload: {}, user_id: null },
};

function covers({ ids, requestIds, organizationId }: ArchivedErasure, row: ArchivedRow): boolean {
  if (organizationId !== null && row.organization_id !== organizationId) return false;
  const isIn = (erased: number[], id: number | null | undefined) => id != null && erased.includes(id);
  return isIn(ids, row.user_id) || isIn(requestIds, row.service_request_id);
}

/** A text to or from a number of the member that wasn't linked to them. */
function isStray(
  config: Config,
  { phoneHashes = [] }: ArchivedErasure,
  { user_id, phone_number }: ArchivedRow,
): boolean {
  if (user_id !== null || !phone_number || phoneHashes.length === 0) return false;
  return phoneHashes.includes(hashPhone(config, phone_number).toString('hex'));
}

/** Stores the piece under a new key, so a crash leaves either the old bytes or the new ones. */
async function rewritePiece(app: AppContext, piece: ArchivedPiece, lines: string[]): Promise<void> {
  const bytes = await promisify(gzip)(`${lines.join('\n')}\n`);
  const content = { bytes, fileName: piece.fileName, contentType: 'application/gzip', scan: null };
  await allStoredWhile(app, [content], async ([stored]) => {
    if (!stored) return;
    await transaction(app.db, async (tx) => {
      await sql`update files set storage_key = ${stored.storageKey}, sha256 = ${stored.sha256}, size = ${stored.size}
        where storage_key = ${piece.storageKey}`.run(tx);
      await addJob(tx, 'remove-file', { storageKey: piece.storageKey });
    });
    stored.hasRow = true;
  });
}
