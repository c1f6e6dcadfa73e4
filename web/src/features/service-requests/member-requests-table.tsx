import { outcomeLabel } from '@kinbridge/contract/service-requests/outcomes';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../lib/dates.ts';
import { useTicketUrl } from '../../lib/lists/ticket-url.ts';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { SectionTable } from '../../ui/section/section-table.tsx';
import classes from './member-requests-table.module.css';
import { boardTexts } from './service-requests.texts.ts';
import { RequestStatusChip } from './status-chip.tsx';

interface MemberRequestsTableProps {
  /** Undefined while loading. */
  requests: ServiceRequest[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** The second line on a phone, where the columns don't fit. */
  second: 'organization' | 'member';
  /** The text of an empty list. */
  empty: string;
  /** Whether ids open the review dialog. Members can only see their requests. */
  opens: boolean;
  action?: ReactNode;
}

const columns = [
  'View Request',
  'Service Request',
  'Organization',
  'Member Name',
  'Date Sent',
  'Date Closed',
  'Request Status',
];

/** Specification §2: the service requests on the profiles of members and employees, newest first. */
export function MemberRequestsTable(props: MemberRequestsTableProps) {
  const { requests, error, onRetry, second, empty, opens, action } = props;
  return (
    <SectionCard title="Service Requests" count={requests?.length} action={action}>
      <SectionTable
        columns={columns}
        rows={requests}
        failure={error ? boardTexts.listFailed : undefined}
        onRetry={onRetry}
        empty={empty}
        className={`${classes.table} ${second === 'organization' ? classes.dropsMember : classes.dropsOrganization}`}
      >
        {(request) => <RequestRow key={request.id} request={request} opens={opens} />}
      </SectionTable>
    </SectionCard>
  );
}

function RequestRow({ request, opens }: { request: ServiceRequest; opens: boolean }) {
  const { linkTo } = useTicketUrl();
  const { id, service, patient, status, outcome, createTimestamp } = request;
  const memberName = fullName(patient);
  const closed = closedAt(request);
  return (
    <tr>
      <td className={classes.id}>
        {opens ? (
          <Anchor component={Link} {...linkTo(id)} fz="inherit" aria-label={`View request #${id}`} preventScrollReset>
            #{id}
          </Anchor>
        ) : (
          `#${id}`
        )}
      </td>
      <td className={`bold ${classes.service}`} title={service.name}>
        {service.name}
      </td>
      <td className={classes.organization} title={service.organization.name}>
        {service.organization.name}
      </td>
      <td className={classes.memberName} title={memberName}>
        {memberName}
      </td>
      <td className={`dimmed ${classes.sent}`}>{formatDate(createTimestamp)}</td>
      <td className="dimmed">{closed ? formatDate(closed) : '–'}</td>
      <td className={classes.status}>
        <RequestStatusChip status={status} />
        {outcome && <div className="text-xs dimmed anywhere">{outcomeLabel(outcome.code)}</div>}
        {outcome?.note && <div className="text-xs dimmed anywhere">{outcome.note}</div>}
      </td>
    </tr>
  );
}

/** A cancelled request counts as closed when it entered that status. */
function closedAt({ status, completeTimestamp, statusTimestamp }: ServiceRequest): string | null {
  return status === 'CANCELLED' ? statusTimestamp : completeTimestamp;
}
