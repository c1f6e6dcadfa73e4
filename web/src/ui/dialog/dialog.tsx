import { Modal } from '@mantine/core';
import { createContext, type ReactNode, useEffect, useState } from 'react';
import { usePhone } from '../scale/use-phone.ts';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';
import classes from './dialog.module.css';
import { LeaveWarning } from './leave-warning.tsx';

const discardQuestion: Question = {
  title: 'Discard your changes?',
  text: "Your changes haven't been saved.",
  confirm: 'Discard',
  cancel: 'Keep Editing',
};

/** Closes the dialog around it like its ✕: it asks first if there are unsaved changes. */
export const DialogClose = createContext(() => {});

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Width in px: 480 for most dialogs, 400 to confirm. Full screen on a phone. */
  size?: number;
  /** True while there are unsaved changes, or the question about them: closing and leaving then ask first. */
  unsaved?: boolean | Question;
  /** As a function, it gets a `close` that asks first if there are unsaved changes. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A dialog with a fixed header and, with DialogFooter, a fixed footer around a scrolling body. */
export function Dialog({ opened, onClose, title, size = 480, unsaved = false, children }: DialogProps) {
  const phone = usePhone();
  const [asking, setAsking] = useState(false);
  useFocusReturnOnRemoval();

  function close() {
    if (unsaved) setAsking(true);
    else onClose();
  }

  return (
    <>
      {opened && unsaved !== false && <LeaveWarning />}
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        size={size}
        fullScreen={phone && size > 400}
        classNames={{ header: classes.header, title: classes.title, body: classes.body, content: classes.content }}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <DialogClose value={close}>{typeof children === 'function' ? children(close) : children}</DialogClose>
      </Modal>
      <ConfirmDialog
        opened={opened && asking}
        {...(typeof unsaved === 'object' ? unsaved : discardQuestion)}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
      />
    </>
  );
}

/** Returns focus for dialogs that are removed while open; Mantine only does so for those that close. */
function useFocusReturnOnRemoval() {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      setTimeout(() => {
        if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
      });
    };
  }, []);
}

/** The buttons at the bottom of a dialog. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={classes.footer}>{children}</div>;
}
