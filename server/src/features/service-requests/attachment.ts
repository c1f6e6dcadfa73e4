import { attachmentTypes } from '@kinbridge/contract/service-requests/attachment-limits';
import type { ReceivedFile } from '../../access/route.ts';
import { AppError } from '../../app-error.ts';
import { fileKindOf, plainFileName } from '../stored-files/file-kind.ts';
import type { FileContent } from '../stored-files/stored-files.commands.ts';

/** Specification §9: png, jpeg, jpg or pdf, by content, never by name. */
export function readAttachment(file: ReceivedFile): FileContent {
  const { contentType, extension } = fileKindOf(file.bytes);
  if (!attachmentTypes.includes(contentType)) {
    throw new AppError('unsupported_type', 'Only png, jpeg, jpg and pdf files can be attached.');
  }
  return { bytes: file.bytes, contentType, fileName: plainFileName(file.fileName, extension) };
}
