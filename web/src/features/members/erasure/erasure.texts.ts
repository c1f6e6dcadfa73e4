import type { ErasurePreview } from '@kinbridge/contract/erasure/erasure.contract';
import { counted } from '@kinbridge/contract/shared/counted';

export const erasureTexts = {
  section: "Member's data",
  hint: 'Download everything your organization can see about this member, or erase it. For admins only.',
  downloadFailed: "We couldn't download the member's data.",
  erase: 'Erase…',
  title: 'Erase this member?',
  record: 'No other organization sees this member. The whole record is erased, and nobody can bring it back.',
  part: "Another organization sees this member and keeps the record. Your organization's part is erased, and nobody can bring it back.",
  goes: 'What is deleted',
  stays: 'What stays',
  typeName: (name: string) => `Type ${name} to confirm`,
  failed: "We couldn't erase the member",
  loadFailed: "We couldn't load what would be erased",
  confirm: 'Erase Member',
  erased: 'Member erased.',
  erasedTitle: 'This member was erased',
  erasedText: "An admin of your organization erased this member's data.",
};

/** What an erasure deletes, one line each. */
export function deletedLines(preview: ErasurePreview): string[] {
  const { kind, answers, files, texts, notes, mergedRecords, hasAccount } = preview;
  const some = (count: number, one: string, many?: string) => (count > 0 ? [counted(count, one, many)] : []);
  return [
    kind === 'record'
      ? 'Name, contact details, birth date and all other profile fields'
      : "Your organization's view of the profile: you won't find this member anymore",
    ...some(answers, 'form answer'),
    ...some(files, 'file'),
    ...some(texts, 'text', 'texts'),
    ...some(notes, 'comment'),
    ...some(mergedRecords, 'merged record'),
    ...(hasAccount ? ["The member's account: they can't sign in anymore"] : []),
    'Texts that are waiting to be sent, and searches for this member in the audit log',
  ];
}

/** What stays, one line each. */
export function keptLines({ kind, requests, sharedRequests }: ErasurePreview): string[] {
  const shown = requests === 1 ? '1 request stays' : `${requests} requests stay`;
  const kept = sharedRequests === 1 ? '1 of them stays as it is' : `${sharedRequests} of them stay as they are`;
  return [
    ...(requests > 0
      ? [`${shown} on your boards and in your metrics, as "Erased member", without description and comments`]
      : []),
    ...(sharedRequests > 0 ? [`${kept} for the other organization`] : []),
    ...(kind === 'part' ? ["The record and the other organization's answers, files, texts and comments"] : []),
    'The audit log, without a name',
    'Backups, until they expire',
  ];
}
