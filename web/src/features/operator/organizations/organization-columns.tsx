import type { ListedOrganization, ReviewedProfile } from '@kinbridge/contract/operator/operator-organizations.contract';
import { counted } from '@kinbridge/contract/shared/counted';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { formatDate } from '../../../lib/dates.ts';
import { IconAlertCircle } from '../../../ui/icons/first-icons.ts';
import { proposedLabels } from '../../../ui/proposed-profile/proposed-fields.tsx';
import { CutText } from '../../../ui/table/cut-text.tsx';
import type { Column, FocusProps } from '../../../ui/table/data-table-columns.ts';
import { NarrowRow } from '../../../ui/table/narrow-row.tsx';

export const organizationPath = (id: number) => `/operator/organizations/${id}`;

export const organizationColumns: Column<ListedOrganization, never>[] = [
  { key: 'name', title: 'Name', width: 260, render: (row, focus) => <Name row={row} focus={focus} /> },
  {
    key: 'warnings',
    title: 'Warnings',
    width: 130,
    rigid: true,
    render: ({ warnings }) => <WarningCount count={warnings.length} />,
  },
  {
    key: 'place',
    title: 'Place',
    width: 200,
    hides: 2,
    render: ({ city, zipCode }) => <CutText>{[city, zipCode].filter(Boolean).join(', ') || '–'}</CutText>,
  },
  {
    key: 'admin',
    title: 'Admin',
    width: 240,
    hides: 1,
    render: ({ admins }) => <CutText>{admins[0] ? `${admins[0].name}, ${admins[0].email}` : '–'}</CutText>,
  },
  {
    key: 'registered',
    title: 'Registered',
    width: 120,
    rigid: true,
    hides: 3,
    render: ({ createTimestamp }) => formatDate(createTimestamp),
  },
];

/** For those whose changes wait: what they want to change, and what speaks against it. */
export const proposalColumns: Column<ListedOrganization, never>[] = [
  { key: 'name', title: 'Name', width: 260, render: (row, focus) => <Name row={row} focus={focus} /> },
  {
    key: 'warnings',
    title: 'Warnings',
    width: 130,
    rigid: true,
    render: ({ proposedProfile }) => <WarningCount count={proposedProfile?.namesakes.length ?? 0} />,
  },
  {
    key: 'changes',
    title: 'Changes',
    width: 260,
    hides: 2,
    render: ({ proposedProfile }) => <CutText>{changedLabels(proposedProfile)}</CutText>,
  },
  {
    key: 'proposedBy',
    title: 'Proposed by',
    width: 180,
    hides: 1,
    render: ({ proposedProfile }) => <CutText>{proposedProfile ? fullName(proposedProfile.proposedBy) : '–'}</CutText>,
  },
  {
    key: 'proposed',
    title: 'Proposed',
    width: 120,
    rigid: true,
    hides: 3,
    render: ({ proposedProfile }) => proposedProfile && formatDate(proposedProfile.createTimestamp),
  },
];

/** Company Name, Logo */
function changedLabels(proposed: ReviewedProfile | null): string {
  return proposed?.fields.map(({ field }) => proposedLabels[field]).join(', ') ?? '';
}

function Name({ row, focus }: { row: ListedOrganization; focus: FocusProps }) {
  return (
    <Anchor component={Link} to={organizationPath(row.id)} fw={600} fz="inherit" {...focus}>
      <CutText>{row.name}</CutText>
    </Anchor>
  );
}

function WarningCount({ count }: { count: number }) {
  if (count === 0) return '–';
  return (
    <span className="inline-row gap-6 bold alert nowrap">
      <IconAlertCircle size={16} aria-hidden="true" />
      {counted(count, 'warning', 'warnings')}
    </span>
  );
}

interface NarrowOrganizationProps {
  row: ListedOrganization;
  focus: FocusProps;
  /** On the list of those whose changes wait. */
  proposals: boolean;
}

export function NarrowOrganization({ row, focus, proposals }: NarrowOrganizationProps) {
  const { city, createTimestamp, warnings, proposedProfile } = row;
  const count = proposals ? (proposedProfile?.namesakes.length ?? 0) : warnings.length;
  return (
    <NarrowRow
      title={<Name row={row} focus={focus} />}
      second={
        proposals ? changedLabels(proposedProfile) : [city, formatDate(createTimestamp)].filter(Boolean).join(' · ')
      }
      aside={count > 0 && <WarningCount count={count} />}
      opens
    />
  );
}
