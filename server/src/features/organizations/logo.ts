import { toOneLine } from '@kinbridge/contract/shared/misleading';
import type { FileAnswer, ReceivedFile } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, orNotFound } from '../../app-error.ts';
import { answerFile, type FileContent } from '../../records/stored-files/stored-files.commands.ts';
import { runInOwnThread } from '../../threads.ts';
import { Turns } from '../../turns.ts';
import type { Picture } from './encode-picture.ts';
import { findProposedLogo } from './proposed-profiles.queries.ts';

/** Far more than a logo needs, and still cheap to decode. */
const maxPixels = 16_000_000;
const side = 512;

/**
 * Decodes and re-encodes a logo, so only pixels get through: no scripts, metadata or appended bytes. The content
 * decides the type, never the name.
 */
export async function encodeLogo(file: ReceivedFile): Promise<FileContent> {
  const picture = await file.scanned();
  const size = declaredSize(picture.bytes);
  if (!size) throw new AppError('unsupported_type', 'The logo must be a png, jpeg or webp picture.');
  if (size.width * size.height > maxPixels) {
    throw new AppError('unsupported_type', 'This logo is too large. Choose a smaller image.');
  }
  const shrinkTo = Math.max(size.width, size.height) > side ? side : null;
  const bytes = await encodeInTurn({ bytes: picture.bytes, shrinkTo });
  return { bytes, fileName: `${baseName(file.fileName)}.webp`, contentType: 'image/webp', scan: picture.scan };
}

/** Decodes one picture at a time: anyone can upload one, and a hundred in parallel would fill memory. */
const turns = new Turns(20, 'Too many logos are being processed. Try again in a few seconds.', 5);

/** In a thread of its own: otherwise the decoded pixels would stay in memory until the next garbage collection. */
async function encodeInTurn(picture: Picture): Promise<Buffer> {
  turns.refuseIfFull();
  try {
    return Buffer.from(await turns.run(() => runInOwnThread<Uint8Array>('picture-thread', picture)));
  } catch {
    throw new AppError('unsupported_type', "We can't read this logo. Choose another image.");
  }
}

function baseName(fileName: string): string {
  const name = fileName.replace(/^.*[\\/]/s, '').replace(/\.[^.]*$/, '');
  const chars = [...toOneLine(name)].slice(0, 100);
  return chars.join('').trim() || 'logo';
}

export interface PictureSize {
  width: number;
  height: number;
}

/**
 * The size declared in a png, jpeg or webp header: decoding a picture to find that it is too large would already cost
 * the memory. Null for other types and truncated headers.
 */
function declaredSize(bytes: Buffer): PictureSize | null {
  const head = bytes.subarray(0, 16).toString('latin1');
  try {
    if (head.startsWith('\x89PNG\r\n\x1a\n') && head.endsWith('IHDR')) {
      return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    }
    if (head.startsWith('\xff\xd8\xff')) return jpegSize(bytes);
    if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return webpSize(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

/** The largest frame declared before the pixels, so whichever one a decoder uses is limited. */
function jpegSize(bytes: Buffer): PictureSize | null {
  let largest: PictureSize | null = null;
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1; // a byte of padding
      continue;
    }
    if (marker === 0xda || marker === 0xd9) return largest;
    const hasNoLength = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const frame = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
      if (!largest || frame.width * frame.height > largest.width * largest.height) largest = frame;
    }
    at += 2 + (hasNoLength ? 0 : bytes.readUInt16BE(at + 2));
  }
}

function webpSize(bytes: Buffer): PictureSize | null {
  const chunk = bytes.subarray(12, 16).toString('latin1');
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (chunk !== 'VP8L') return null;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** For staff and operators: nobody has looked at this picture yet, so it is never public. */
export async function answerProposedLogo(app: AppContext, organizationId: number): Promise<FileAnswer> {
  const logo = orNotFound(await findProposedLogo(app.db, organizationId), 'logo');
  return answerFile(app, logo);
}
