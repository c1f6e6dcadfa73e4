import { ActionIcon, Button, Input, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { IconFileSpreadsheet, IconUpload, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { sizeInWords } from '../../../lib/file-size.ts';
import { libraryTexts } from './library.texts.ts';
import classes from './library-dialogs.module.css';

const accept = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'text/csv': ['.csv'],
};
const maxBytes = 20_000_000;

interface ResponsesFileProps {
  file: File | null;
  onChange: (file: File | null) => void;
  error: string | null;
}

/** The one spreadsheet, dropped or chosen. */
export function ResponsesFile({ file, onChange, error }: ResponsesFileProps) {
  const openPicker = useRef<() => void>(null);
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
        <div className={classes.file}>
          <IconFileSpreadsheet size={18} stroke={1.6} aria-hidden="true" />
          <span className={classes.fileName}>{file.name}</span>
          <span className={classes.quiet}>{sizeInWords(file.size)}</span>
          <ActionIcon aria-label={`Remove ${file.name}`} onClick={() => onChange(null)}>
            <IconX size={16} />
          </ActionIcon>
        </div>
      ) : (
        <Dropzone
          openRef={openPicker}
          accept={accept}
          maxSize={maxBytes}
          multiple={false}
          // The button inside is what a keyboard reaches; the zone itself is for the mouse.
          activateOnKeyboard={false}
          tabIndex={-1}
          enablePointerEvents
          onDrop={([dropped]) => {
            setRejected([]);
            onChange(dropped ?? null);
          }}
          onReject={(rejections) => setRejected(rejections.map((rejection) => rejection.file.name))}
          inputProps={{ 'aria-label': 'Spreadsheet' }}
          className={classes.drop}
          data-problem={sentence ? true : undefined}
        >
          <Text className={classes.quiet}>{libraryTexts.drop}</Text>
          <Button
            data-choose-file
            variant="default"
            leftSection={<IconUpload size={16} stroke={1.8} aria-hidden="true" />}
            onClick={(event) => {
              event.stopPropagation();
              openPicker.current?.();
            }}
          >
            Choose a file
          </Button>
        </Dropzone>
      )}
    </Input.Wrapper>
  );
}
