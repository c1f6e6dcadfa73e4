/** A file or a signature in an answer. */
export const surveyFileMaxBytes = 5 * 1024 * 1024;

/** What people photograph, scan or sign. */
export const surveyFileTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'];

/** The most files in one answer. */
export const surveyFilesMost = 20;

/** A spreadsheet of responses. */
export const responsesMaxBytes = 20 * 1024 * 1024;
