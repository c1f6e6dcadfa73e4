import type { MemberFile } from '@kinbridge/contract/member-files/member-files.contract';
import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { isActiveAdmin, useCurrentUser } from '../../lib/current-user.ts';
import { loadLater } from '../../lib/load-later.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { IconUpload } from '../../ui/icons/icons.ts';
import { notifyError, notifySuccess } from '../../ui/notices/notices.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { SectionTable } from '../../ui/section/section-table.tsx';
import { DocumentRow } from './document-row.tsx';
import { documentsQuery, useDeleteDocument } from './documents.api.ts';
import { documentTexts } from './documents.texts.ts';
import classes from './member-documents.module.css';

const UploadDocumentsDialog = loadLater(
  async () => (await import('./upload-documents-dialog.tsx')).UploadDocumentsDialog,
);

const columns = ['File Name', 'Size', 'Added', 'Added by'];

interface MemberDocumentsProps {
  memberId: number;
  /** False for members on their own page, who may only read. */
  staff: boolean;
}

/** Specification §2: a member's files, with Upload File. */
export function MemberDocuments({ memberId, staff }: MemberDocumentsProps) {
  const user = useCurrentUser();
  const { data: documents, error, refetch } = useQuery(documentsQuery(memberId));
  const [uploading, setUploading] = useState(false);
  const [deleting, setDeleting] = useState<MemberFile | null>(null);
  const remove = useDeleteDocument(memberId);

  function confirmDelete() {
    if (!deleting) return;
    setDeleting(null);
    remove.mutate(deleting.id, {
      onSuccess: () => notifySuccess(documentTexts.deleted(deleting.fileName)),
      onError: (failure) => notifyError(failure.message),
    });
  }

  return (
    <SectionCard
      title={documentTexts.title}
      count={documents?.length}
      action={
        staff && (
          <Button
            variant="subtle"
            leftSection={<IconUpload size={16} stroke={1.8} />}
            onClick={() => setUploading(true)}
          >
            {documentTexts.upload}
          </Button>
        )
      }
    >
      <SectionTable
        columns={[...columns, <VisuallyHidden key="actions">Actions</VisuallyHidden>]}
        rows={documents}
        failure={error ? documentTexts.loadFailed : undefined}
        onRetry={() => void refetch()}
        empty={staff ? documentTexts.empty : documentTexts.emptyOwn}
        className={classes.table}
      >
        {(document) => (
          <DocumentRow
            key={document.id}
            memberId={memberId}
            document={document}
            onDelete={
              staff && (isActiveAdmin(user) || document.createdBy.id === user.id) ? () => setDeleting(document) : null
            }
          />
        )}
      </SectionTable>
      <Suspense>
        {uploading && <UploadDocumentsDialog memberId={memberId} onClose={() => setUploading(false)} />}
      </Suspense>
      <ConfirmDialog
        opened={deleting !== null}
        title={documentTexts.deleteTitle}
        text={documentTexts.deleteText(deleting?.fileName ?? '')}
        confirm="Delete"
        onCancel={() => setDeleting(null)}
        onConfirm={confirmDelete}
      />
    </SectionCard>
  );
}
