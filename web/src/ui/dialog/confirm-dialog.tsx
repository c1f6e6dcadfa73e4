import { Button, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCovering } from './covering.ts';
import classes from './dialog.module.css';

export interface Question {
  title: string;
  text: string;
  /** More information below the question. */
  note?: string;
  confirm: string;
  cancel?: string;
  /** False if nothing is lost: the button is then not red. */
  destructive?: boolean;
  /** Data for the question is still loading, or what it asks about is happening. */
  waiting?: boolean;
}

interface ConfirmDialogProps extends Question {
  opened: boolean;
  /** Shows what is about to happen. */
  children?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that can't be undone. */
export function ConfirmDialog({
  opened,
  title,
  text,
  note,
  confirm,
  cancel = 'Cancel',
  destructive = true,
  waiting = false,
  children,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  useCovering(onCancel, opened);
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      closeOnEscape={false}
      title={title}
      size={400}
      zIndex={210}
      // Tall dialogs move up, clear of the notices at the bottom.
      {...(children && { centered: false, yOffset: '10dvh' })}
      classNames={{ header: classes.header, title: classes.title, body: classes.body, content: classes.content }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text>{text}</Text>
      {note !== undefined && (
        <Text mt={8} c="dimmed" role="status">
          {note}
        </Text>
      )}
      {children}
      <div className={classes.footer}>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancel}
        </Button>
        <Button {...(destructive && { color: 'red' })} loading={waiting} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Modal>
  );
}
