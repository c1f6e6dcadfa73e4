import { counted } from '@kinbridge/contract/shared/counted';

export const samePersonTexts = {
  title: 'Is this the same person?',
  found: (name: string, count: number) =>
    `${name} may be ${count === 1 ? 'a member' : `one of ${counted(count, 'member')}`} you already have.`,
  notSaved: 'Nothing has been saved yet.',
  yes: (name: string) => `Yes, this is ${name}`,
  no: 'No, a new person',
  typed: 'You typed',
  listed: 'Your list',
  member: (id: number) => `Member ${id}`,
  openMember: (id: number) => `Member ${id}, opens in a new tab`,
  differs: 'Different',
  keeps: 'If you choose a member, what is on their record stays as it is. Only blanks are filled in.',
  idTaken: (name: string) => `${name} has this participant ID. A new person needs another ID, or none.`,
};
