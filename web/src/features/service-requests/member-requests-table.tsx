import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../lib/dates.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './member-requests-table.module.css';
import { useTicketAddress } from './service-requests-board-address.ts';
import { RequestStatusChip } from './status-chip.tsx';

interface MemberRequestsTableProps {
  /** Absent while they are on their way. */
  requests: ServiceRequest[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** What stands on the second line on a phone, where the columns do not fit. */
  second: 'organization' | 'member';
  /** What a list without requests says. */
  empty: string;
  /** Whether the ids open the review dialog. Members see their requests, and no more. */
  opens: boolean;
  action?: ReactNode;
}

/** Specification §2: the service requests on the profiles of members and employees, newest first. */
export function MemberRequestsTable(props: MemberRequestsTableProps) {
  const { requests, error, onRetry, second, empty, opens, action } = props;
  return (
    <SectionCard title="Service Requests" count={requests?.length} action={action}>
      {requests && requests.length > 0 && (
        <div className={classes.container}>
          <table className={classes.table} data-second={second}>
            <thead>
              <tr>
                <th scope="col">View Request</th>
                <th scope="col">Service Request</th>
                <th scope="col">Organization</th>
                <th scope="col">Member Name</th>
                <th scope="col">Date Sent</th>
                <th scope="col">Date Closed</th>
                <th scope="col">Request Status</th>
              </tr>
            </thead>
            <tbody>
              {requests.map((request) => (
                <RequestRow key={request.id} request={request} opens={opens} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {requests?.length === 0 && <Text className={classes.word}>{empty}</Text>}
      {!requests && !error && <RowSkeletons />}
      {!requests && error && <RequestsFailure onRetry={onRetry} />}
    </SectionCard>
  );
}

function RequestRow({ request, opens }: { request: ServiceRequest; opens: boolean }) {
  const { linkTo } = useTicketAddress();
  const { id, service, patient, status, createTimestamp } = request;
  const memberName = `${patient.firstName} ${patient.lastName}`;
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
      <td className={classes.service} title={service.name}>
        {service.name}
      </td>
      <td className={classes.organization} title={service.organization.name}>
        {service.organization.name}
      </td>
      <td className={classes.memberName} title={memberName}>
        {memberName}
      </td>
      <td className={classes.sent}>{formatDate(createTimestamp)}</td>
      <td className={classes.closed}>{closed ? formatDate(closed) : '–'}</td>
      <td className={classes.status}>
        <RequestStatusChip status={status} />
      </td>
    </tr>
  );
}

/** A cancelled request is closed as well, since it entered that status. */
function closedAt({ status, completeTimestamp, statusTimestamp }: ServiceRequest): string | null {
  return status === 'CANCELLED' ? statusTimestamp : completeTimestamp;
}

/** Specification §8, with a way to try again. */
function RequestsFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.word} role="alert">
      <Text>Something went wrong. Please try again later</Text>
      <Button variant="default" mt={10} leftSection={<IconRefresh size={16} />} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Rows of the height that is to come. */
function RowSkeletons() {
  return (
    <div aria-busy="true" className={classes.skeletons}>
      {[62, 54, 70].map((width) => (
        <div key={width}>
          <Skeleton height={10} width={44} radius="sm" />
          <Skeleton height={10} width={`${width / 3}%`} radius="sm" />
          <Skeleton height={10} width={`${width / 4}%`} radius="sm" />
          <Skeleton height={20} width={66} radius="sm" ml="auto" />
        </div>
      ))}
    </div>
  );
}
