import type { Upload } from '@kinbridge/contract/members/member-uploads.contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { isOver } from '../../../lib/uploads/use-uploads.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { FailureCard } from '../../../ui/form/form-errors.tsx';
import { IconCircleCheck } from '../../../ui/icons/icons.ts';
import { UploadContinues, UploadSection } from '../../../ui/uploads/upload-progress.tsx';
import { forgetUploads, type KeptUpload } from './kept-uploads.ts';
import { SkippedRows } from './skipped-rows.tsx';
import { undecidedRows } from './undecided.ts';
import { UndecidedRows } from './undecided-rows.tsx';
import type { UploadFailure } from './upload-form.tsx';
import { resultText, undecidedTexts, uploadTexts } from './uploads.texts.ts';
import { useMemberUploads } from './use-member-uploads.ts';

interface UploadWorkProps {
  uploads: readonly KeptUpload[];
  /** Files that couldn't be sent. */
  failure: UploadFailure | null;
  onClose: () => void;
  /** Back to the form, with what was chosen. */
  onAgain: (failedIds: number[]) => void;
}

/** The progress of each list, then its result. */
export function UploadWork({ uploads, failure, onClose, onAgain }: UploadWorkProps) {
  const works = useMemberUploads();
  const [asking, setAsking] = useState(false);
  const over = works.every(({ upload }) => isOver(upload));
  const failedIds = works.filter(({ upload }) => upload?.state === 'failed').map(({ id }) => id);
  const failed = failedIds.length > 0;

  const unsent = works.some(({ decided = {}, sent = [], upload }) =>
    undecidedRows(upload?.result?.rejected ?? [], sent).some(({ row }) => (decided[row] ?? 'out') !== 'out'),
  );

  function done() {
    if (over) forgetUploads(uploads.map(({ id }) => id));
    onClose();
  }

  return (
    <>
      {failure && (
        <FailureCard title={failure.title} occasion={failure}>
          {failure.details.map((detail) => (
            <p key={detail} className="m-0 mt-2 text-sm anywhere">
              {detail}
            </p>
          ))}
        </FailureCard>
      )}
      {over && failed && !failure && <FailureCard title={uploadTexts.failed} occasion={over} />}
      {over && !failed && !failure && (
        <p className="gap-10 m-0 px-md py-sm mb-md round-md row bold tint" role="status">
          <IconCircleCheck className="fixed" size={20} aria-hidden="true" />
          {uploadTexts.succeeded}
        </p>
      )}
      <div className="column gap-md">
        {works.map((work) => (
          <Work key={work.id} {...work} />
        ))}
      </div>
      {!over && <UploadContinues />}
      <DialogFooter>
        {over && (failed || failure) && (
          <Button variant="default" onClick={() => onAgain(failedIds)}>
            Try again
          </Button>
        )}
        <Button onClick={over && unsent ? () => setAsking(true) : done}>{over ? 'Done' : 'Close'}</Button>
      </DialogFooter>
      <ConfirmDialog opened={asking} {...undecidedTexts.discard} onConfirm={done} onCancel={() => setAsking(false)} />
    </>
  );
}

function Work({ upload, ...kept }: KeptUpload & { upload: Upload | undefined }) {
  const { id, fileName, wanted, sent } = kept;
  const { state, result } = upload ?? {};
  const rejected = result?.rejected ?? [];
  const undecided = wanted ? undecidedRows(rejected, sent) : [];
  const listed = new Set([...(sent ?? []), ...undecided.map(({ row }) => row)]);
  const skipped = rejected.filter(({ row }) => !listed.has(row));
  return (
    <UploadSection fileName={fileName} upload={upload}>
      {result && state === 'done' && <p className="m-0 mt-xs">{resultText(result)}</p>}
      {undecided.length > 0 && <UndecidedRows upload={kept} rows={undecided} />}
      {skipped.length > 0 && <SkippedRows uploadId={id} fileName={fileName} rejected={skipped} />}
    </UploadSection>
  );
}
