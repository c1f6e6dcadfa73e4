import type { BoardSortField } from '@kinbridge/contract/service-requests/board-sort-fields';
import { outcomeLabel } from '@kinbridge/contract/service-requests/outcomes';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import { fullName } from '@kinbridge/contract/users/full-name';
import { VisuallyHidden } from '@mantine/core';
import { formatDate } from '../../../lib/dates.ts';
import { refersElsewhere, type TicketLinks } from '../../../lib/lists/ticket-url.ts';
import { IconMessageX } from '../../../ui/icons/icons.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { usePointedTooltip } from '../../../ui/popover/use-pointed-tooltip.tsx';
import { CutText } from '../../../ui/table/cut-text.tsx';
import type { Column, FocusProps } from '../../../ui/table/data-table-columns.ts';
import { outcomeTexts } from '../outcome.texts.ts';
import { reviewTexts } from '../review.texts.ts';
import type { BoardSide } from '../service-requests.api.ts';
import { boardTexts } from '../service-requests.texts.ts';
import { RequestStatusChip } from '../status-chip.tsx';
import { DueTime, TimeInStatus } from '../time-in-status.tsx';
import { type BoardEmphasis, columnHides } from './board-rules.ts';
import classes from './board-table.module.css';

/** Specification §2: 'Direct' if an organization requests its own service. */
export function serviceTypeOf(request: ServiceRequest): 'Direct' | 'Referral' {
  return request.organizationId === request.service.organizationId ? 'Direct' : 'Referral';
}

/** The organization on the other side of the request. */
function otherOrganization(request: ServiceRequest, side: BoardSide): string {
  return side === 'incoming' ? request.organization.name : request.service.organization.name;
}

export function memberName({ patient }: ServiceRequest): string {
  return fullName(patient);
}

type BoardColumn = Column<ServiceRequest, BoardSortField>;

const dash = <span className="dimmed">–</span>;

const memberColumn: BoardColumn = {
  key: 'member',
  title: 'Member Name',
  width: 116,
  sort: 'memberName',
  render: (request) => (
    <span className="row gap-2xs bold">
      <CutText>{memberName(request)}</CutText>
      {request.memberSaysNo && <SaysNo />}
    </span>
  ),
};

const typeColumn: BoardColumn = {
  key: 'type',
  title: 'Service Type',
  width: 86,
  sort: 'serviceType',
  rigid: true,
  render: (request) => <span className="dimmed">{serviceTypeOf(request)}</span>,
};

const serviceColumn: BoardColumn = {
  key: 'service',
  title: 'Service Name',
  width: 140,
  sort: 'serviceName',
  render: ({ service }) => <CutText>{service.name}</CutText>,
};

const categoryColumn: BoardColumn = {
  key: 'category',
  title: 'Category',
  width: 108,
  sort: 'category',
  hides: 3,
  render: ({ service }) => (
    <span className="dimmed">
      <CutText>{serviceTypeLabels[service.type]}</CutText>
    </span>
  ),
};

const statusColumn: BoardColumn = {
  key: 'status',
  title: 'Status',
  width: 106,
  sort: 'status',
  kind: 'chip',
  rigid: true,
  render: ({ status }) => <RequestStatusChip status={status} />,
};

const dueColumn = {
  key: 'due',
  title: 'Due',
  width: 128,
  sort: 'dueTimestamp',
  rigid: true,
} as const;

const outcomeColumn: BoardColumn = {
  key: 'outcome',
  title: outcomeTexts.column,
  width: 118,
  render: ({ outcome }) => (outcome ? <CutText>{outcomeLabel(outcome.code)}</CutText> : dash),
};

const timeColumn: BoardColumn = {
  key: 'time',
  title: 'In status',
  width: 84,
  sort: 'statusTimestamp',
  rigid: true,
  reversed: true,
  startsFalling: true,
  render: (request) => <TimeInStatus request={request} />,
};

const completedColumn: BoardColumn = {
  key: 'completed',
  title: 'Date Completed',
  width: 122,
  sort: 'completeTimestamp',
  rigid: true,
  startsFalling: true,
  render: ({ completeTimestamp }) => (completeTimestamp ? formatDate(completeTimestamp) : dash),
};

interface BoardColumns extends BoardEmphasis {
  side: BoardSide;
  links: TicketLinks;
  userId: number;
}

/** The nine columns of specification §2, and how long each request has been in its status. */
export function boardColumns({ side, links, userId, ...emphasis }: BoardColumns): BoardColumn[] {
  const { due, showsOutcome } = emphasis;
  const hides = columnHides(emphasis);
  return [
    {
      key: 'id',
      title: 'Ticket ID',
      width: 72,
      sort: 'id',
      rigid: true,
      startsFalling: true,
      render: (request, focus) => <TicketLink id={request.id} links={links} focus={focus} />,
    },
    memberColumn,
    {
      key: 'organization',
      title: side === 'incoming' ? 'Ref. Organization' : 'Organization',
      width: 134,
      sort: 'organization',
      hides: 4,
      render: (request) => <CutText>{otherOrganization(request, side)}</CutText>,
    },
    {
      key: 'assignee',
      title: 'Assigned Agent',
      width: 130,
      sort: 'assignee',
      hides: 6,
      render: ({ assignee }) =>
        assignee ? (
          <span className="row gap-xs">
            <PersonAvatar {...assignee} size={22} self={assignee.id === userId} />
            <CutText>{fullName(assignee)}</CutText>
          </span>
        ) : (
          dash
        ),
    },
    typeColumn,
    serviceColumn,
    categoryColumn,
    statusColumn,
    ...(due === null
      ? []
      : [
          {
            ...dueColumn,
            render: (request: ServiceRequest) =>
              isDeclined(request, side) ? <ReferLink id={request.id} links={links} /> : <DueTime request={request} />,
          },
        ]),
    ...(showsOutcome ? [outcomeColumn] : []),
    { ...timeColumn, ...hides.time },
    { ...completedColumn, ...hides.completed },
  ];
}

/** A request on a phone: member and time, then service and organization. */
export function NarrowRequest({
  request,
  side,
  links,
  focus,
}: {
  request: ServiceRequest;
  side: BoardSide;
  links: TicketLinks;
  focus: FocusProps;
}) {
  return (
    <>
      <div className={`row gap-xs line-22 text-reading ${classes.first}`}>
        <TicketLink id={request.id} links={links} focus={focus} />
        <span className={`cut min-w-0 bold ${classes.name}`} dir="auto">
          {memberName(request)}
        </span>
        {(request.status === 'CANCELLED' || request.memberSaysNo) && (
          <span className="fixed inline-flex">
            {request.memberSaysNo ? <SaysNo /> : <RequestStatusChip status="CANCELLED" />}
          </span>
        )}
        <TimeInStatus request={request} />
      </div>
      <div className="cut text-sm line-20 dimmed">
        {request.outcome && `${outcomeLabel(request.outcome.code)} · `}
        {request.service.name} · {otherOrganization(request, side)}
      </div>
    </>
  );
}

/** A sent request that ended without help, in a list of those under way: declined since, or found by a search. */
export function isDeclined({ status }: ServiceRequest, side: BoardSide): boolean {
  return side === 'outgoing' && status === 'CANCELLED';
}

function ReferLink({ id, links }: { id: number; links: TicketLinks }) {
  return (
    <a {...links(id, refersElsewhere)} className={`no-underline ${classes.ticket}`}>
      {reviewTexts.refer}
    </a>
  );
}

function TicketLink({ id, links, focus }: { id: number; links: TicketLinks; focus: FocusProps }) {
  return (
    <a {...links(id)} {...focus} className={`bold numbers no-underline ${classes.ticket}`}>
      #{id}
    </a>
  );
}

function SaysNo() {
  const [pointing, tooltip] = usePointedTooltip(() => boardTexts.memberSaysNo, { touch: true });
  return (
    <>
      <span className="fixed alert relative inline-flex" {...pointing}>
        <IconMessageX aria-hidden="true" />
        <VisuallyHidden>{boardTexts.memberSaysNo}</VisuallyHidden>
      </span>
      {tooltip}
    </>
  );
}
