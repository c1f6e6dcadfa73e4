import type { ReceivedFile } from '../../access/route.ts';
import { AppError } from '../../app-error.ts';
import type { FileContent } from '../files/files.commands.ts';

/** Specification §9: png, jpeg, jpg or pdf; told by the content, never by the name. */
const kinds = [
  { contentType: 'image/png', begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], extension: 'png' },
  { contentType: 'image/jpeg', begins: [0xff, 0xd8, 0xff], extension: 'jpg' },
  { contentType: 'application/pdf', begins: [0x25, 0x50, 0x44, 0x46, 0x2d], extension: 'pdf' },
];

export function readAttachment(file: ReceivedFile): FileContent {
  const kind = kinds.find(({ begins }) => begins.every((byte, place) => file.bytes[place] === byte));
  if (!kind) throw new AppError('unsupported_type', 'Only png, jpeg, jpg and pdf files can be attached.');
  return { bytes: file.bytes, contentType: kind.contentType, fileName: plainFileName(file.fileName, kind.extension) };
}

/** The name is kept for people: without folders and control characters, and never used as a path. */
export function plainFileName(fileName: string, extension: string): string {
  const name = [...fileName.replace(/^.*[\\/]/, '')].filter((char) => char >= ' ' && char !== '\u007f').join('');
  return name.trim().slice(0, 200) || `file.${extension}`;
}
