import { formFileTypes } from '@kinbridge/forms/form-file-limits';
import type { ScannedFile } from '../../access/route.ts';
import { AppError } from '../../app-error.ts';
import { fileKindOf, plainFileName } from '../../records/stored-files/file-kind.ts';
import type { FileContent } from '../../records/stored-files/stored-files.commands.ts';

/** Checked against the content, never the name. */
const acceptedTypes = new Set(formFileTypes);

export function readFormFile({ bytes, fileName, scan }: ScannedFile): FileContent {
  const { contentType, extension } = fileKindOf(bytes);
  if (!acceptedTypes.has(contentType)) {
    throw new AppError('unsupported_type', 'Only pictures (png, jpeg, gif, webp) and pdf files can be sent.');
  }
  return { bytes, contentType, fileName: plainFileName(fileName, extension), scan };
}
