import { queryOptions } from '@tanstack/react-query';
import { saveDownload } from '../../ui/notices/save-download.ts';
import { downloadCommentFile, downloadRequestFile } from './service-requests.api.ts';

/** A file attached to a request or to one of its comments. */
export interface Attachment {
  of: 'request' | 'note';
  id: number;
  fileName: string;
}

function fetchAttachment({ of, id }: Attachment): Promise<Blob> {
  return of === 'request' ? downloadRequestFile(id) : downloadCommentFile(id);
}

/** The file's bytes, cached only while shown. */
export function attachmentQuery(attachment: Attachment) {
  return queryOptions({
    queryKey: ['attachments', attachment.of, attachment.id] as const,
    queryFn: () => fetchAttachment(attachment),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function saveAttachment(attachment: Attachment): Promise<void> {
  return saveDownload(fetchAttachment(attachment), attachment.fileName);
}
