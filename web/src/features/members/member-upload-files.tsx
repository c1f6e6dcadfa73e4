import { memberListMaxBytes } from '@kinbridge/contract/members/member-list-columns';
import { Anchor, Button, Input, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from './member-upload.module.css';
import { UploadFile } from './member-upload-file.tsx';
import { rejectedSentence, uploadTexts } from './member-uploads.texts.ts';

interface UploadFilesProps {
  files: File[];
  onChange: (files: File[]) => void;
  /** A file turned out to be none that can be read. */
  onUnusable: (file: File) => void;
  error: string | null;
}

const accept = { 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'] };

/** The lists, dropped or chosen, each with its first rows as they will be understood. */
export function UploadFiles({ files, onChange, onUnusable, error }: UploadFilesProps) {
  const openPicker = useRef<() => void>(null);
  const [rejected, setRejected] = useState<string[]>([]);
  const sentence = rejected.length > 0 ? rejectedSentence(rejected) : error;

  /** The same file twice is one. */
  function add(dropped: File[]) {
    setRejected([]);
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
          onUnusable={() => onUnusable(file)}
          onRemove={() => onChange(files.filter((other) => other !== file))}
        />
      ))}
      <Dropzone
        openRef={openPicker}
        accept={accept}
        maxSize={memberListMaxBytes}
        // The button inside is what a keyboard reaches; the zone itself is for the mouse.
        activateOnKeyboard={false}
        tabIndex={-1}
        enablePointerEvents
        onDrop={add}
        onReject={(rejections) => setRejected(rejections.map(({ file }) => file.name))}
        inputProps={{ 'aria-label': uploadTexts.files }}
        className={classes.drop}
        data-problem={sentence ? true : undefined}
      >
        <Text className={classes.quiet}>{uploadTexts.drop}</Text>
        <Button
          data-upload="files"
          variant="default"
          leftSection={<IconUpload size={16} stroke={1.8} aria-hidden="true" />}
          onClick={(event) => {
            event.stopPropagation();
            openPicker.current?.();
          }}
        >
          {uploadTexts.choose}
        </Button>
      </Dropzone>
      <Anchor href="/member-list-template.xlsx" download="member-list-template.xlsx" className={classes.template}>
        <IconDownload size={16} stroke={1.8} aria-hidden="true" />
        {uploadTexts.template}
      </Anchor>
    </Input.Wrapper>
  );
}

function identityOf(file: File): string {
  return `${file.name} ${file.size} ${file.lastModified}`;
}
