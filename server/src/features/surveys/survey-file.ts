import type { ReceivedFile } from '../../access/route.ts';
import { AppError } from '../../app-error.ts';
import type { FileContent } from '../files/files.commands.ts';

/** What somebody photographs, scans or signs; told by the content, never by the name. */
const kinds = [
  { contentType: 'image/png', begins: '\x89PNG\r\n\x1a\n', extension: 'png' },
  { contentType: 'image/jpeg', begins: '\xff\xd8\xff', extension: 'jpg' },
  { contentType: 'image/gif', begins: 'GIF8', extension: 'gif' },
  { contentType: 'application/pdf', begins: '%PDF-', extension: 'pdf' },
  { contentType: 'image/webp', begins: 'RIFF', inside: 'WEBP', extension: 'webp' },
  { contentType: 'image/heic', begins: '', inside: 'ftyphei', at: 4, extension: 'heic' },
  { contentType: 'image/heic', begins: '', inside: 'ftypmif1', at: 4, extension: 'heic' },
];

export function readSurveyFile(file: ReceivedFile): FileContent {
  const head = file.bytes.subarray(0, 20).toString('latin1');
  const kind = kinds.find(
    ({ begins, inside = '', at = 8 }) => head.startsWith(begins) && (inside === '' || head.startsWith(inside, at)),
  );
  if (!kind)
    throw new AppError('unsupported_type', 'Only pictures (png, jpeg, gif, webp, heic) and pdf files can be sent.');
  return { bytes: file.bytes, contentType: kind.contentType, fileName: shownName(file.fileName, kind.extension) };
}

/** For people only: no folders, no control characters, and never a path. */
function shownName(fileName: string, extension: string): string {
  const name = [...fileName.replace(/^.*[\\/]/s, '')].filter((char) => char >= ' ' && char !== '\u007f').join('');
  return name.trim().slice(0, 200) || `file.${extension}`;
}
