import { createHash } from 'node:crypto';
import {
  type ColumnPlaces,
  emptyListSentence,
  headerSearchRows,
  isHeaderRow,
  memberListMaxRows,
  missingColumnsSentence,
  recogniseColumns,
} from '@kinbridge/contract/members/member-list-columns';
import { type ListedMember, readMemberListRow } from '@kinbridge/contract/members/member-list-rows';
import type { ErrorCode } from '@kinbridge/contract/shared/errors';
import { SpreadsheetProblem, type SpreadsheetProblemKind } from '@kinbridge/contract/spreadsheets/spreadsheet-problem';
import type { Sheet } from '@kinbridge/contract/spreadsheets/xlsx-rows';
import { AppError } from '../../app-error.ts';
import { openSpreadsheet } from '../../outside/spreadsheets/open-spreadsheet.ts';
import { ListedPeople } from './listed-people.ts';

/** A usable row: the person, and the place of an earlier row that is the same person. */
export interface ListedRow {
  place: number;
  sameAs: number | null;
  member: ListedMember;
}

export interface ReadList {
  total: number;
  rejected: { row: number; reason: string }[];
  /** The same usable rows in the same order have the same hash, whichever program saved the file. */
  contentHash: Buffer;
}

const problemCodes: Record<SpreadsheetProblemKind, ErrorCode> = {
  notSpreadsheet: 'unsupported_type',
  oldFormat: 'unsupported_type',
  protected: 'unsupported_type',
  broken: 'unusable_file',
  tooLarge: 'too_large',
};

/** Reads a list of members and hands its usable rows on in batches; the rest is named with its reason. */
export async function readMemberList(
  bytes: Uint8Array,
  batchSize: number,
  take: (rows: ListedRow[]) => Promise<void>,
): Promise<ReadList> {
  try {
    return await readRows(await openSpreadsheet(bytes), batchSize, take);
  } catch (error) {
    if (error instanceof SpreadsheetProblem) throw new AppError(problemCodes[error.kind], error.message);
    throw error;
  }
}

async function readRows(sheet: Sheet, batchSize: number, take: (rows: ListedRow[]) => Promise<void>) {
  const people = new ListedPeople();
  const hash = createHash('sha256');
  const rejected: ReadList['rejected'] = [];
  let batch: ListedRow[] = [];
  let total = 0;
  const header = await findHeader(sheet);
  for await (const { row, cells } of sheet.rows) {
    const read = readMemberListRow(cells, header, sheet.from1904);
    if (read === null) continue;
    if (total + rejected.length >= memberListMaxRows) throw tooManyRows();
    if ('reason' in read) {
      rejected.push({ row, reason: read.reason });
      continue;
    }
    total++;
    hash.update(`${JSON.stringify(Object.values(read.member))}\n`);
    batch.push({ place: total, sameAs: people.findOrAdd(total, read.member), member: read.member });
    if (batch.length < batchSize) continue;
    await take(batch);
    batch = [];
  }
  if (batch.length > 0) await take(batch);
  if (total === 0) throw noUsableRow(rejected);
  return { total, rejected, contentHash: hash.digest() };
}

async function findHeader(sheet: Sheet): Promise<ColumnPlaces> {
  let best: ColumnPlaces = {};
  let seen = 0;
  while (seen < headerSearchRows) {
    const next = await sheet.rows.next();
    if (next.done) break;
    seen++;
    const places = recogniseColumns(next.value.cells);
    if (isHeaderRow(places)) return places;
    if (Object.keys(places).length > Object.keys(best).length) best = places;
  }
  throw new AppError('unusable_file', seen === 0 ? emptyListSentence : missingColumnsSentence(best));
}

function tooManyRows(): AppError {
  const most = memberListMaxRows.toLocaleString('en-US');
  return new AppError('too_large', `The list has more than ${most} rows. Please split it into smaller files.`);
}

function noUsableRow(rejected: ReadList['rejected']): AppError {
  const first = rejected[0];
  if (!first) return new AppError('unusable_file', emptyListSentence);
  const sentence = `No row of the list can be used. Row ${first.row}: ${first.reason}`;
  return new AppError('unusable_file', sentence, { extra: { rejected } });
}
