import type { MemberHolds } from '@kinbridge/contract/members/merges.contract';
import { counted } from '@kinbridge/contract/shared/counted';

export const mergeTexts = {
  title: 'Possible duplicates',
  compare: 'Compare and merge',
  notSame: 'Not the same person',
  dismissedTitle: 'Dismissed',
  dialog: 'Merge two records',
  intro: 'Choose the record to keep, and the right value for each difference.',
  failed: "We couldn't merge the records",
  same: 'The same on both',
  merged: 'Records merged. You can undo this on this page for 30 days.',
  undo: 'Undo merge',
  undoTitle: 'Undo this merge?',
  undone: 'Merge undone.',
  noTexts: 'Texts: not allowed, because one of the records says no.',
  keepsTexts: 'Texts: allowed, as on both records.',
};

/** '2 service requests, 1 message, 3 files and 1 answered form', or 'nothing'. */
export function holdsText(holds: MemberHolds): string {
  const parts: [count: number, thing: string][] = [
    [holds.serviceRequests, 'service request'],
    [holds.messages, 'message'],
    [holds.documents, 'file'],
    [holds.assignedForms, 'assigned form'],
    [holds.answeredForms, 'answered form'],
  ];
  const words = parts.filter(([count]) => count > 0).map(([count, thing]) => counted(count, thing));
  if (words.length < 2) return words[0] ?? 'nothing';
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
