import { Button, Text } from '@mantine/core';
import { Dropzone, type DropzoneProps } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { useRef } from 'react';
import { IconUpload } from '../icons/icons.ts';
import classes from './file-drop.module.css';

interface FileDropProps
  extends Pick<DropzoneProps, 'accept' | 'maxSize' | 'multiple' | 'onDrop' | 'onDropAny' | 'onReject'> {
  /** Names the field for screen readers. */
  label: string;
  /** What can be dropped here. */
  hint: string;
  /** The button's label. */
  choose: string;
  /** The chosen file was rejected. */
  problem?: boolean;
  /** Attributes on the button, so that error summaries and dialogs can focus it. */
  mark?: Record<`data-${string}`, string | boolean>;
}

/** An area to drop or choose files. */
export function FileDrop({ label, hint, choose, problem = false, mark, ...zone }: FileDropProps) {
  const openPicker = useRef<() => void>(null);
  return (
    <Dropzone
      {...zone}
      openRef={openPicker}
      // The keyboard uses the button inside; the zone itself is for the mouse.
      activateOnKeyboard={false}
      tabIndex={-1}
      enablePointerEvents
      inputProps={{ 'aria-label': label }}
      className={`round-md row justify-center hovered ${classes.drop}`}
      data-problem={problem || undefined}
    >
      <Text className="text-sm dimmed">{hint}</Text>
      <Button
        {...mark}
        variant="default"
        leftSection={<IconUpload aria-hidden="true" />}
        onClick={(event) => {
          event.stopPropagation();
          openPicker.current?.();
        }}
      >
        {choose}
      </Button>
    </Dropzone>
  );
}
