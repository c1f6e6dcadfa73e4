import { memberListCellText } from '@kinbridge/contract/members/member-list-cells';
import {
  type ColumnPlaces,
  emptyListSentence,
  headerSearchRows,
  isHeaderRow,
  type ListColumn,
  memberListColumns,
  missingColumnsSentence,
  recognizeColumns,
} from '@kinbridge/contract/members/member-list-columns';
import { SpreadsheetProblem } from '@kinbridge/forms/spreadsheets/spreadsheet-problem';
import { type Cell, CellError, openXlsx, type Sheet, type SheetRow } from '@kinbridge/forms/spreadsheets/xlsx-rows';
import type { ZipPart } from '@kinbridge/forms/spreadsheets/zip-parts';
import { formatBirthday } from '../../../lib/dates.ts';

/** How the first rows of a list will be read, or why it can't be read. */
export type ListPreview =
  | { columns: ListColumn[]; unused: string[]; rows: { row: number; cells: string[] }[] }
  | { problem: string };

const shownRows = 3;

/** Read in the browser with the server's rules: nothing is sent before the person confirms. */
export async function previewList(file: File): Promise<ListPreview> {
  try {
    const sheet = await openXlsx(new Uint8Array(await file.arrayBuffer()), unpack);
    try {
      return await readPreview(sheet);
    } finally {
      await sheet.rows.return(undefined);
    }
  } catch (error) {
    if (error instanceof SpreadsheetProblem) return { problem: error.message };
    // The browser can't unpack it, or the file was moved: the server will report it.
    return { columns: [], unused: [], rows: [] };
  }
}

async function* unpack({ packed, deflated }: ZipPart): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const bytes = new Blob([packed as Uint8Array<ArrayBuffer>]).stream();
  const reader = (deflated ? bytes.pipeThrough(new DecompressionStream('deflate-raw')) : bytes).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } catch {
    throw new SpreadsheetProblem('broken');
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function readPreview(sheet: Sheet): Promise<ListPreview> {
  let best: ColumnPlaces = {};
  for (let seen = 0; seen < headerSearchRows; seen++) {
    const next = await sheet.rows.next();
    if (next.done) return { problem: seen === 0 ? emptyListSentence : missingColumnsSentence(best) };
    const places = recognizeColumns(next.value.cells);
    if (isHeaderRow(places)) return readBelow(sheet, next.value, places);
    if (Object.keys(places).length > Object.keys(best).length) best = places;
  }
  return { problem: missingColumnsSentence(best) };
}

async function readBelow(sheet: Sheet, header: SheetRow, places: ColumnPlaces): Promise<ListPreview> {
  const columns = (Object.keys(memberListColumns) as ListColumn[]).filter((column) => places[column] !== undefined);
  const used = new Set(Object.values(places));
  const unused = header.cells.flatMap((cell, place) => (used.has(place) || !cell ? [] : [shown(cell)]));
  const rows: { row: number; cells: string[] }[] = [];
  while (rows.length < shownRows) {
    const next = await sheet.rows.next();
    if (next.done) break;
    const { row, cells } = next.value;
    rows.push({ row, cells: columns.map((column) => shownAs(column, cells[places[column] ?? -1], sheet.from1904)) });
  }
  return rows.length === 0 ? { problem: emptyListSentence } : { columns, unused, rows };
}

/** As it will be stored, so that a lost zero or a misread date shows; invalid values stay as they are. */
function shownAs(column: ListColumn, cell: Cell | undefined, from1904: boolean): string {
  if (cell === null || cell === undefined || cell === '' || cell instanceof CellError) return shown(cell ?? null);
  const text = memberListCellText(column, cell, from1904);
  if (column !== 'dateOfBirth') return text;
  return /^\d{4}-/.test(text) ? formatBirthday(text) : shown(cell);
}

function shown(cell: Cell): string {
  return cell instanceof CellError ? cell.text : String(cell ?? '');
}
