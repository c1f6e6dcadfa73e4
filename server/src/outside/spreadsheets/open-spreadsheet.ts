import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createInflateRaw } from 'node:zlib';
import type { ErrorCode } from '@kinbridge/contract/shared/errors';
import { SpreadsheetProblem, type SpreadsheetProblemKind } from '@kinbridge/forms/spreadsheets/spreadsheet-problem';
import { openXlsx, type Sheet } from '@kinbridge/forms/spreadsheets/xlsx-rows';
import type { ZipPart } from '@kinbridge/forms/spreadsheets/zip-parts';
import { AppError } from '../../app-error.ts';
import { openCsv } from './open-csv.ts';

const pieceBytes = 64 * 1024;

/** Opens an .xlsx. Rows come in pieces, with other work in between. */
export function openSpreadsheet(bytes: Uint8Array): Promise<Sheet> {
  return openXlsx(bytes, unpack);
}

async function* unpack(part: ZipPart): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  try {
    for await (const piece of part.deflated ? inflated(part.packed) : pieces(part.packed)) {
      yield decoder.write(piece);
      await nextTurn();
    }
  } catch (error) {
    // Thrown by the inflater for invalid bytes.
    if ((error as { code?: string }).code?.startsWith('Z_')) throw new SpreadsheetProblem('broken');
    throw error;
  }
}

function inflated(packed: Uint8Array): AsyncIterable<Buffer> {
  return Readable.from(pieces(packed)).pipe(createInflateRaw({ chunkSize: pieceBytes }));
}

function* pieces(bytes: Uint8Array): Generator<Buffer> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < buffer.length; at += pieceBytes) yield buffer.subarray(at, at + pieceBytes);
}

const packed = [0x50, 0x4b];
const compoundFile = [0xd0, 0xcf];

/** Opens an .xlsx or .csv by its content: zipped bytes or text. */
export async function openTable(bytes: Uint8Array): Promise<Sheet> {
  const begins = (mark: number[]) => mark.every((byte, place) => bytes[place] === byte);
  if (begins(packed) || begins(compoundFile)) return openSpreadsheet(bytes);
  return openCsv(bytes);
}

const problemCodes: Record<SpreadsheetProblemKind, ErrorCode> = {
  notSpreadsheet: 'unsupported_type',
  oldFormat: 'unsupported_type',
  openDocument: 'unsupported_type',
  protected: 'unsupported_type',
  broken: 'unusable_file',
  tooLarge: 'too_large',
};

/** Converts an error from reading a spreadsheet into the response. */
export function spreadsheetError(error: unknown): unknown {
  return error instanceof SpreadsheetProblem ? new AppError(problemCodes[error.kind], error.message) : error;
}
