import { counted } from '@kinbridge/contract/shared/counted';
import { formatDate } from '../../lib/dates.ts';

export const scimTexts = {
  title: 'Directory (SCIM)',
  waiting: "You can create tokens once it's approved.",
  hint: 'Let Okta, Entra ID or another directory add, change and terminate your staff. Give it this address and a token.',
  address: 'SCIM address',
  create: 'Create Token',
  createTitle: 'Create a token',
  name: 'Name',
  nameHint: 'Such as the directory it is for.',
  expires: 'Expires',
  expiresHint: 'From then on, it stops working. You get a warning here two weeks before.',
  after: (days: number) =>
    days % 365 === 0 ? `After ${counted(days / 365, 'year')}` : `After ${counted(days, 'day')}`,
  createFailed: "We couldn't create a token.",
  newToken: 'New token',
  newTokenHint: "Copy the token to your directory now. You won't see it again.",
  newTokenQuestion: {
    title: 'Close without copying?',
    text: "We won't show this token again. Without it, you need to create another one.",
    confirm: 'Close',
    cancel: 'Go Back',
  },
  done: 'Done',
  empty: 'No tokens yet. Create one to connect your directory.',
  tokenName: (id: number, name: string | null) => name ?? `Token #${id}`,
  created: (when: string) => `Created ${when}`,
  lastUsed: (when: string) => `last used ${when}`,
  unused: 'never used',
  remove: 'Delete',
  removeOne: (token: string) => `Delete ${token}`,
  removeTitle: (token: string) => `Delete ${token}?`,
  removeText: "A directory that uses this token can no longer change your staff. You can't undo this.",
  removeConfirm: 'Delete Token',
  removed: 'Token deleted.',
  removeFailed: "We couldn't delete the token.",
};

const dayMs = 86_400_000;
const warnedDays = 14;

/** When a token expires, and whether somebody needs to do something about it. */
export function expiryOf(expireTimestamp: string, now = new Date()): { warns: boolean; text: string } {
  const days = Math.ceil((Date.parse(expireTimestamp) - now.getTime()) / dayMs);
  if (days <= 0)
    return { warns: true, text: `Expired ${formatDate(expireTimestamp)}. Your directory needs another one.` };
  if (days > warnedDays) return { warns: false, text: `Expires ${formatDate(expireTimestamp)}` };
  return { warns: true, text: `Expires in ${counted(days, 'day')}. Create another one and give it to your directory.` };
}
