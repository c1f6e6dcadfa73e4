import { responsesMaxBytes } from '@kinbridge/forms/form-file-limits';
import { ActionIcon, Input } from '@mantine/core';
import { useState } from 'react';
import { formatFileSize } from '../../../lib/file-size.ts';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { IconX } from '../../../ui/icons/icons.ts';
import { IconFileSpreadsheet } from '../../../ui/icons/later-icons.ts';
import { libraryTexts } from './library.texts.ts';
import classes from './library-dialogs.module.css';

const accept = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'text/csv': ['.csv'],
};

interface ResponsesFileProps {
  file: File | null;
  onChange: (file: File | null) => void;
  error: string | undefined;
}

/** The spreadsheet, dropped or chosen. */
export function ResponsesFile({ file, onChange, error }: ResponsesFileProps) {
  const [rejected, setRejected] = useState<string[]>([]);
  const sentence = rejected.length > 0 ? libraryTexts.rejected(rejected) : error;
  return (
    <Input.Wrapper
      label="Spreadsheet"
      labelElement="div"
      description={libraryTexts.uploadHint}
      withAsterisk
      error={sentence}
      errorProps={{ role: 'alert' }}
    >
      {file ? (
        <div className={`gap-xs box row min-h-44 ${classes.file}`}>
          <IconFileSpreadsheet className="fixed" size={18} aria-hidden="true" />
          <span className="fill bold anywhere">{file.name}</span>
          <span className="text-sm dimmed">{formatFileSize(file.size)}</span>
          <ActionIcon aria-label={`Remove ${file.name}`} onClick={() => onChange(null)}>
            <IconX className="fixed" />
          </ActionIcon>
        </div>
      ) : (
        <FileDrop
          label="Spreadsheet"
          hint={libraryTexts.drop}
          choose="Choose a file"
          accept={accept}
          maxSize={responsesMaxBytes}
          multiple={false}
          onDrop={([dropped]) => {
            setRejected([]);
            onChange(dropped ?? null);
          }}
          onReject={(rejections) => setRejected(rejections.map((rejection) => rejection.file.name))}
          problem={Boolean(sentence)}
          mark={{ 'data-path': 'file' }}
        />
      )}
    </Input.Wrapper>
  );
}
