export const memberTexts = {
  edit: 'Edit',
  editTitle: 'Edit Member',
  updated: 'The member is saved.',
  updateFailed: 'Something went wrong during updating user data',
  staleTitle: 'This member was changed meanwhile',
  notFoundTitle: 'Member not found',
  notFound: 'There is no such member, or your organization does not see this member.',
  textsAllowed: 'Allowed',
  textsNotAllowed: 'Not allowed',
  smsTextsHint: 'This member agreed to receive text messages',
};
