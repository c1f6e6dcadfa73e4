import { Anchor, Progress } from '@mantine/core';
import { useKeptUploads } from './kept-uploads.ts';
import classes from './upload.module.css';
import { isOver } from './uploads.api.ts';
import { progressText } from './uploads.texts.ts';
import { useUploads } from './use-uploads.ts';

/** Shows running imports above the members while the dialog is closed. */
export function UploadStrip({ onShow }: { onShow: () => void }) {
  const works = useUploads(useKeptUploads());
  const current = works.find(({ upload }) => !isOver(upload)) ?? works.at(-1);
  if (!current) return null;
  const { fileName, upload } = current;
  const over = isOver(upload);
  const share = upload && upload.total > 0 ? (upload.done / upload.total) * 100 : 0;
  return (
    <div className={classes.strip} role="status">
      <span className="bold anywhere">
        {over
          ? `${fileName} ${upload?.state === 'failed' ? "couldn't be uploaded." : 'uploaded.'}`
          : `Uploading ${fileName}`}
      </span>
      {!over && (
        <>
          <Progress className={classes.stripBar} size={6} value={share} aria-label={`Upload of ${fileName}`} />
          <span className={classes.count}>{upload ? progressText(upload) : 'Waiting'}</span>
        </>
      )}
      <Anchor component="button" type="button" fz="inherit" onClick={onShow}>
        {over ? 'See the result' : 'Show'}
      </Anchor>
    </div>
  );
}
