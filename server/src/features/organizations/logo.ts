import { toOneLine } from '@kinbridge/contract/shared/misleading';
import type { ReceivedFile } from '../../access/route.ts';
import { AppError } from '../../app-error.ts';
import type { FileContent } from '../../records/stored-files/stored-files.commands.ts';
import { runInOwnThread } from '../../threads.ts';
import { Turns } from '../../turns.ts';
import type { Picture } from './encode-picture.ts';
import { declaredSize } from './picture-size.ts';

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
