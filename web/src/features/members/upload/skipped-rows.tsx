import type { UploadResult } from '@kinbridge/contract/members/member-uploads.contract';
import { Button } from '@mantine/core';
import { saveFile } from '../../../lib/save-file.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { IconDownload } from '../../../ui/icons/icons.ts';
import { notifyError } from '../../../ui/notices/notices.tsx';
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
  const download = useMutation({
    mutationFn: () => downloadSkippedRows(uploadId),
    onSuccess: (file) => saveFile(file, `${fileName.replace(/\.xlsx$/i, '')} - skipped rows.xlsx`),
    onError: (error) => notifyError(`${uploadTexts.downloadFailed} ${error.message}`),
  });
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
      <Button
        variant="default"
        leftSection={<IconDownload />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {uploadTexts.downloadSkipped}
      </Button>
      <p className="m-0 mt-sm text-xs dimmed">{uploadTexts.fixSkipped}</p>
    </>
  );
}
