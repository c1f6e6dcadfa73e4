import type { UploadResult } from '@kinbridge/contract/members/member-uploads.contract';
import { counted, inNumbers } from '@kinbridge/contract/shared/counted';
import type { RowAnswer } from './undecided.ts';

export const uploadTexts = {
  title: 'Upload your list',
  services: 'Services',
  servicesHint: 'Each person on the list gets a request for each service.',
  noServices: 'Your organization has no services yet. An admin can add them under Account.',
  status: 'Request status',
  statusHint:
    'Completed: they already received the service. Nobody gets a text either way. Where the list differs from what another organization entered about a member, that organization’s admins get an email.',
  files: 'Spreadsheets',
  drop: 'Drop .xlsx files here, up to 20 MB each',
  choose: 'Choose files',
  template: 'Download the template',
  memberId: 'Optional column Member ID: the ID of a member you already have, or NEW for a new person.',
  required: 'This is a required field',
  consent: 'These people agreed to receive texts',
  consentHint: 'Otherwise, new members get no texts until they agree.',
  submit: 'Upload',
  succeeded: 'Your documents were uploaded successfully, your member lists are now updated.',
  failed: 'Some files were not uploaded properly. Please, try again.',
  networkFailed: 'Some files were not uploaded properly due to network error. Please, try again later.',
  onlyXlsx: 'Only .xlsx files up to 20 MB can be uploaded.',
  skippedRows: 'Skipped rows',
  moreRows: (count: number) => `and ${inNumbers(count)} more, in the file`,
  downloadSkipped: 'Download skipped rows',
  downloadFailed: "We couldn't download the skipped rows.",
  fixSkipped: 'Fix the rows in the file, then upload it here.',
};

export const undecidedTexts = {
  title: 'Is this the same person?',
  intro: (count: number) =>
    `${counted(count, 'row may be a member', 'rows may be members')} you already have. Rows you leave out aren't imported.`,
  decide: 'Decide',
  isNew: 'A new person',
  leaveOut: 'Leave out',
  change: 'Change',
  said: (said: RowAnswer | undefined, chosen: string | undefined, candidates: string[]) => {
    if (said === 'out') return 'Left out';
    if (said === 'new') return 'A new person';
    if (said !== undefined) return `The same person as ${chosen ?? `member ${said}`}`;
    if (candidates.length === 0) return 'May be the same person as another row';
    return `May be ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(candidates)}`;
  },
  progress: (ready: number, all: number) => (ready === 0 ? '' : `${inNumbers(ready)} of ${inNumbers(all)} to import`),
  send: (count: number) => (count === 0 ? 'Import rows' : `Import ${counted(count, 'row', 'rows')}`),
  fileName: (list: string) => `${list} - decided rows.xlsx`,
  failed: "We couldn't import these rows. Your answers are kept. Please try again.",
  discard: {
    title: 'Leave these rows out?',
    text: "You decided rows that aren't imported yet. They will be left out.",
    confirm: 'Leave out',
    cancel: 'Go Back',
  },
};

/** Specification §5. */
export function rejectedSentence(names: string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  const sentence = names.length === 1 ? `File ${quoted[0]} was rejected.` : `Files ${quoted.join(', ')} were rejected.`;
  return `${sentence} ${uploadTexts.onlyXlsx}`;
}

export function resultText({ created, matched, requests, rejected }: UploadResult): string {
  const parts = [
    counted(created, 'member added', 'members added'),
    counted(matched, 'already known', 'already known'),
    counted(requests, 'request created', 'requests created'),
    ...(rejected.length > 0 ? [counted(rejected.length, 'row skipped', 'rows skipped')] : []),
  ];
  return `${parts.join(', ')}.`;
}
