import { organizationTypeLabels } from '@kinbridge/contract/organizations/organization-type';
import type { Organization } from '@kinbridge/contract/organizations/organizations.contract';
import { Anchor, Button, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatPhoneNumber } from '../../lib/format-phone-number.ts';
import { loadLater } from '../../lib/load-later.tsx';
import { organizationQuery } from '../../lib/queries/organization.query.ts';
import { hasKeptEdit } from '../../lib/use-kept-edit.ts';
import { IconPencil } from '../../ui/icons/later-icons.ts';
import { OrganizationLogo } from '../../ui/organization-logo.tsx';
import { Facts } from '../../ui/section/facts.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { SectionFailure } from '../../ui/section/section-failure.tsx';
import { organizationDraft } from './account.api.ts';
import classes from './business-profile.module.css';
import { accountTexts } from './organizations.texts.ts';
import { ProposedProfileCard } from './proposed-profile.tsx';

const EditOrganizationDialog = loadLater(
  async () => (await import('./edit-organization-dialog.tsx')).EditOrganizationDialog,
);

/** Specification §2: logo, name, Company Info and Company Bio. */
export function BusinessProfile({ organizationId }: { organizationId: number }) {
  const { data: organization, error, refetch } = useQuery(organizationQuery(organizationId));
  const [editing, setEditing] = useState(() => hasKeptEdit(organizationDraft));
  const proposed = organization?.proposedProfile;
  return (
    <>
      <SectionCard
        title={accountTexts.businessProfile}
        action={
          <Button
            variant="subtle"
            leftSection={<IconPencil />}
            disabled={!organization}
            onClick={() => setEditing(true)}
          >
            {accountTexts.edit}
          </Button>
        }
      >
        {organization && <Details organization={organization} onEdit={() => setEditing(true)} />}
        {!organization && !error && (
          <div className="border-top card-body column gap-10" aria-busy="true">
            <Skeleton height={64} width={260} radius="md" />
            <Skeleton height={54} radius="lg" />
            <Skeleton height={40} radius="md" />
          </div>
        )}
        {!organization && error && <SectionFailure sentence={error.message} onRetry={() => void refetch()} />}
        <Suspense>
          {editing && organization && (
            <EditOrganizationDialog organization={organization} onClose={() => setEditing(false)} />
          )}
        </Suspense>
      </SectionCard>
      {proposed && <ProposedProfileCard organization={organization} proposed={proposed} />}
    </>
  );
}

function Details({ organization, onEdit }: { organization: Organization; onEdit: () => void }) {
  const { name, organizationType, email, phoneNumber, website, description } = organization;
  return (
    <div className="border-top card-body column gap-10">
      <div className="gap-14 mb-2xs row">
        <OrganizationLogo organization={organization} size={64} />
        <div>
          <Text className="text-lg heavy anywhere line-24">{name}</Text>
          <Text c="dimmed">{organizationTypeLabels[organizationType]}</Text>
        </div>
      </div>
      <Title order={3}>{accountTexts.companyInfo}</Title>
      <Facts
        plain
        label={accountTexts.companyInfo}
        facts={[
          { label: 'Email', value: email, long: true },
          { label: 'Phone #', value: formatPhoneNumber(phoneNumber) },
          { label: 'Address', value: addressOf(organization), long: true },
          {
            label: 'Website',
            value: website && (
              <Anchor href={website} target="_blank" rel="noreferrer" fz="inherit">
                {website.replace(/^https?:\/\//, '')}
              </Anchor>
            ),
            long: true,
          },
        ]}
      />
      {organization.zipCode === null && (
        <Text className="amber">
          {accountTexts.noZipCode}{' '}
          <Anchor component="button" type="button" fz="inherit" onClick={onEdit}>
            {accountTexts.addZipCode}
          </Anchor>
        </Text>
      )}
      <Title order={3}>{accountTexts.companyBio}</Title>
      <Text className={`anywhere pre-line ${classes.bio}`} {...(!description && { c: 'dimmed' })}>
        {description ?? accountTexts.noBio}
      </Text>
    </div>
  );
}

/** An organization's second address line holds its state. */
function addressOf({ addressLine1, city, addressLine2, zipCode }: Organization): string {
  const place = [addressLine2, zipCode].filter(Boolean).join(' ');
  return [addressLine1, city, place].filter(Boolean).join(', ');
}
