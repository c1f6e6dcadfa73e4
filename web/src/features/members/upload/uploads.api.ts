import type { UploadStatus } from '@kinbridge/contract/members/member-upload-statuses';
import { callLater, download } from '../../../lib/other-answers.ts';

export interface ListUpload {
  file: File;
  serviceIds: number[];
  serviceStatus: UploadStatus;
  smsConsent: boolean;
}

/** Sends one list to the server, which imports it in the background. */
export async function uploadList(organizationId: number, upload: ListUpload): Promise<number> {
  const { uploadId } = await callLater('POST /v1/organizations/{id}/services/upload-patients', {
    params: { id: organizationId },
    query: {
      serviceIds: upload.serviceIds.join(','),
      serviceStatus: upload.serviceStatus,
      ...(upload.smsConsent && { smsConsent: 'true' as const }),
    },
    parts: {},
    file: upload.file,
  });
  return uploadId;
}

export function downloadSkippedRows(id: number): Promise<Blob> {
  return download('GET /v1/uploads/{id}/skipped-rows', { params: { id } });
}
