/** Attachments of requests and comments: png, jpeg or pdf by content, at most 10 MB. */
export const attachmentMaxBytes = 10 * 1024 * 1024;
export const attachmentTypes = ['image/png', 'image/jpeg', 'application/pdf'];
