import { createHash } from 'node:crypto';
import {
  type ColumnPlaces,
  emptyListSentence,
  headerSearchRows,
  isHeaderRow,
  memberListMaxRows,
  missingColumnsSentence,
  recognizeColumns,
} from '@kinbridge/contract/members/member-list-columns';
import { type ChosenMember, readMemberListRow } from '@kinbridge/contract/members/member-list-rows';
import type { ListedMember } from '@kinbridge/contract/members/member-list-usual';
import type { Sheet } from '@kinbridge/forms/spreadsheets/xlsx-rows';
import { AppError } from '../../app-error.ts';
import { openSpreadsheet, spreadsheetError } from '../../outside/spreadsheets/open-spreadsheet.ts';
import { type EarlierRow, ListedPeople } from './listed-people.ts';
import type { SkippedRow } from './member-uploads.queries.ts';
import { headerWithMemberId, type ListHeader, skippedHeader, skippedRow } from './skipped-rows.ts';

/** A usable row. */
export interface ListedRow extends EarlierRow {
  place: number;
  /** As the spreadsheet numbers it. */
  row: number;
  chosen: ChosenMember | null;
  member: ListedMember;
}

export interface ReadList {
  total: number;
  rejected: { row: number; reason: string }[];
  /** Equal for the same usable rows in the same order, whatever program saved the file. */
  contentHash: Buffer;
}

/** Receives the rows in batches. */
export interface ListHandlers {
  onMembers: (rows: ListedRow[]) => Promise<void>;
  /** The first batch starts with the header. */
  onSkipped: (rows: SkippedRow[]) => Promise<void>;
}

/** Small, since a skipped row may have hundreds of long cells. */
const skippedBatchSize = 100;

/** Reads a member list and passes its rows on in batches. */
export async function readMemberList(bytes: Uint8Array, batchSize: number, handlers: ListHandlers): Promise<ReadList> {
  try {
    return await readRows(await openSpreadsheet(bytes), batchSize, handlers);
  } catch (error) {
    throw spreadsheetError(error);
  }
}

async function readRows(sheet: Sheet, batchSize: number, { onMembers, onSkipped }: ListHandlers): Promise<ReadList> {
  const people = new ListedPeople();
  const hash = createHash('sha256');
  let content = '';
  const rejected: ReadList['rejected'] = [];
  let batch: ListedRow[] = [];
  let skipped: SkippedRow[] = [];
  let total = 0;
  const header = await findHeader(sheet);
  for await (const { row, cells } of sheet.rows) {
    const read = readMemberListRow(cells, header.places, sheet.from1904);
    if (read === null) continue;
    if (total + rejected.length >= memberListMaxRows) throw tooManyRows();
    if ('reason' in read) {
      if (rejected.length === 0) skipped.push(skippedHeader(header));
      rejected.push({ row, reason: read.reason });
      skipped.push(skippedRow({ row, reason: read.reason, cells }, header, sheet.from1904));
      if (skipped.length < skippedBatchSize) continue;
      await onSkipped(skipped);
      skipped = [];
      continue;
    }
    total++;
    const { member, chosen = null } = read;
    content += `${JSON.stringify([...Object.values(member), ...(chosen ? [chosen] : [])])}\n`;
    // Who was decided isn't compared, but later rows may be the same person.
    const earlier = chosen ? people.add(total, member) : people.findOrAdd(total, member);
    batch.push({ place: total, row, chosen, member, ...earlier });
    if (batch.length < batchSize) continue;
    hash.update(content);
    content = '';
    await onMembers(batch);
    batch = [];
  }
  if (batch.length > 0) await onMembers(batch);
  if (skipped.length > 0) await onSkipped(skipped);
  if (total === 0) throw noUsableRow(rejected);
  return { total, rejected, contentHash: hash.update(content).digest() };
}

/**
 * The spreadsheet rows with these numbers and their reasons, below a header that has the column Member ID: for rows that
 * turned out during the import to need a decision.
 */
export async function readSkippedRows(bytes: Uint8Array, reasons: ReadonlyMap<number, string>): Promise<SkippedRow[]> {
  const sheet = await openSpreadsheet(bytes);
  const header = await findHeader(sheet);
  const skipped: SkippedRow[] = [];
  let width = header.cells.length;
  for await (const { row, cells } of sheet.rows) {
    width = Math.max(width, cells.length);
    const reason = reasons.get(row);
    if (reason !== undefined) skipped.push(skippedRow({ row, reason, cells }, header, sheet.from1904));
  }
  return [headerWithMemberId(header, width), ...skipped];
}

async function findHeader(sheet: Sheet): Promise<ListHeader> {
  let best: ColumnPlaces = {};
  let seen = 0;
  while (seen < headerSearchRows) {
    const next = await sheet.rows.next();
    if (next.done) break;
    seen++;
    const places = recognizeColumns(next.value.cells);
    if (isHeaderRow(places)) return { ...next.value, places };
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
