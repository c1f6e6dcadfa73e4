import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCovering } from './covering.ts';
import classes from './dialog.module.css';

interface CoveringDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog of the frame that may open over any other one, which stays as it was. */
export function CoveringDialog({ title, onClose, children }: CoveringDialogProps) {
  useCovering(onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={title}
      size={400}
      zIndex={220}
      classNames={{ header: classes.header, title: classes.title, body: classes.body, content: classes.content }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Modal>
  );
}
