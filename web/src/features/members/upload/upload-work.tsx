import type { Upload } from '@kinbridge/contract/members/member-uploads.contract';
import { Button, Progress } from '@mantine/core';
import { DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { FailureCard } from '../../../ui/form/form-errors.tsx';
import { IconAlertCircle } from '../../../ui/icons/first-icons.ts';
import { IconCircleCheck } from '../../../ui/icons/icons.ts';
import { forgetUploads, type KeptUpload } from './kept-uploads.ts';
import { SkippedRows } from './skipped-rows.tsx';
import classes from './upload.module.css';
import type { UploadFailure } from './upload-choice.ts';
import { isOver } from './uploads.api.ts';
import { progressText, resultText, uploadTexts } from './uploads.texts.ts';
import { useUploads } from './use-uploads.ts';

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
  const works = useUploads(uploads);
  const over = works.every(({ upload }) => isOver(upload));
  const failedIds = works.filter(({ upload }) => upload?.state === 'failed').map(({ id }) => id);
  const failed = failedIds.length > 0;

  function done() {
    if (over) forgetUploads(uploads.map(({ id }) => id));
    onClose();
  }

  return (
    <>
      {failure && (
        <FailureCard title={failure.title} occasion={failure}>
          {failure.details.map((detail) => (
            <p key={detail} className={classes.detail}>
              {detail}
            </p>
          ))}
        </FailureCard>
      )}
      {over && failed && !failure && <FailureCard title={uploadTexts.failed} occasion={over} />}
      {over && !failed && !failure && (
        <p className={classes.succeeded} role="status">
          <IconCircleCheck size={20} aria-hidden="true" />
          {uploadTexts.succeeded}
        </p>
      )}
      <div className={classes.works}>
        {works.map(({ id, fileName, upload }) => (
          <Work key={id} id={id} fileName={fileName} upload={upload} />
        ))}
      </div>
      {!over && <p className={classes.hint}>{uploadTexts.background}</p>}
      <DialogFooter>
        {over && (failed || failure) && (
          <Button variant="default" onClick={() => onAgain(failedIds)}>
            Try again
          </Button>
        )}
        <Button onClick={done}>{over ? 'Done' : 'Close'}</Button>
      </DialogFooter>
    </>
  );
}

function Work({ id, fileName, upload }: KeptUpload & { upload: Upload | undefined }) {
  const { state = 'queued', done = 0, total = 0, result, message } = upload ?? {};
  return (
    <section className={classes.work} aria-label={fileName}>
      <div className={classes.workHeader}>
        <span className={classes.fileName}>{fileName}</span>
        {state !== 'done' && state !== 'failed' && (
          <span className={classes.count} aria-live="polite">
            {upload ? progressText(upload) : 'Waiting'}
          </span>
        )}
      </div>
      {state === 'failed' ? (
        <p className={classes.problem}>
          <IconAlertCircle aria-hidden="true" /> {message}
        </p>
      ) : (
        <Progress
          size={6}
          value={state === 'done' ? 100 : total === 0 ? 0 : (done / total) * 100}
          aria-label={`Upload of ${fileName}`}
        />
      )}
      {result && state === 'done' && <p className={classes.outcome}>{resultText(result)}</p>}
      {result && result.rejected.length > 0 && (
        <SkippedRows uploadId={id} fileName={fileName} rejected={result.rejected} />
      )}
    </section>
  );
}
