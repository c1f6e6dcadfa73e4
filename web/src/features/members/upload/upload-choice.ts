import type { UploadStatus } from '@kinbridge/contract/members/member-upload-statuses';

/** What was chosen. A failure doesn't change it. */
export interface UploadChoice {
  serviceIds: number[];
  status: UploadStatus;
  files: File[];
  smsConsent: boolean;
}

/** Why files were not uploaded: the specification's sentence, and a reason for each file. */
export interface UploadFailure {
  title: string;
  details: string[];
}
