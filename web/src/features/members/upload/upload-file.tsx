import { memberListColumns } from '@kinbridge/contract/members/member-list-columns';
import { ActionIcon, Skeleton } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatFileSize } from '../../../lib/file-size.ts';
import { IconX } from '../../../ui/icons/icons.ts';
import { IconFileSpreadsheet } from '../../../ui/icons/later-icons.ts';
import type { ListPreview } from './member-list-preview.ts';
import classes from './upload.module.css';

interface UploadFileProps {
  file: File;
  onRemove: () => void;
  onProblem: (problem: string) => void;
}

/** One chosen file: the columns we recognize and its first rows. */
export function UploadFile({ file, onRemove, onProblem }: UploadFileProps) {
  const [preview, setPreview] = useState<ListPreview | null>(null);
  const reportProblem = useEffectEvent(onProblem);
  useEffect(() => {
    let removed = false;
    void import('./member-list-preview.ts').then(async ({ previewList }) => {
      const read = await previewList(file);
      if (removed) return;
      setPreview(read);
      if ('problem' in read) reportProblem(read.problem);
    });
    return () => {
      removed = true;
    };
  }, [file]);

  return (
    <section className={`mb-xs mt-2xs box ${classes.file}`} aria-label={file.name}>
      <div className="gap-xs row min-h-32">
        <IconFileSpreadsheet size={18} aria-hidden="true" />
        <span className="fill bold anywhere">{file.name}</span>
        <span className="text-sm dimmed">{formatFileSize(file.size)}</span>
        <ActionIcon aria-label={`Remove ${file.name}`} onClick={onRemove}>
          <IconX />
        </ActionIcon>
      </div>
      {preview ? <Preview preview={preview} name={file.name} /> : <Skeleton height={60} radius="sm" />}
    </section>
  );
}

function Preview({ preview, name }: { preview: ListPreview; name: string }) {
  if ('problem' in preview) {
    return (
      <p className={`gap-6 row text-sm alert ${classes.problem}`} role="alert">
        {preview.problem}
      </p>
    );
  }
  const { columns, rows, unused } = preview;
  if (columns.length === 0) return null;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard. */}
      <section className={`mt-2 scroll-x ${classes.preview}`} tabIndex={0} aria-label={`First rows of ${name}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {memberListColumns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, cells }) => (
              <tr key={row}>
                <td>{row}</td>
                {columns.map((column, index) => (
                  <td key={column}>{cells[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {unused.length > 0 && <p className="m-0 mt-2xs text-xs dimmed anywhere">Not used: {unused.join(', ')}</p>}
    </>
  );
}
