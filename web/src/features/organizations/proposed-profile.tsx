import type { Organization } from '@kinbridge/contract/organizations/organizations.contract';
import type { ProposedProfile } from '@kinbridge/contract/organizations/proposed-profile.contract';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { IconHourglass } from '../../ui/icons/icons.ts';
import { outcomeNotices } from '../../ui/notices/notices.tsx';
import { ProposedFields, proposedByText } from '../../ui/proposed-profile/proposed-fields.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { useWithdrawProfile } from './account.api.ts';
import { proposedTexts as texts } from './organizations.texts.ts';

interface ProposedProfileProps {
  organization: Organization;
  proposed: ProposedProfile;
}

/** The changes of the business profile that wait for an operator. */
export function ProposedProfileCard({ organization, proposed }: ProposedProfileProps) {
  const withdraw = useWithdrawProfile(organization.id);
  return (
    <SectionCard
      title={texts.title}
      action={
        <ConfirmButton
          variant="subtle"
          question={{ ...texts.withdrawQuestion, waiting: withdraw.isPending }}
          onConfirm={() => withdraw.mutateAsync(undefined, outcomeNotices(texts.withdrawn))}
        >
          {texts.withdraw}
        </ConfirmButton>
      }
    >
      <div className="gap-10 px-md py-10 border-top flex items-start tint">
        <IconHourglass className="mt-1 fixed" size={18} aria-hidden="true" />
        <p className="m-0 min-w-0 line-20 anywhere">
          {texts.waiting}
          <br />
          {proposedByText(proposed)}
        </p>
      </div>
      <ProposedFields organization={organization} proposed={proposed} reader="staff" />
    </SectionCard>
  );
}
