import type { MemberFile } from '@kinbridge/contract/member-files/member-files.contract';
import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { isActiveAdmin, useCurrentUser } from '../../lib/current-user.ts';
import { loadLater } from '../../lib/load-later.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { IconUpload } from '../../ui/icons/icons.ts';
import { outcomeNotices } from '../../ui/notices/notices.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { SectionTable } from '../../ui/section/section-table.tsx';
import { MemberFileRow } from './member-file-row.tsx';
import { memberFilesQuery, useDeleteMemberFile } from './member-files.api.ts';
import classes from './member-files.module.css';
import { memberFileTexts } from './member-files.texts.ts';

const UploadFilesDialog = loadLater(async () => (await import('./upload-files-dialog.tsx')).UploadFilesDialog);

const columns = ['File Name', 'Size', 'Added', 'Added by'];

interface MemberFilesProps {
  memberId: number;
  /** False for members on their own page, who may only read. */
  staff: boolean;
}

/** Specification §2: a member's files, with Upload File. */
export function MemberFiles({ memberId, staff }: MemberFilesProps) {
  const user = useCurrentUser();
  const { data: files, error, refetch } = useQuery(memberFilesQuery(memberId));
  const [uploading, setUploading] = useState(false);
  const [deleting, setDeleting] = useState<MemberFile | null>(null);
  const remove = useDeleteMemberFile(memberId);

  function confirmDelete() {
    if (!deleting) return;
    setDeleting(null);
    remove.mutate(deleting.id, outcomeNotices(memberFileTexts.deleted(deleting.fileName)));
  }

  return (
    <SectionCard
      title={memberFileTexts.title}
      count={files?.length}
      action={
        staff && (
          <Button variant="subtle" leftSection={<IconUpload />} onClick={() => setUploading(true)}>
            {memberFileTexts.upload}
          </Button>
        )
      }
    >
      <SectionTable
        columns={[...columns, <VisuallyHidden key="actions">Actions</VisuallyHidden>]}
        rows={files}
        failure={error ? memberFileTexts.loadFailed : undefined}
        onRetry={() => void refetch()}
        empty={staff ? memberFileTexts.empty : memberFileTexts.emptyOwn}
        className={classes.table}
      >
        {(file) => (
          <MemberFileRow
            key={file.id}
            memberId={memberId}
            file={file}
            onDelete={staff && (isActiveAdmin(user) || file.createdBy.id === user.id) ? () => setDeleting(file) : null}
          />
        )}
      </SectionTable>
      <Suspense>{uploading && <UploadFilesDialog memberId={memberId} onClose={() => setUploading(false)} />}</Suspense>
      <ConfirmDialog
        opened={deleting !== null}
        title={memberFileTexts.deleteTitle}
        text={memberFileTexts.deleteText(deleting?.fileName ?? '')}
        confirm="Delete"
        onCancel={() => setDeleting(null)}
        onConfirm={confirmDelete}
      />
    </SectionCard>
  );
}
