import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { isTyping } from '../../lib/single-key.ts';
import { IconCheck } from '../icons/first-icons.ts';
import { IconInfoCircle } from '../icons/icons.ts';

interface UndoNotice {
  title: string;
  /** What happened, in a few words. */
  message: string;
  onUndo: () => void;
}

/**
 * Says that something worked, with an Undo while it is visible. Ctrl+Z works too, because the keyboard can't reach the
 * notice past an open dialog, which traps focus.
 */
export function notifyUndoable({ title, message, onUndo }: UndoNotice): void {
  const id = newIdempotencyKey();
  const undo = () => {
    notifications.hide(id);
    onUndo();
  };
  const undoByKey = (event: KeyboardEvent) => {
    if (event.key !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey) || isTyping(event.target)) return;
    event.preventDefault();
    undo();
  };
  document.addEventListener('keydown', undoByKey);
  notifications.show({
    id,
    title,
    message: (
      <span className="flex items-baseline between gap-sm">
        {message}
        <Anchor
          component="button"
          type="button"
          fz="inherit"
          title="Undo (Ctrl+Z)"
          aria-keyshortcuts="Control+Z"
          onClick={undo}
        >
          Undo
        </Anchor>
      </span>
    ),
    icon: <IconCheck />,
    role: 'status',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    onClose: () => document.removeEventListener('keydown', undoByKey),
  });
}

/** Says that something worked in part, and what didn't. It stays, because someone may have to act on it. */
export function notifyPartly(message: string): void {
  notifications.show({
    message,
    icon: <IconInfoCircle />,
    role: 'status',
    autoClose: false,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}
