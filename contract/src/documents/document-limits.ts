/** Member documents: any type, at most 25 MB each, several per upload. */
export const documentMaxBytes = 25 * 1024 * 1024;
export const documentsAtOnce = 20;
