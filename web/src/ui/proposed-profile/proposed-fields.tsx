import type { ProposedProfile } from '@kinbridge/contract/organizations/proposed-profile.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { VisuallyHidden } from '@mantine/core';
import { formatDateTime } from '../../lib/dates.ts';
import type { LogoReader } from '../../lib/queries/proposed-logo.query.ts';
import { OrganizationLogo } from '../organization-logo.tsx';
import { ChangesTable } from '../table/changes-table.tsx';
import { ProposedLogo } from './proposed-logo.tsx';

const logoSize = 64;

/** In the words of the edit form. */
export const proposedLabels: Record<ProposedProfile['fields'][number]['field'], string> = {
  name: 'Company Name',
  imageFilename: 'Logo',
  website: 'Website',
  addressLine1: 'Address',
  addressLine2: 'State',
  city: 'City',
  zipCode: 'Zip',
};

interface ProposedFieldsProps {
  organization: { id: number; name: string };
  proposed: ProposedProfile;
  reader: LogoReader;
}

/** The proposed values beside those that others see, with the logos as pictures. */
export function ProposedFields({ organization, proposed, reader }: ProposedFieldsProps) {
  const changes = proposed.fields.map(({ field, value, proposedValue }) => {
    const label = proposedLabels[field];
    if (field !== 'imageFilename') return { label, before: value, after: proposedValue };
    return {
      label,
      before: (
        <>
          <OrganizationLogo organization={{ ...organization, imageFilename: value }} size={logoSize} />
          <VisuallyHidden component="span">{value ?? 'No logo'}</VisuallyHidden>
        </>
      ),
      after: <ProposedLogo reader={reader} organizationId={organization.id} proposalId={proposed.id} size={logoSize} />,
    };
  });
  return <ChangesTable label="Proposed changes" before="Shown to others" after="Proposed" changes={changes} />;
}

/** Proposed by Ada Moreno, Nov 19, 8:40 AM. */
export function proposedByText({ proposedBy, createTimestamp }: ProposedProfile): string {
  return `Proposed by ${fullName(proposedBy)}, ${formatDateTime(createTimestamp)}.`;
}
