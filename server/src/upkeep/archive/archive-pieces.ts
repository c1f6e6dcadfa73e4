import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Executor } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import { FileMissing, type FileStore } from '../../outside/files/file-store.ts';
import {
  ArchiveDamaged,
  type ArchivedLinks,
  type ChainLink,
  findAsked,
  findLinks,
} from '../../records/audit/audit-chain.queries.ts';
import type { FileContent } from '../../records/stored-files/stored-files.commands.ts';
import { type ArchivedPiece, type ArchiveMonth, findLines } from './archive.queries.ts';

/** A few megabytes of lines. */
const rowsPerPiece = 20_000;

export interface Piece extends FileContent {
  tableName: string;
  rowCount: number;
  firstPosition: number | null;
}

/** A line of the log: the link and the row's text, which the hash covers, so a month can be verified from its file. */
type LogLine = [position: number, auditId: number, sealed: string | null, hash: string, content: string];

/** A month's rows as compressed lines of JSON: the log in order of its chain, then emails and texts by id. */
export async function* monthPieces(db: Executor, month: ArchiveMonth): AsyncGenerator<Piece> {
  let number = 0;
  const piece = async (tableName: string, lines: string[], firstPosition: number | null): Promise<Piece> => ({
    tableName,
    rowCount: lines.length,
    firstPosition,
    fileName: `${tableName}-${month.name}-${String(++number).padStart(4, '0')}.ndjson.gz`,
    contentType: 'application/gzip',
    scan: null,
    bytes: await promisify(gzip)(`${lines.join('\n')}\n`),
  });
  for (let position = 0; ; ) {
    const links = await findLinks(db, position, rowsPerPiece, month);
    const [first] = links;
    if (!first) break;
    yield piece('audit_log', links.map(toLine), first.position);
    position = links.at(-1)?.position ?? position;
  }
  for (const table of ['emails', 'sms_messages'] as const) {
    const findAfter = (after: number) => findLines[table](db, { after, before: month.high, limit: rowsPerPiece });
    for await (const rows of inBatches(month.low - 1, findAfter)) {
      yield piece(
        table,
        rows.map(({ line }) => line),
        null,
      );
    }
  }
}

function toLine({ position, audit_id, sealed, hash, content }: ChainLink): string {
  if (content === null) throw new Error(`row ${audit_id} of the audit log is missing`);
  return JSON.stringify([position, audit_id, sealed, hash.toString('hex'), content] satisfies LogLine);
}

/** The lines of a piece as they were written; throws ArchiveDamaged if it is missing or has other bytes. */
export async function readPiece(files: FileStore, piece: ArchivedPiece): Promise<string[]> {
  const bytes = await files.read(piece.storageKey).catch((error: unknown) => {
    throw error instanceof FileMissing ? new ArchiveDamaged(piece.fileName, 'is missing') : error;
  });
  if (!createHash('sha256').update(bytes).digest().equals(piece.sha256)) {
    throw new ArchiveDamaged(piece.fileName, 'was changed after it was written');
  }
  const lines = (await promisify(gunzip)(bytes)).toString('utf8').trimEnd().split('\n');
  if (lines.length !== piece.rowCount) throw new ArchiveDamaged(piece.fileName, 'has another number of rows');
  return lines;
}

/** The pieces of the log, which alone have a position, for the verification of the whole chain. */
export function archivedLinks(db: Executor, files: FileStore, pieces: ArchivedPiece[]): ArchivedLinks[] {
  return pieces.flatMap((piece) =>
    piece.firstPosition === null ? [] : { firstPosition: piece.firstPosition, read: () => readLinks(db, files, piece) },
  );
}

async function readLinks(db: Executor, files: FileStore, piece: ArchivedPiece): Promise<ChainLink[]> {
  const lines = (await readPiece(files, piece)).map((line): LogLine => JSON.parse(line));
  const asked = await findAsked(
    db,
    lines.map(([, auditId]) => auditId),
  );
  return lines.map(([position, audit_id, sealed, hash, content]) => {
    const terms = asked.get(audit_id);
    const digest = terms ? (JSON.parse(content)[7].askedDigest ?? null) : null;
    return {
      position,
      audit_id,
      sealed,
      hash: Buffer.from(hash, 'hex'),
      content,
      asked: terms ? { ...terms, digest } : null,
    };
  });
}
