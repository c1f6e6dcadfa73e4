import type { ListedOrganization } from '@kinbridge/contract/operator/operator-organizations.contract';
import { counted } from '@kinbridge/contract/shared/counted';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { formatDate } from '../../../lib/dates.ts';
import { IconAlertCircle } from '../../../ui/icons/first-icons.ts';
import { CutText } from '../../../ui/table/cut-text.tsx';
import type { Column, FocusProps } from '../../../ui/table/data-table-columns.ts';
import { NarrowRow } from '../../../ui/table/narrow-row.tsx';
import classes from './organizations.module.css';

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
    <span className={classes.warned}>
      <IconAlertCircle size={16} aria-hidden="true" />
      {counted(count, 'warning', 'warnings')}
    </span>
  );
}

export function NarrowOrganization({ row, focus }: { row: ListedOrganization; focus: FocusProps }) {
  const { city, createTimestamp, warnings } = row;
  return (
    <NarrowRow
      title={<Name row={row} focus={focus} />}
      second={[city, formatDate(createTimestamp)].filter(Boolean).join(' · ')}
      aside={warnings.length > 0 && <WarningCount count={warnings.length} />}
      opens
    />
  );
}
