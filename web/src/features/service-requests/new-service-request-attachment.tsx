import { attachmentMaxBytes, attachmentTypes } from '@kinbridge/contract/service-requests/attachment-limits';
import { ActionIcon, Button, Input, Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { IconFile, IconUpload, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from './new-service-request.module.css';
import { newRequestTexts } from './new-service-request.texts.ts';

interface NewServiceRequestAttachmentProps {
  file: File | null;
  onChange: (file: File | null) => void;
  /** Why the form cannot be sent, or what a reload has lost. */
  error: string | null;
  /** True once the box was ticked here: the zone appears at the lower edge of a pane that scrolls. */
  autoShow: boolean;
}

/** One file, dropped or chosen. Its kind and size are checked before anything is sent. */
export function NewServiceRequestAttachment({ file, onChange, error, autoShow }: NewServiceRequestAttachmentProps) {
  const showWhole = autoShow ? scrollToWhole : null;
  const openPicker = useRef<() => void>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function choose(chosen: File | null) {
    setProblem(null);
    onChange(chosen);
  }

  if (file) {
    return (
      <div className={classes.file} ref={showWhole}>
        <IconFile size={18} stroke={1.6} aria-hidden="true" />
        <span className={classes.fileName}>{file.name}</span>
        <Text className={classes.fileSize}>{sizeInWords(file.size)}</Text>
        <ActionIcon aria-label={`Remove ${file.name}`} onClick={() => choose(null)}>
          <IconX size={16} />
        </ActionIcon>
      </div>
    );
  }
  const sentence = problem ?? error;
  return (
    <Input.Wrapper key={sentence} ref={showWhole} error={sentence} errorProps={{ role: 'alert' }}>
      <Dropzone
        openRef={openPicker}
        accept={[...attachmentTypes]}
        maxSize={attachmentMaxBytes}
        maxFiles={1}
        multiple={false}
        // The button inside is what a keyboard reaches; the zone itself is for the mouse.
        activateOnKeyboard={false}
        tabIndex={-1}
        enablePointerEvents
        onDrop={([dropped]) => dropped && choose(dropped)}
        onReject={(rejections) => setProblem(rejectionInWords(rejections))}
        inputProps={{ 'aria-label': newRequestTexts.attach }}
        className={classes.drop}
        data-problem={sentence ? true : undefined}
      >
        <Text className={classes.dropText}>{newRequestTexts.drop}</Text>
        <Button
          data-path="attach"
          variant="default"
          leftSection={<IconUpload size={16} stroke={1.8} aria-hidden="true" />}
          onClick={(event) => {
            event.stopPropagation();
            openPicker.current?.();
          }}
        >
          Choose file
        </Button>
      </Dropzone>
    </Input.Wrapper>
  );
}

function scrollToWhole(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}

function rejectionInWords(rejections: FileRejection[]): string {
  const [rejection] = rejections;
  if (!rejection || rejections.length > 1) return newRequestTexts.tooMany;
  const tooLarge = rejection.errors.some((error) => error.code === 'file-too-large');
  return (tooLarge ? newRequestTexts.tooLarge : newRequestTexts.wrongType)(rejection.file.name);
}

function sizeInWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
