import type { MemberDocument } from '@kinbridge/contract/documents/documents.contract';
import { Button, Skeleton, Text } from '@mantine/core';
import { IconRefresh, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { isActiveAdmin, useCurrentUser } from '../../lib/current-user.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../ui/notices.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { DocumentRow } from './document-row.tsx';
import { documentsQuery, useDeleteDocument } from './documents.api.ts';
import { documentTexts } from './documents.texts.ts';
import classes from './member-documents.module.css';

const UploadDocumentsDialog = lazy(async () => ({
  default: (await import('./upload-documents-dialog.tsx')).UploadDocumentsDialog,
}));

interface MemberDocumentsProps {
  memberId: number;
  /** False for a member who looks at the own page: to read, and no more. */
  staff: boolean;
}

/** Specification §2: the files of a member, with Upload File. */
export function MemberDocuments({ memberId, staff }: MemberDocumentsProps) {
  const user = useCurrentUser();
  const { data: documents, error, refetch } = useQuery(documentsQuery(memberId));
  const [uploading, setUploading] = useState(false);
  const [deleting, setDeleting] = useState<MemberDocument | null>(null);
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
      {documents && documents.length > 0 && (
        <div className={classes.container}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">File Name</th>
                <th scope="col">Size</th>
                <th scope="col">Added</th>
                <th scope="col">Added by</th>
                <th scope="col">
                  <span className={classes.hidden}>What to do</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {documents.map((document) => (
                <DocumentRow
                  key={document.id}
                  memberId={memberId}
                  document={document}
                  onDelete={
                    staff && (isActiveAdmin(user) || document.createdBy.id === user.id)
                      ? () => setDeleting(document)
                      : null
                  }
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {documents?.length === 0 && (
        <Text className={classes.word}>{staff ? documentTexts.empty : documentTexts.emptyOwn}</Text>
      )}
      {!documents && !error && <RowSkeletons />}
      {!documents && error && (
        <div className={classes.word} role="alert">
          <Text>{documentTexts.loadFailed}</Text>
          <Button variant="default" mt={10} leftSection={<IconRefresh size={16} />} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
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

/** Rows of the height that is to come. */
function RowSkeletons() {
  return (
    <div aria-busy="true" className={classes.skeletons}>
      {[48, 36, 42].map((width) => (
        <div key={width}>
          <Skeleton height={16} width={16} radius="sm" />
          <Skeleton height={10} width={`${width}%`} radius="sm" />
          <Skeleton height={10} width={44} radius="sm" ml="auto" />
          <Skeleton height={10} width={70} radius="sm" />
        </div>
      ))}
    </div>
  );
}
