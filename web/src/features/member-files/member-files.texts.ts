export const memberFileTexts = {
  title: 'Files',
  upload: 'Upload File',
  empty: 'No files yet.',
  emptyOwn: 'No files yet. Files that organizations add for you will appear here.',
  loadFailed: 'Something went wrong. Please try again later',
  lost: "This file's contents were lost. Please upload it again.",
  infected: 'Removed: a virus was found.',
  unscanned: 'Not scanned for viruses yet.',
  deleteTitle: 'Delete this file?',
  deleteText: (name: string) => `“${name}” will be permanently deleted.`,
  deleted: (name: string) => `“${name}” deleted.`,
  drop: 'Drop files here, or choose them. Any type, at most 25 MB each.',
  choose: 'Choose files',
  waiting: 'Ready',
  done: 'Uploaded',
  // Specification §8.
  failed: 'Some files were not uploaded properly. Please, try again.',
  refused: 'Some files were not uploaded.',
  failedByNetwork: 'Some files were not uploaded properly due to network error. Please, try again later.',
  stopTitle: 'Stop the upload?',
  stopText: 'Files still uploading won’t be saved. Finished files stay on the member’s page.',
  uploaded: (count: number) => (count === 1 ? 'File uploaded.' : `${count} files uploaded.`),
};

/** Specification §5: how rejected files are listed. */
export function rejectedText(names: string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return names.length === 1
    ? `File ${quoted[0]} was rejected. It is larger than 25 MB.`
    : `Files ${quoted.join(', ')} were rejected. They are larger than 25 MB.`;
}
