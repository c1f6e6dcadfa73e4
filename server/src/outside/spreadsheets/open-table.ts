import type { Sheet } from '@kinbridge/forms/spreadsheets/xlsx-rows';
import { openCsv } from './open-csv.ts';
import { openSpreadsheet } from './open-spreadsheet.ts';

const packed = [0x50, 0x4b];
const compoundFile = [0xd0, 0xcf];

/** Opens an .xlsx or .csv by its content: zipped bytes or text. */
export async function openTable(bytes: Uint8Array): Promise<Sheet> {
  const begins = (mark: number[]) => mark.every((byte, place) => bytes[place] === byte);
  if (begins(packed) || begins(compoundFile)) return openSpreadsheet(bytes);
  return openCsv(bytes);
}
