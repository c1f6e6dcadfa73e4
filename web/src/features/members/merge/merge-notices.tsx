import type { MemberMerge } from '@kinbridge/contract/members/merges.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/use-now.ts';
import { ConfirmButton } from '../../../ui/dialog/confirm-button.tsx';
import { IconGitMerge } from '../../../ui/icons/later-icons.ts';
import { Notice } from '../../../ui/notices/notice.tsx';
import { outcomeNotices } from '../../../ui/notices/notices.tsx';
import { mergesQuery, useUndoMerge } from './merges.api.ts';
import { holdsText, mergeTexts } from './merges.texts.ts';

/** The last merge into this member, while it can be undone; then the one before it. */
export function MergeNotices({ memberId }: { memberId: number }) {
  const now = useNow();
  const { data, isPending } = useQuery(mergesQuery(memberId));
  const merge = data?.find(({ undoneTimestamp }) => undoneTimestamp === null);
  if (isPending) return <div aria-busy="true" />;
  if (!merge || Date.parse(merge.undoUntil) <= now) return null;
  return <MergeNotice key={merge.id} memberId={memberId} merge={merge} />;
}

function MergeNotice({ memberId, merge }: { memberId: number; merge: MemberMerge }) {
  const undo = useUndoMerge(memberId);
  const { merged, createdBy } = merge;
  const question = {
    title: mergeTexts.undoTitle,
    text: `Back to member ${merged.id}: ${holdsText(merge.moved)}. Anything added or changed since then stays here.`,
    confirm: mergeTexts.undo,
    destructive: false,
  };

  function confirm() {
    // Not callbacks of mutate, which are lost if the fresh list removes this notice first.
    const { onSuccess, onError } = outcomeNotices(mergeTexts.undone);
    void undo.mutateAsync(merge.id).then(onSuccess, onError);
  }

  return (
    <Notice
      icon={IconGitMerge}
      title={`Merged with member ${merged.id}`}
      action={
        <ConfirmButton variant="default" loading={undo.isPending} question={question} onConfirm={confirm}>
          {mergeTexts.undo}
        </ConfirmButton>
      }
    >
      {fullName(createdBy)} merged {fullName(merged)} (member {merged.id}) into this record on{' '}
      {formatDate(merge.createTimestamp)}. It can be undone until {formatDate(merge.undoUntil)}.
    </Notice>
  );
}
