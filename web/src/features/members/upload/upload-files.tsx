import { memberListMaxBytes } from '@kinbridge/contract/members/member-list-columns';
import { Anchor, Input } from '@mantine/core';
import { useState } from 'react';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { IconDownload } from '../../../ui/icons/later-icons.ts';
import classes from './upload.module.css';
import { UploadFile } from './upload-file.tsx';
import { rejectedSentence, uploadTexts } from './uploads.texts.ts';

interface UploadFilesProps {
  files: File[];
  onChange: (files: File[]) => void;
  /** A file can't be used, and why. */
  onProblem: (file: File, problem: string) => void;
  error: string | undefined;
}

const accept = { 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'] };

/** The chosen files, each with a preview of its first rows. */
export function UploadFiles({ files, onChange, onProblem, error }: UploadFilesProps) {
  const [rejected, setRejected] = useState<string[]>([]);
  const sentence = rejected.length > 0 ? rejectedSentence(rejected) : error;

  /** Ignores a file that was chosen before. */
  function add(dropped: File[]) {
    const known = new Set(files.map(identityOf));
    onChange([...files, ...dropped.filter((file) => !known.has(identityOf(file)))]);
  }

  return (
    <Input.Wrapper
      label={uploadTexts.files}
      labelElement="div"
      withAsterisk
      error={sentence}
      errorProps={{ role: 'alert' }}
      inputWrapperOrder={['label', 'input', 'error']}
    >
      {files.map((file) => (
        <UploadFile
          key={identityOf(file)}
          file={file}
          onProblem={(problem) => onProblem(file, problem)}
          onRemove={() => onChange(files.filter((other) => other !== file))}
        />
      ))}
      <FileDrop
        label={uploadTexts.files}
        hint={uploadTexts.drop}
        choose={uploadTexts.choose}
        accept={accept}
        maxSize={memberListMaxBytes}
        // Called before onDrop, with both: good files of the same choice must not hide the rejected ones.
        onDropAny={(_, rejections) => setRejected(rejections.map(({ file }) => file.name))}
        onDrop={add}
        problem={Boolean(sentence)}
        mark={{ 'data-path': 'files' }}
      />
      <Anchor href="/member-list-template.xlsx" download="member-list-template.xlsx" className={classes.template}>
        <IconDownload aria-hidden="true" />
        {uploadTexts.template}
      </Anchor>
      <p className="m-0 mt-sm text-xs dimmed">{uploadTexts.memberId}</p>
    </Input.Wrapper>
  );
}

function identityOf(file: File): string {
  return `${file.name} ${file.size} ${file.lastModified}`;
}
