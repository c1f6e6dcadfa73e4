/** The initial status of requests from an upload. */
export const uploadStatuses = ['REQUESTED', 'COMPLETED'] as const;

export type UploadStatus = (typeof uploadStatuses)[number];
