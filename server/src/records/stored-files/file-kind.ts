import { misleading } from '@kinbridge/contract/shared/misleading';
import type { ScannedFile } from '../../access/route.ts';
import { AppError } from '../../app-error.ts';
import type { FileContent } from './stored-files.commands.ts';

/** A file's type by its first bytes, never by its name or declared type. */
export interface FileKind {
  contentType: string;
  extension: string;
}

const kinds: (FileKind & { begins: number[]; later?: { at: number; bytes: number[] } })[] = [
  { contentType: 'image/png', extension: 'png', begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { contentType: 'image/jpeg', extension: 'jpg', begins: [0xff, 0xd8, 0xff] },
  { contentType: 'application/pdf', extension: 'pdf', begins: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { contentType: 'image/gif', extension: 'gif', begins: [0x47, 0x49, 0x46, 0x38] },
  {
    contentType: 'image/webp',
    extension: 'webp',
    begins: [0x52, 0x49, 0x46, 0x46],
    later: { at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  },
  { contentType: 'application/zip', extension: 'zip', begins: [0x50, 0x4b, 0x03, 0x04] },
];

/** Unknown content is plain bytes, which a browser never runs or renders. */
const unknown: FileKind = { contentType: 'application/octet-stream', extension: 'bin' };

export function fileKindOf(bytes: Uint8Array): FileKind {
  const has = (at: number, wanted: number[]) => wanted.every((byte, place) => bytes[at + place] === byte);
  return kinds.find(({ begins, later }) => has(0, begins) && (!later || has(later.at, later.bytes))) ?? unknown;
}

/** An upload of one of these types, by its content and never by its name. */
export function acceptOnly(
  types: readonly string[],
  message: string,
  { bytes, fileName, scan }: ScannedFile,
): FileContent {
  const { contentType, extension } = fileKindOf(bytes);
  if (!types.includes(contentType)) throw new AppError('unsupported_type', message);
  return { bytes, contentType, fileName: plainFileName(fileName, extension), scan };
}

const longestName = 200;

/** The name for display, without folders and without what makes 'fdp.exe' look like 'exe.pdf'; never used as a path. */
export function plainFileName(fileName: string, extension: string): string {
  const name = fileName
    .replace(/^.*[\\/]/s, '')
    .replace(misleading, '')
    .replaceAll('\ufeff', '')
    .trim();
  if (/^\.*$/.test(name)) return `file.${extension}`;
  const characters = [...name];
  if (characters.length <= longestName) return name;
  // Cut in the middle, so the extension stays.
  const ending = [...(/\.[^.]{1,20}$/.exec(name)?.[0] ?? '')];
  return [...characters.slice(0, longestName - ending.length), ...ending].join('');
}
