/** Forms Library texts that the specification leaves open. */
export const libraryTexts = {
  search: 'Search forms...',
  import: 'Import Survey',
  upload: 'Upload Responses',
  create: 'Create New Form',
  archiveEffect: 'Its link will say that the form is closed. Answers are kept, and you can unarchive the form.',
  unarchiveEffect: 'Its link will show the form again.',
  waiting: 'Until it’s approved, only your own staff can open this form.',
  noClipboard: 'Your browser blocked copying. The link is selected below, so you can copy it.',
  importHint: 'Jotform: the number at the end of the form’s address. Google Forms: the part between /d/ and /edit.',
  importAsk: {
    jotform: 'Ask them to set JOTFORM_API_KEY to a key that may read the account’s forms.',
    google:
      'Ask them to set GOOGLE_FORMS_KEY_FILE to the key of a service account, and share the form with its address.',
  },
  noneOpen: 'No form accepts answers yet. Create or unarchive one first.',
  uploadHint: 'The first row has the questions’ titles or names. No texts or emails are sent.',
  drop: 'Drop an .xlsx or .csv file here, up to 20 MB',
  rejected: (names: string[]) => {
    const quoted = names.map((name) => `"${name}"`).join(', ');
    const sentence = names.length === 1 ? `File ${quoted} was rejected.` : `Files ${quoted} were rejected.`;
    return `${sentence} One .xlsx or .csv file up to 20 MB can be uploaded at a time.`;
  },
};
