import type { MemberMerge } from '@kinbridge/contract/members/merges.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/use-now.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { IconGitMerge } from '../../../ui/icons/icons.ts';
import { Notice } from '../../../ui/notices/notice.tsx';
import { notifyError, notifySuccess } from '../../../ui/notices/notices.tsx';
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
  const [asking, setAsking] = useState(false);
  const undo = useUndoMerge(memberId);
  const { merged, createdBy } = merge;

  function confirm() {
    setAsking(false);
    // Not callbacks of mutate, which are lost if the fresh list removes this notice first.
    undo.mutateAsync(merge.id).then(
      () => notifySuccess(mergeTexts.undone),
      (error) => notifyError(error.message),
    );
  }

  return (
    <>
      <Notice
        icon={IconGitMerge}
        title={`Merged with member ${merged.id}`}
        action={
          <Button variant="default" loading={undo.isPending} onClick={() => setAsking(true)}>
            {mergeTexts.undo}
          </Button>
        }
      >
        {fullName(createdBy)} merged {fullName(merged)} (member {merged.id}) into this record on{' '}
        {formatDate(merge.createTimestamp)}. It can be undone until {formatDate(merge.undoUntil)}.
      </Notice>
      <ConfirmDialog
        opened={asking}
        title={mergeTexts.undoTitle}
        text={`Back to member ${merged.id}: ${holdsText(merge.moved)}. Anything added or changed since then stays here.`}
        confirm={mergeTexts.undo}
        destructive={false}
        onCancel={() => setAsking(false)}
        onConfirm={confirm}
      />
    </>
  );
}
