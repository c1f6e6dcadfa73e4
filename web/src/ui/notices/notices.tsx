import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck } from '../icons/first-icons.ts';

const common = { withBorder: true, closeButtonProps: { 'aria-label': 'Dismiss' } } as const;

/** Says that something worked. Disappears after 5 seconds unless hovered or focused. */
export function notifySuccess(message: string): void {
  notifications.show({ ...common, message, icon: <IconCheck />, role: 'status' });
}

/** Says what to do first. Repeated, it is shown once. */
export function notifyHint(message: string): void {
  notifications.show({ ...common, id: message, message, icon: <IconAlertCircle />, role: 'status' });
}

/** After a call that worked: says so, then goes on. A dialog shows its failures itself. */
export function noticeThen<Answer>(message: string | ((answer: Answer) => string), goOn: () => void) {
  return {
    onSuccess: (answer: Answer) => {
      notifySuccess(typeof message === 'string' ? message : message(answer));
      goOn();
    },
  };
}

/** The notices after a call: that it worked, or what didn't and the server's message. */
export function outcomeNotices(done: string, failed = '') {
  return {
    onSuccess: () => notifySuccess(done),
    onError: ({ message }: Error) => notifyError(`${failed} ${message}`.trim()),
  };
}

/** Says that something failed; stays until dismissed. */
export function notifyError(message: string): void {
  notifications.show({
    ...common,
    message,
    color: 'red',
    icon: <IconAlertCircle />,
    autoClose: false,
  });
}
