export const memberTexts = {
  edit: 'Edit',
  notFoundTitle: 'Member not found',
  notFound: 'There is no such member, or your organization does not see this member.',
  textsAllowed: 'Allowed',
  textsNotAllowed: 'Not allowed',
};
