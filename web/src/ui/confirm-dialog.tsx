import { Button, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  text: string;
  /** What more there is to know, below the question. */
  note?: string;
  confirm: string;
  cancel?: string;
  /** False where the act is no loss: its button is then not red. */
  destructive?: boolean;
  /** Something that belongs to the question is still on its way. */
  waiting?: boolean;
  /** What is about to happen, in more than words. */
  children?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that cannot be taken back. */
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
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={title}
      size={400}
      zIndex={210}
      // A taller one stays clear of the notices at the lower edge.
      {...(children && { centered: false, yOffset: '10dvh' })}
      classNames={{ header: classes.head, title: classes.title, body: classes.body, content: classes.content }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text>{text}</Text>
      {note !== undefined && (
        <Text mt={8} c="dimmed" role="status">
          {note}
        </Text>
      )}
      {children}
      <div className={classes.foot}>
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
