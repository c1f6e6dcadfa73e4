import { fullName } from '@kinbridge/contract/users/full-name';
/** Texts about forms from specification §2, §5 and §8. */
export const formsTexts = {
  library: 'Forms Library',
  updated: 'Your form was updated successfully!',
  created: 'Congrats on the new form!',
  draftSaved: 'Form saved successfully',
  formCreated: 'Form created successfully',
  saveFailed: 'Error encountered, could not save form',
  failed: 'Something went wrong! Please try again',
  notRetrieved: 'Could not retrieve survey',
  archiveQuestion: 'Are you sure you would like to archive this form?',
  unarchiveQuestion: 'Are you sure you would like to unarchive this form?',
  linkCopied: (title: string) => `${title} link copied to clipboard.`,
  assigned: (form: string, member: { firstName: string; lastName: string }, smsBlockedReason: string | null) => {
    const text = smsBlockedReason ? `No text was sent: ${smsBlockedReason}` : 'The link was texted.';
    return `${form} was assigned to ${fullName(member)}. ${text}`;
  },
  required: 'This is a required field',
  importFailed: 'Could not successfully import survey',
  selectOneForm: 'Select one form',
  uploadFailed: 'Some files were not uploaded properly. Please, try again.',
  uploadFailedByNetwork: 'Some files were not uploaded properly due to network error. Please, try again later.',
  noSubmissions: 'No submissions found for selected survey.',
};
