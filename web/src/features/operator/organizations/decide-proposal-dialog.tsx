import type {
  ProposalDecision,
  RegisteredOrganization,
  ReviewedProfile,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import { useState } from 'react';
import { DecisionDialog } from './decision-dialog.tsx';
import { useDecideProposal } from './organizations.api.ts';
import { organizationTexts, proposalTexts } from './organizations.texts.ts';
import { ProposalReview } from './proposal-review.tsx';

interface DecideProposalDialogProps {
  organization: RegisteredOrganization;
  proposed: ReviewedProfile;
  decision: ProposalDecision;
  onClose: () => void;
}

/** Asks before proposed changes are accepted or declined, and again if others replaced them. */
export function DecideProposalDialog({ organization, proposed, decision, onClose }: DecideProposalDialogProps) {
  // As they were when the dialog opened: newer ones are a conflict.
  const [seen, setSeen] = useState({ organization, proposed });
  const [replaced, setReplaced] = useState(false);
  const decide = useDecideProposal(organization.id, seen.proposed.id);

  function show(current: RegisteredOrganization): boolean {
    if (!current.proposedProfile || current.proposedProfile.id === seen.proposed.id) return false;
    setSeen({ organization: current, proposed: current.proposedProfile });
    setReplaced(true);
    return true;
  }

  return (
    <DecisionDialog
      name={seen.organization.name}
      decision={decision}
      texts={proposalTexts[decision]}
      asks={decision === 'decline'}
      decide={decide}
      changed={organizationTexts.otherProposed}
      onChanged={show}
      onClose={onClose}
    >
      {replaced && <ProposalReview {...seen} />}
    </DecisionDialog>
  );
}
