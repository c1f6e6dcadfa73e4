/** The status that the requests of an uploaded list begin with. */
export const uploadStatuses = ['REQUESTED', 'COMPLETED'] as const;

export type UploadStatus = (typeof uploadStatuses)[number];
