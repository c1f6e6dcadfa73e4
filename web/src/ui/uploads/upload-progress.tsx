import { counted, inNumbers } from '@kinbridge/contract/shared/counted';
import type { UploadProgress } from '@kinbridge/contract/shared/upload-progress';
import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { isOver } from '../../lib/uploads/use-uploads.ts';
import { IconAlertCircle } from '../icons/first-icons.ts';
import classes from './uploads.module.css';

/** '12,000 of 50,000' */
export function progressText(upload: UploadProgress | undefined): string {
  if (!upload || upload.state === 'queued') return 'Waiting';
  const { done, total } = upload;
  if (done === 0) return total === 0 ? 'Reading' : `Reading, ${counted(total, 'row', 'rows')}`;
  return `${inNumbers(done)} of ${inNumbers(total)}`;
}

/** In percent. */
export function progressShare(upload: UploadProgress | undefined): number {
  if (upload?.state === 'done') return 100;
  return upload && upload.total > 0 ? (upload.done / upload.total) * 100 : 0;
}

interface UploadSectionProps {
  fileName: string;
  upload: UploadProgress | undefined;
  /** The result. */
  children?: ReactNode;
}

/** The progress of one list, then its result. */
export function UploadSection({ fileName, upload, children }: UploadSectionProps) {
  return (
    <section aria-label={fileName}>
      <div className="gap-xs row min-h-32">
        <span className="fill bold anywhere">{fileName}</span>
        {!isOver(upload) && (
          <span className={classes.count} aria-live="polite">
            {progressText(upload)}
          </span>
        )}
      </div>
      {upload?.state === 'failed' ? (
        <p className={`gap-6 row text-sm alert ${classes.problem}`}>
          <IconAlertCircle className="fixed" aria-hidden="true" /> {upload.message}
        </p>
      ) : (
        <Progress size={6} value={progressShare(upload)} aria-label={`Upload of ${fileName}`} />
      )}
      {children}
    </section>
  );
}

/** Below lists that are being imported. */
export function UploadContinues() {
  return <p className="m-0 mt-sm text-xs dimmed">You can leave this page. The upload continues.</p>;
}
