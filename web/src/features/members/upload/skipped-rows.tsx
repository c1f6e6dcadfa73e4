import type { UploadResult } from '@kinbridge/contract/members/member-uploads.contract';
import { DownloadButton } from '../../../ui/download-button.tsx';
import classes from './upload.module.css';
import { downloadSkippedRows } from './uploads.api.ts';
import { uploadTexts } from './uploads.texts.ts';

interface SkippedRowsProps {
  uploadId: number;
  fileName: string;
  rejected: UploadResult['rejected'];
}

/** The screen shows this many; the file has all of them. */
const shownRows = 20;

/** The rows that weren't imported and why, with a file to fix and upload again. */
export function SkippedRows({ uploadId, fileName, rejected }: SkippedRowsProps) {
  const more = rejected.length - shownRows;
  return (
    <>
      <ul className={classes.skipped} aria-label={uploadTexts.skippedRows}>
        {rejected.slice(0, shownRows).map(({ row, reason }) => (
          <li key={row}>
            <strong>Row {row}:</strong> {reason}
          </li>
        ))}
        {more > 0 && <li>{uploadTexts.moreRows(more)}</li>}
      </ul>
      <DownloadButton
        variant="default"
        load={() => downloadSkippedRows(uploadId)}
        name={`${fileName.replace(/\.xlsx$/i, '')} - skipped rows.xlsx`}
        failed={uploadTexts.downloadFailed}
      >
        {uploadTexts.downloadSkipped}
      </DownloadButton>
      <p className="m-0 mt-sm text-xs dimmed">{uploadTexts.fixSkipped}</p>
    </>
  );
}
