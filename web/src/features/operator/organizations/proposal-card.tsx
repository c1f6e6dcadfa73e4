import type {
  ProposalDecision,
  RegisteredOrganization,
  ReviewedProfile,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import { Button, Group, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { loadLater, usePreload } from '../../../lib/load-later.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import classes from './organizations.module.css';
import { proposalTexts, organizationTexts as texts } from './organizations.texts.ts';
import { ProposalReview } from './proposal-review.tsx';

const DecideProposalDialog = loadLater(async () => (await import('./decide-proposal-dialog.tsx')).DecideProposalDialog);

interface Deciding {
  decision: ProposalDecision;
  /** As it was when the dialog opened. It stays open with what was typed if others decide. */
  proposed: ReviewedProfile;
}

/** The changes that an organization proposed, and the decision on them. Accepting publishes them. */
export function ProposalCard({ organization }: { organization: RegisteredOrganization }) {
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  usePreload(DecideProposalDialog);
  const { proposedProfile: proposed, approval } = organization;
  const decisions: ProposalDecision[] = approval === 'APPROVED' ? ['decline', 'accept'] : ['decline'];
  return (
    <>
      {proposed && (
        <SectionCard
          title={texts.proposed}
          action={
            <Group gap={8}>
              {decisions.map((decision) => (
                <Button
                  key={decision}
                  variant={decision === 'decline' ? 'default' : 'light'}
                  onClick={() => setDeciding({ decision, proposed })}
                >
                  {proposalTexts[decision].button}
                </Button>
              ))}
            </Group>
          }
        >
          {approval !== 'APPROVED' && <Text className={classes.first}>{texts.restoreFirst}</Text>}
          <ProposalReview organization={organization} proposed={proposed} />
        </SectionCard>
      )}
      <Suspense>
        {deciding && (
          <DecideProposalDialog organization={organization} {...deciding} onClose={() => setDeciding(null)} />
        )}
      </Suspense>
    </>
  );
}
