import type {
  ProposalDecision,
  RegisteredOrganization,
  ReviewedProfile,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import { useState } from 'react';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { notifyError, notifySuccess } from '../../../ui/notices/notices.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { currentIn, useDecideProposal } from './organizations.api.ts';
import classes from './organizations.module.css';
import { proposalTexts, organizationTexts as texts } from './organizations.texts.ts';
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
  const { button, question, effect, done } = proposalTexts[decision];

  function refuse(error: Error) {
    const current = currentIn(error);
    if (!current) return;
    if (current.proposedProfile && current.proposedProfile.id !== seen.proposed.id) {
      setSeen({ organization: current, proposed: current.proposedProfile });
      setReplaced(true);
    } else {
      notifyError(error.message);
      onClose();
    }
  }

  return (
    <DecisionDialog
      title={question(seen.organization.name)}
      effect={effect}
      button={button}
      asks={decision === 'decline'}
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
        <CallFailure title={currentIn(decide.error) ? texts.otherProposed : texts.failed} error={decide.error} />
      )}
      {replaced && (
        <div className={classes.changes}>
          <ProposalReview {...seen} />
        </div>
      )}
    </DecisionDialog>
  );
}
