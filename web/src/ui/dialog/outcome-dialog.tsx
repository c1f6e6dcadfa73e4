import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAlertCircle } from '../icons/first-icons.ts';
import { IconCircleCheck } from '../icons/icons.ts';
import classes from './dialog.module.css';

interface OutcomeDialogProps {
  opened: boolean;
  title: string;
  children?: ReactNode;
  /** Other actions, before the button. */
  actions?: ReactNode;
  onClose: () => void;
}

/** Says that something worked; its button continues. */
export function SuccessDialog(props: OutcomeDialogProps) {
  const picture = <IconCircleCheck size={22} color="var(--kb-link)" aria-hidden="true" />;
  return <OutcomeDialog {...props} button="Continue" picture={picture} />;
}

/** Says that something failed. It opens over the form, which keeps what was typed. */
export function FailureDialog(props: OutcomeDialogProps) {
  const picture = <IconAlertCircle size={22} color="var(--kb-alert)" aria-hidden="true" />;
  return <OutcomeDialog {...props} button="Dismiss" picture={picture} />;
}

interface Look {
  button: string;
  picture: ReactNode;
}

function OutcomeDialog({ opened, title, children, actions, onClose, button, picture }: OutcomeDialogProps & Look) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      size={440}
      zIndex={210}
      title={
        <Group gap={10} wrap="nowrap" py={14}>
          {picture}
          {title}
        </Group>
      }
      classNames={{ header: classes.header, title: classes.title, body: classes.body, content: classes.content }}
    >
      {children}
      <div className={`${classes.footer} ${classes.ways}`}>
        {actions}
        <Button onClick={onClose} data-autofocus>
          {button}
        </Button>
      </div>
    </Modal>
  );
}
