import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import classes from './dialog.module.css';
import { LeaveWarning } from './leave-warning.tsx';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Width in px: 480 for plain dialogs, 400 to confirm. A phone shows it full screen. */
  size?: number;
  /** True while something typed is not saved: closing and leaving then ask first. */
  unsaved?: boolean;
  /** As a function it gets what closes the dialog, after asking where something isn't saved. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A dialog with a head and, by DialogFooter, a foot that stay in sight while its body scrolls. */
export function Dialog({ opened, onClose, title, size = 480, unsaved = false, children }: DialogProps) {
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const [asking, setAsking] = useState(false);
  useFocusReturnOnRemoval();

  function close() {
    // Asked a moment later: the same press of Escape would answer the question at once.
    if (unsaved) setTimeout(() => setAsking(true));
    else onClose();
  }

  return (
    <>
      {opened && unsaved && <LeaveWarning />}
      <Modal
        opened={opened}
        onClose={close}
        closeOnEscape={!asking}
        title={title}
        size={size}
        fullScreen={phone && size > 400}
        classNames={{ header: classes.head, title: classes.title, body: classes.body, content: classes.content }}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {typeof children === 'function' ? children(close) : children}
      </Modal>
      <ConfirmDialog
        opened={opened && asking}
        title="Discard your changes?"
        text="Your changes haven't been saved."
        confirm="Discard"
        cancel="Keep editing"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
      />
    </>
  );
}

/** A dialog that is removed while open gives focus back as well; Mantine does so only for one that closes. */
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

/** The buttons of a dialog, at its lower edge. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}
