import { attachmentTypes } from '@kinbridge/contract/service-requests/attachment-limits';
import type { ReceivedFile } from '../../access/route.ts';
import { AppError } from '../../app-error.ts';
import { fileKindOf, plainFileName } from '../../records/stored-files/file-kind.ts';
import type { FileContent } from '../../records/stored-files/stored-files.commands.ts';

/** Specification §9: png, jpeg, jpg or pdf, by content, never by name. */
export async function readAttachment(file: ReceivedFile | null): Promise<FileContent | null> {
  if (!file) return null;
  const { bytes, fileName, scan } = await file.scanned();
  const { contentType, extension } = fileKindOf(bytes);
  if (!attachmentTypes.includes(contentType)) {
    throw new AppError('unsupported_type', 'Only png, jpeg, jpg and pdf files can be attached.');
  }
  return { bytes, contentType, fileName: plainFileName(fileName, extension), scan };
}
