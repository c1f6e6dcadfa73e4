import type { User } from '@kinbridge/contract/users/users.contract';

export const memberTexts = {
  title: 'Member Management',
  search: 'Search Members...',
  searchBirthdate: 'Search Birthdate',
  noBirthdate: 'Enter a date like 03-04-1990, from 1900 to today. Showing all birthdays.',
  searchHint: 'Search by any part of the name, phone number, email or participant ID.',
  upload: 'Upload your list',
  add: 'Add Member',
  draftSaved: 'We saved your draft. It opens again with Add Member.',
  similar: 'Is it one of these members?',
  added: (name: string) => `${name} was added as a member.`,
  alreadyMember: ({ firstName, lastName }: User, kept: string[]) =>
    `${firstName} ${lastName} is already a member. We filled in what was blank.${kept.length > 0 ? ` Not changed: ${kept.join(', ')}.` : ''}`,
  addFailed: "We couldn't add the member",
  emptyTitle: 'No members yet',
  empty: 'People your organization adds, refers or receives a request for appear here.',
  edit: 'Edit',
  notFoundTitle: 'Member not found',
  notFound: "We couldn't find that member, or your organization can't see them.",
  textsAllowed: 'Allowed',
  textsNotAllowed: 'Not allowed',
};
