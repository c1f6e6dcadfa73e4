import { fullName } from '@kinbridge/contract/users/full-name';
import { Anchor, Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useTicketUrl } from '../../../lib/lists/ticket-url.ts';
import { FailureDialog, SuccessDialog } from '../../../ui/dialog/outcome-dialog.tsx';
import type { CreationOutcome } from './new-request.creation.ts';
import classes from './new-request.module.css';
import { newRequestTexts } from './new-request.texts.ts';

interface NewServiceRequestOutcomeProps {
  /** Everything this form has created so far, and what failed in the last try. */
  outcome: CreationOutcome | null;
  onDone: () => void;
  onDismiss: () => void;
  onAnother: () => void;
}

/** The outcome: all created, or which were and which weren't. */
export function NewServiceRequestOutcome({ outcome, onDone, onDismiss, onAnother }: NewServiceRequestOutcomeProps) {
  const failed = outcome !== null && outcome.failed.length > 0;
  const ticket = useTicketUrl();
  const only = outcome?.created.length === 1 ? outcome.created[0] : undefined;
  const member = outcome?.created[0]?.request.patient;
  return (
    <>
      <SuccessDialog
        opened={outcome !== null && !failed}
        title={newRequestTexts.created}
        onClose={onDone}
        actions={
          <>
            <Button variant="default" onClick={onAnother}>
              {newRequestTexts.createAnother}
            </Button>
            {only && (
              <Button variant="default" component={Link} {...ticket.linkTo(only.request.id)} onClick={onDone}>
                {newRequestTexts.open(only.request.id)}
              </Button>
            )}
          </>
        }
      >
        {member && (
          <Text mb={8} fz="inherit">
            Member:{' '}
            <Anchor component={Link} to={`/members/${member.id}`} onClick={onDone} fz="inherit" fw={600}>
              {fullName(member)}
            </Anchor>
          </Text>
        )}
        <Created outcome={outcome} onOpen={only ? undefined : onDone} />
        <Text mt={12} c="dimmed" fz="inherit">
          {newRequestTexts.contactTime}
        </Text>
      </SuccessDialog>
      <FailureDialog opened={failed} title={newRequestTexts.failed} onClose={onDismiss}>
        {outcome && outcome.created.length > 0 && (
          <>
            <h3 className={`text-xs line-18 bold label ${classes.outcomeTitle}`}>{newRequestTexts.wereCreated}</h3>
            <Created outcome={outcome} />
            <h3 className={`text-xs line-18 bold label ${classes.outcomeTitle}`}>{newRequestTexts.notCreated}</h3>
          </>
        )}
        <ul className={`list line-20 numbers anywhere ${classes.outcome}`}>
          {outcome?.failed.map(({ service, reason }) => (
            <li key={service.id}>
              <strong className="bold">{service.name}</strong>
              <div>{reason}</div>
            </li>
          ))}
        </ul>
        <Text mt={12} c="dimmed" fz="inherit">
          {newRequestTexts.kept}
        </Text>
      </FailureDialog>
    </>
  );
}

interface CreatedProps {
  outcome: CreationOutcome | null;
  /** Called when one of several is opened; without it they aren't links. */
  onOpen?: (() => void) | undefined;
}

function Created({ outcome, onOpen }: CreatedProps) {
  const ticket = useTicketUrl();
  return (
    <ul className={`list line-20 numbers anywhere ${classes.outcome}`}>
      {outcome?.created.map(({ service, request }) => (
        <li key={service.id}>
          {onOpen ? (
            <Anchor component={Link} {...ticket.linkTo(request.id)} onClick={onOpen}>
              {newRequestTexts.open(request.id)}
            </Anchor>
          ) : (
            <strong className="bold">#{request.id}</strong>
          )}{' '}
          {service.name}, {service.organization.name}
        </li>
      ))}
    </ul>
  );
}
