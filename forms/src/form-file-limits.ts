/** A file or a signature in an answer. */
export const formFileMaxBytes = 5 * 1024 * 1024;

/** Photos, scans and signatures. */
export const formFileTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'];

/** The maximum number of files in one answer. */
export const formFilesMost = 20;

/** A spreadsheet of responses. */
export const responsesMaxBytes = 20 * 1024 * 1024;
