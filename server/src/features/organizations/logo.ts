import { Transformer } from '@napi-rs/image';
import type { ReceivedFile } from '../../access/route.ts';
import { AppError } from '../../app-error.ts';
import type { FileContent } from '../files/files.commands.ts';

const maxPixels = 40_000_000;
const side = 512;

/**
 * A logo is decoded and encoded anew, so that only pixels get through: no scripts, no metadata, no
 * bytes of another format behind the picture. The type is told by the content, never by the name.
 */
export async function encodeLogo(file: ReceivedFile): Promise<FileContent> {
  if (!isPicture(file.bytes)) throw wrongType();
  try {
    const picture = new Transformer(file.bytes);
    const { width, height } = await picture.metadata();
    if (width * height > maxPixels) throw wrongType();
    if (Math.max(width, height) > side) {
      const scale = side / Math.max(width, height);
      picture.resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
    }
    return { bytes: await picture.webp(90), fileName: `${baseName(file.fileName)}.webp`, contentType: 'image/webp' };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('unsupported_type', 'The logo cannot be read. Please choose another picture.');
  }
}

function isPicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 12).toString('latin1');
  return head.startsWith('\x89PNG\r\n\x1a\n') || head.startsWith('\xff\xd8\xff') || /^RIFF....WEBP/s.test(head);
}

function wrongType(): AppError {
  return new AppError('unsupported_type', 'The logo must be a png, jpeg or webp picture.');
}

function baseName(fileName: string): string {
  const name = fileName.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
  return (
    [...name]
      .filter((char) => char >= ' ')
      .join('')
      .trim()
      .slice(0, 100) || 'logo'
  );
}
