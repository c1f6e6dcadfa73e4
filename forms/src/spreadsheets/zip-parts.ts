import { SpreadsheetProblem } from './spreadsheet-problem.ts';

/** One part of a zip archive, as declared in its directory. */
export interface ZipPart {
  packed: Uint8Array;
  deflated: boolean;
  /** The declared size. Readers stop there, whatever follows. */
  size: number;
}

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const inExtraField = 0xffffffff;
/** An .xlsx has a dozen parts, plus some for pictures and charts. */
const maxEntries = 2_000;

/** The parts of an archive by name. Their total declared size must stay within the limit. */
export function readZipParts(bytes: Uint8Array, maxUnpacked: number): Map<string, ZipPart> {
  refuseOtherKinds(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readDirectory(bytes, view, maxUnpacked);
  } catch (error) {
    if (error instanceof SpreadsheetProblem) throw error;
    // For instance, offsets beyond the end.
    throw new SpreadsheetProblem('broken');
  }
}

const zipMark = [0x50, 0x4b, 0x03, 0x04];
/** An OpenDocument archive begins with its type, not compressed, after a header of 30 bytes. */
const openDocument = [...'mimetypeapplication/vnd.oasis.opendocument.'].map((char) => char.charCodeAt(0));
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const begins = (bytes: Uint8Array, mark: number[]) => mark.every((byte, place) => bytes[place] === byte);

/** Tells other kinds of files by how they begin. A password-protected file is a compound file like an old one, and names its contents. */
export function refuseOtherKinds(bytes: Uint8Array): void {
  if (begins(bytes, compoundFile)) {
    throw new SpreadsheetProblem(holdsWideText(bytes, 'EncryptedPackage') ? 'protected' : 'oldFormat');
  }
  if (!begins(bytes, zipMark)) throw new SpreadsheetProblem('notSpreadsheet');
  if (begins(bytes.subarray(30), openDocument)) throw new SpreadsheetProblem('openDocument');
}

function holdsWideText(bytes: Uint8Array, text: string): boolean {
  const wide = [...text].flatMap((char) => [char.charCodeAt(0), 0]);
  for (let at = bytes.indexOf(wide[0] ?? 0); at !== -1; at = bytes.indexOf(wide[0] ?? 0, at + 1)) {
    if (wide.every((byte, place) => bytes[at + place] === byte)) return true;
  }
  return false;
}

function readDirectory(bytes: Uint8Array, view: DataView, maxUnpacked: number): Map<string, ZipPart> {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) throw new SpreadsheetProblem('tooLarge');
  const parts = new Map<string, ZipPart>();
  let unpacked = 0;
  for (let entry = 0, at = view.getUint32(end + 16, true); entry < count; entry++) {
    if (view.getUint32(at, true) !== entryMark) throw new SpreadsheetProblem('broken');
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const name = String.fromCharCode(...bytes.subarray(at + 46, at + 46 + nameLength));
    const { size, packedSize, offset } = readSizes(view, at, at + 46 + nameLength, extraLength);
    const method = view.getUint16(at + 10, true);
    unpacked += size;
    if (unpacked > maxUnpacked) throw new SpreadsheetProblem('tooLarge');
    // Bit 0 means encrypted. Only stored and deflated parts can be read.
    if ((view.getUint16(at + 8, true) & 1) === 1) throw new SpreadsheetProblem('protected');
    if (method === 0 || method === 8) {
      parts.set(name, { packed: packedBytes(bytes, view, offset, packedSize), deflated: method === 8, size });
    }
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  return parts;
}

function findEnd(view: DataView): number {
  // A comment of up to 64 kB may follow the end record.
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--) {
    if (view.getUint32(at, true) === endMark) return at;
  }
  throw new SpreadsheetProblem('broken');
}

/** Some programs put the sizes in an extra field, as for archives over 4 GB. */
function readSizes(view: DataView, at: number, extra: number, extraLength: number) {
  const fields = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
  if (fields.includes(inExtraField)) {
    let place = extra;
    while (place < extra + extraLength && view.getUint16(place, true) !== 1)
      place += 4 + view.getUint16(place + 2, true);
    place += 4;
    for (const [index, field] of fields.entries()) {
      if (field !== inExtraField) continue;
      fields[index] = Number(view.getBigUint64(place, true));
      place += 8;
    }
  }
  const [size = 0, packedSize = 0, offset = 0] = fields;
  return { size, packedSize, offset };
}

function packedBytes(bytes: Uint8Array, view: DataView, offset: number, packedSize: number): Uint8Array {
  if (view.getUint32(offset, true) !== localMark) throw new SpreadsheetProblem('broken');
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packedSize > bytes.length) throw new SpreadsheetProblem('broken');
  return bytes.subarray(start, start + packedSize);
}
