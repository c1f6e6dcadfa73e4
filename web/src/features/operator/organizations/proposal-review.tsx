import type {
  RegisteredOrganization,
  ReviewedProfile,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import { Text } from '@mantine/core';
import { ProposedFields, proposedByText } from '../../../ui/proposed-profile/proposed-fields.tsx';
import classes from './organizations.module.css';
import { Warnings } from './warnings.tsx';

interface ProposalReviewProps {
  organization: RegisteredOrganization;
  proposed: ReviewedProfile;
}

/** What an organization wants others to see, what speaks against it, and who proposed it. */
export function ProposalReview({ organization, proposed }: ProposalReviewProps) {
  return (
    <>
      <div className={`gap-sm px-md pb-sm pt-0 column ${classes.proposal}`}>
        <Text c="dimmed">{proposedByText(proposed)}</Text>
        {proposed.namesakes.length > 0 && <Warnings label="Warnings about the changes" warnings={proposed.namesakes} />}
      </div>
      <ProposedFields organization={organization} proposed={proposed} reader="operator" />
    </>
  );
}
