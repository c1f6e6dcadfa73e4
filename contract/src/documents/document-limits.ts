/** Member documents: any type, at most 25 MB each, several at once. */
export const documentMaxBytes = 25 * 1024 * 1024;
export const documentsAtOnce = 20;
