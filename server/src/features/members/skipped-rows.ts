import { Readable } from 'node:stream';
import { cleanText, memberListCellText } from '@kinbridge/contract/members/member-list-cells';
import { type ColumnPlaces, type ListColumn, memberListColumns } from '@kinbridge/contract/members/member-list-columns';
import { type Cell, CellError } from '@kinbridge/forms/spreadsheets/xlsx-rows';
import { writeXlsxStream } from 'hucre/xlsx';
import { FileAnswer } from '../../access/route.ts';
import type { Executor } from '../../db/database.ts';
import { findSkippedRows, type SkippedRow } from './member-uploads.queries.ts';

type Value = SkippedRow['cells'][number];

/** The column positions of a list and its original header. */
export interface ListHeader {
  row: number;
  cells: readonly Cell[];
  places: ColumnPlaces;
}

const reasonColumn = 'Reason Skipped';
/** Longer than any column accepts. */
const maxCellLength = 1_000;
const batchSize = 1_000;

export function skippedHeader(header: ListHeader): SkippedRow {
  return { row: header.row, reason: reasonColumn, cells: withoutReason(header, header.cells.map(plainValue)) };
}

/** With the column Member ID, after all others if the list has none. */
export function headerWithMemberId(header: ListHeader, width: number): SkippedRow {
  if (header.places.memberId !== undefined) return skippedHeader(header);
  const blanks = Array<null>(width - header.cells.length).fill(null);
  return skippedHeader({ ...header, cells: [...header.cells, ...blanks, memberListColumns.memberId] });
}

/** Writes dates in US format and restores lost zeros, since without the original styles a date would be a number. */
export function skippedRow(
  { row, reason, cells }: { row: number; reason: string; cells: readonly Cell[] },
  header: ListHeader,
  from1904: boolean,
): SkippedRow {
  const columns = new Map(Object.entries(header.places).map(([column, place]) => [place, column as ListColumn]));
  const values = cells.map((cell, place) => {
    const column = columns.get(place);
    if (column === undefined || cell === null || cell instanceof CellError) return plainValue(cell);
    const text = memberListCellText(column, cell, from1904);
    if (column !== 'dateOfBirth') return text.slice(0, maxCellLength);
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
    return year ? `${month}/${day}/${year}` : plainValue(cell);
  });
  return { row, reason, cells: withoutReason(header, values) };
}

function plainValue(cell: Cell): Value {
  if (cell instanceof CellError) return cell.text;
  return typeof cell === 'string' ? cleanText(cell.slice(0, maxCellLength)) : cell;
}

/** A partly fixed file of skipped rows gets new reasons, not a second reason column. */
function withoutReason({ cells }: ListHeader, values: Value[]): Value[] {
  const place = cells.indexOf(reasonColumn);
  return place === -1 ? values : values.toSpliced(place, 1);
}

/** An upload's skipped rows as a spreadsheet, reasons first. Cells stay text, so none runs as a formula. */
export function exportSkippedRows(
  db: Executor,
  uploadId: number,
  /** Reasons by row, where they name members. */
  reasons: ReadonlyMap<number, string>,
): FileAnswer {
  const rows = spreadsheetRows(db, uploadId, reasons);
  const stream = Readable.fromWeb(writeXlsxStream(rows, { name: 'Skipped rows' }) as never);
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return new FileAnswer(stream, type, 'Skipped rows.xlsx');
}

async function* spreadsheetRows(
  db: Executor,
  uploadId: number,
  reasons: ReadonlyMap<number, string>,
): AsyncGenerator<Value[]> {
  let last = 0;
  for (;;) {
    const batch = await findSkippedRows(db, uploadId, last, batchSize);
    if (last === 0 && batch.length === 0) yield [reasonColumn, ...Object.values(memberListColumns)];
    for (const { row, reason, cells } of batch) yield [reasons.get(row) ?? reason, ...cells];
    last = batch.at(-1)?.row ?? 0;
    if (batch.length < batchSize) return;
  }
}
