/** A file or a signature in an answer. */
export const surveyFileMaxBytes = 5 * 1024 * 1024;

/** A spreadsheet of responses. */
export const responsesMaxBytes = 20 * 1024 * 1024;
