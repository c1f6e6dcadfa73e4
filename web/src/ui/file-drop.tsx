import { Button, Text } from '@mantine/core';
import { Dropzone, type DropzoneProps } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { useRef } from 'react';
import classes from './file-drop.module.css';
import { IconUpload } from './icons/icons.ts';

interface FileDropProps
  extends Pick<DropzoneProps, 'accept' | 'maxSize' | 'multiple' | 'onDrop' | 'onDropAny' | 'onReject'> {
  /** What is asked for, for screen readers. */
  label: string;
  /** What can be dropped here. */
  hint: string;
  /** The words of the button. */
  choose: string;
  /** Something was wrong with what was chosen. */
  problem?: boolean;
  /** Marks the button, for what finds it by an attribute: the first field with a mistake, or the focus of a dialog. */
  mark?: Record<`data-${string}`, string | boolean>;
}

/** Where files are dropped or chosen. */
export function FileDrop({ label, hint, choose, problem = false, mark, ...zone }: FileDropProps) {
  const openPicker = useRef<() => void>(null);
  return (
    <Dropzone
      {...zone}
      openRef={openPicker}
      // The button inside is what a keyboard reaches; the zone itself is for the mouse.
      activateOnKeyboard={false}
      tabIndex={-1}
      enablePointerEvents
      inputProps={{ 'aria-label': label }}
      className={classes.drop}
      data-problem={problem || undefined}
    >
      <Text className={classes.hint}>{hint}</Text>
      <Button
        {...mark}
        variant="default"
        leftSection={<IconUpload size={16} stroke={1.8} aria-hidden="true" />}
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
