import type { UploadProgress } from '@kinbridge/contract/shared/upload-progress';
import { Anchor, Progress } from '@mantine/core';
import type { KeptUpload } from '../../lib/uploads/kept-uploads.ts';
import { isOver } from '../../lib/uploads/use-uploads.ts';
import { progressShare, progressText } from './upload-progress.tsx';
import classes from './uploads.module.css';

interface UploadStripProps {
  uploads: (KeptUpload & { upload: UploadProgress | undefined })[];
  onShow: () => void;
}

/** Shows running imports above a list while the dialog is closed. */
export function UploadStrip({ uploads, onShow }: UploadStripProps) {
  const current = uploads.find(({ upload }) => !isOver(upload)) ?? uploads.at(-1);
  if (!current) return null;
  const { fileName, upload } = current;
  const over = isOver(upload);
  return (
    <div className={classes.strip} role="status">
      <span className="bold anywhere">
        {over
          ? `${fileName} ${upload?.state === 'failed' ? "couldn't be uploaded." : 'uploaded.'}`
          : `Uploading ${fileName}`}
      </span>
      {!over && (
        <>
          <Progress
            className={classes.stripBar}
            size={6}
            value={progressShare(upload)}
            aria-label={`Upload of ${fileName}`}
          />
          <span className={classes.count}>{progressText(upload)}</span>
        </>
      )}
      <Anchor component="button" type="button" fz="inherit" onClick={onShow}>
        {over ? 'See the result' : 'Show'}
      </Anchor>
    </div>
  );
}
