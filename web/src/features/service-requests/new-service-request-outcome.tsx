import { Text } from '@mantine/core';
import { FailureDialog, SuccessDialog } from '../../ui/outcome-dialog.tsx';
import type { CreationOutcome } from './new-service-request.creation.ts';
import classes from './new-service-request.module.css';
import { newRequestTexts } from './new-service-request.texts.ts';

interface NewServiceRequestOutcomeProps {
  /** Everything that this form has created so far, and what failed at the last try. */
  outcome: CreationOutcome | null;
  onDone: () => void;
  onDismiss: () => void;
}

/** What became of the requests: all created, or which were and which were not. */
export function NewServiceRequestOutcome({ outcome, onDone, onDismiss }: NewServiceRequestOutcomeProps) {
  const failed = outcome !== null && outcome.failed.length > 0;
  return (
    <>
      <SuccessDialog opened={outcome !== null && !failed} title={newRequestTexts.created} onClose={onDone}>
        <Created outcome={outcome} />
        <Text mt={12} c="dimmed" fz="inherit">
          {newRequestTexts.contactTime}
        </Text>
      </SuccessDialog>
      <FailureDialog opened={failed} title={newRequestTexts.failed} onClose={onDismiss}>
        {outcome && outcome.created.length > 0 && (
          <>
            <h3 className={classes.outcomeTitle}>{newRequestTexts.wereCreated}</h3>
            <Created outcome={outcome} />
            <h3 className={classes.outcomeTitle}>{newRequestTexts.notCreated}</h3>
          </>
        )}
        <ul className={classes.outcome}>
          {outcome?.failed.map(({ service, reason }) => (
            <li key={service.id}>
              <strong>{service.name}</strong>
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

function Created({ outcome }: { outcome: CreationOutcome | null }) {
  return (
    <ul className={classes.outcome}>
      {outcome?.created.map(({ service, request }) => (
        <li key={service.id}>
          <strong>#{request.id}</strong> {service.name}, {service.organization.name}
        </li>
      ))}
    </ul>
  );
}
