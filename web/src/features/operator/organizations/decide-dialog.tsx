import type {
  OrganizationDecision,
  RegisteredOrganization,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import { useState } from 'react';
import { type Change, ChangesTable } from '../../../ui/table/changes-table.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { useDecide } from './organizations.api.ts';
import { decisionTexts, needsReason, organizationTexts } from './organizations.texts.ts';
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
  const [changes, setChanges] = useState<Change[]>([]);
  const decide = useDecide(seen);

  function show(current: RegisteredOrganization): boolean {
    if (current.approval !== seen.approval || !current.decisions.includes(decision)) return false;
    setChanges(profileChanges(seen, current));
    setSeen(current);
    return true;
  }

  return (
    <DecisionDialog
      name={seen.name}
      decision={decision}
      texts={decisionTexts[decision]}
      asks={needsReason(decision)}
      decide={decide}
      changed={organizationTexts.changed}
      onChanged={show}
      onClose={onClose}
    >
      {changes.length > 0 && <ChangesTable label="Changes" before="You saw" after="Now" changes={changes} />}
    </DecisionDialog>
  );
}
