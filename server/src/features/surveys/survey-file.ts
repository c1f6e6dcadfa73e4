import type { ReceivedFile } from '../../access/route.ts';
import { AppError } from '../../app-error.ts';
import { fileKindOf, plainFileName } from '../files/file-kind.ts';
import type { FileContent } from '../files/files.commands.ts';

/** What somebody photographs, scans or signs; told by the content, never by the name. */
const taken = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf']);

export function readSurveyFile({ bytes, fileName }: ReceivedFile): FileContent {
  const { contentType, extension } = fileKindOf(bytes);
  if (!taken.has(contentType)) {
    throw new AppError('unsupported_type', 'Only pictures (png, jpeg, gif, webp) and pdf files can be sent.');
  }
  return { bytes, contentType, fileName: plainFileName(fileName, extension) };
}
