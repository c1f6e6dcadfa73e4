import type {
  OrganizationDecision,
  RegisteredOrganization,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import { useState } from 'react';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { notifyError, notifySuccess } from '../../../ui/notices/notices.tsx';
import { type Change, ChangesTable } from '../../../ui/table/changes-table.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { currentIn, useDecide } from './organizations.api.ts';
import classes from './organizations.module.css';
import { decisionTexts, needsReason, organizationTexts as texts } from './organizations.texts.ts';
import { profileChanges } from './profile-changes.ts';

interface DecideDialogProps {
  organization: RegisteredOrganization;
  decision: OrganizationDecision;
  onClose: () => void;
}

/** Asks before a decision takes effect, and again if the organization changed its profile meanwhile. */
export function DecideDialog({ organization, decision, onClose }: DecideDialogProps) {
  // As it was when the dialog opened: a newer state is a conflict.
  const [seen, setSeen] = useState(organization);
  const [changes, setChanges] = useState<Change[] | null>(null);
  const decide = useDecide(seen);
  const { button, question, effect, done } = decisionTexts[decision];

  function refuse(error: Error) {
    const current = currentIn(error);
    if (!current) return;
    if (current.approval === seen.approval && current.decisions.includes(decision)) {
      setChanges(profileChanges(seen, current));
      setSeen(current);
    } else {
      notifyError(error.message);
      onClose();
    }
  }

  return (
    <DecisionDialog
      title={question(seen.name)}
      effect={effect}
      button={button}
      asks={needsReason(decision)}
      pending={decide.isPending}
      onDecide={(reason) =>
        decide.mutate(
          { decision, reason },
          {
            onSuccess: () => {
              notifySuccess(done);
              onClose();
            },
            onError: refuse,
          },
        )
      }
      onClose={onClose}
    >
      {decide.error && (
        <CallFailure title={currentIn(decide.error) ? texts.changed : texts.failed} error={decide.error} />
      )}
      {changes && changes.length > 0 && (
        <div className={classes.changes}>
          <ChangesTable label="Changes" before="You saw" after="Now" changes={changes} />
        </div>
      )}
    </DecisionDialog>
  );
}
