import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SpreadsheetProblem } from '@kinbridge/forms/spreadsheets/spreadsheet-problem';
import type { Sheet, SheetRow } from '@kinbridge/forms/spreadsheets/xlsx-rows';
import { CsvError, parse } from 'csv-parse';

/** Separators only take longest: 15 ms a piece. */
const pieceLength = 16 * 1024;
const maxRecordLength = 4 * 1024 * 1024;
const maxColumns = 500;
/** A first line that tells spreadsheet programs the separator. They don't count it as a row. */
const namedSeparator = /^"?sep=([,;|\t])"?(?:\r\n|\r|\n|$)/i;

/** Opens a CSV file in any common encoding and separator. Every cell is text. */
export function openCsv(bytes: Uint8Array): Sheet {
  const text = decoded(bytes);
  const [line = '', named] = namedSeparator.exec(text) ?? [];
  const table = text.slice(line.length);
  return { from1904: false, rows: readRows(table, named ?? separatorOf(table)) };
}

/** UTF-8, UTF-16 with a byte order mark, or else the Windows encoding of spreadsheet programs. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 4096).includes(0)) throw new SpreadsheetProblem('notSpreadsheet');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The most frequent separator in the first line, outside quotes. */
function separatorOf(text: string): string {
  const line =
    text
      .slice(0, 20_000)
      .replace(/"[^"]*"/g, '')
      .split(/\r|\n/, 1)[0] ?? '';
  const [best = ','] = [',', ';', '\t'].toSorted((a, b) => line.split(b).length - line.split(a).length);
  return best;
}

async function* readRows(text: string, delimiter: string): AsyncGenerator<SheetRow> {
  const parser = Readable.from(pieces(text)).pipe(
    parse({
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: maxRecordLength,
    }),
  );
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row++;
      if (cells.length > maxColumns) throw new SpreadsheetProblem('tooLarge');
      yield { row, cells: cells.map((cell) => (cell === '' ? null : cell)) };
      if (row % 1000 === 0) await nextTurn();
    }
  } catch (error) {
    throw error instanceof CsvError ? new SpreadsheetProblem('broken') : error;
  }
}

/** Yields to other work between pieces, even within a row of megabytes. */
async function* pieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceLength) {
    yield text.slice(at, at + pieceLength);
    await nextTurn();
  }
}
