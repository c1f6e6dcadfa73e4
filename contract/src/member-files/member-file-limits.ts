/** Files of a member: any type, at most 25 MB each, several per upload. */
export const memberFileMaxBytes = 25 * 1024 * 1024;
export const memberFilesAtOnce = 20;
