import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import { inNumbers } from '@kinbridge/contract/shared/counted';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { dateRangeProblem } from '../../lib/date-range.ts';
import { formatBirthday, formatDate } from '../../lib/dates.ts';
import { useExistingPage } from '../../lib/lists/list-url.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { IconMessageOff } from '../../ui/icons/later-icons.ts';
import { notifyError } from '../../ui/notices/notices.tsx';
import { StateScreen } from '../../ui/states/state-screen.tsx';
import { CutText } from '../../ui/table/cut-text.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column, FocusProps } from '../../ui/table/data-table-columns.ts';
import { withChosen } from './chosen-ids.ts';
import { type MassMessageDraft, type MemberFilters, type MemberSortField, noFilters } from './mass-message-draft.ts';
import classes from './mass-messaging.module.css';
import { blockedText } from './mass-messaging.texts.ts';
import { MemberFiltersBar } from './member-filters.tsx';
import { fetchMatchingIds, type MemberRow, memberPageSize, membersQuery } from './new-mass-message.api.ts';

interface RecipientsProps {
  organizationId: number;
  draft: MassMessageDraft;
  onChange: (change: Partial<MassMessageDraft>) => void;
}

/** Members, filtered by the server, each with the latest service that matches. */
export function MemberRecipients({ organizationId, draft, onChange }: RecipientsProps) {
  const list = useQuery(membersQuery(organizationId, draft));
  const { data, isPlaceholderData } = list;
  const { filters, sort, page, memberIds } = draft;
  const selected = useMemo(() => new Set(memberIds), [memberIds]);
  const selectAll = useMutation({
    mutationFn: () => fetchMatchingIds(organizationId, filters),
    onSuccess: (ids) => onChange({ memberIds: withChosen(memberIds, ids, true) }),
    onError: (failure) => notifyError(failure.message),
  });

  function choose(rows: MemberRow[], on: boolean) {
    const touched = rows.map(({ id }) => id);
    onChange({ memberIds: withChosen(memberIds, touched, on) });
  }

  const pages = { page, size: memberPageSize };
  useExistingPage({ pages, change: (next) => onChange({ page: next.page }) }, list);

  return (
    <>
      <MemberFiltersBar
        organizationId={organizationId}
        filters={filters}
        onChange={(next) => onChange({ filters: next, page: 0 })}
      >
        {data && data.totalElements > 0 && (
          <Button variant="light" loading={selectAll.isPending} onClick={() => selectAll.mutate()}>
            Select all {inNumbers(data.totalElements)}
          </Button>
        )}
      </MemberFiltersBar>
      <DataTable
        label="Members"
        columns={columns}
        narrow={(row, focus) => <NarrowMember row={row} focus={focus} />}
        rows={data?.content}
        rowName={({ patient }) => fullName(patient)}
        sort={sort}
        onSort={(next) => onChange({ sort: next, page: 0 })}
        selection={{ selected, onChange: choose }}
        onOpen={(row) => choose([row], !selected.has(row.id))}
        listKey={JSON.stringify(isPlaceholderData ? null : [filters, sort, page])}
        list={list}
        empty={
          data?.totalElements === 0 && (
            <NobodyFound filters={filters} onChange={(next) => onChange({ filters: next })} />
          )
        }
      />
    </>
  );
}

function NobodyFound({ filters, onChange }: { filters: MemberFilters; onChange: (filters: MemberFilters) => void }) {
  const filtered = JSON.stringify(filters) !== JSON.stringify(noFilters);
  const problem = dateRangeProblem(filters.fromDate, filters.toDate);
  if (problem) {
    return (
      <StateScreen
        title={problem}
        text="Choose a service end date on or after the start date."
        actions={
          <Button variant="light" onClick={() => onChange({ ...filters, fromDate: null, toDate: null })}>
            Clear dates
          </Button>
        }
      />
    );
  }
  return (
    <StateScreen
      title={filtered ? 'No one matches' : 'No members yet'}
      text={
        filtered
          ? 'No members match your search and filters.'
          : 'Members appear here once they are added, referred, or answer a form.'
      }
      actions={
        filtered && (
          <Button variant="light" onClick={() => onChange(noFilters)}>
            Clear search
          </Button>
        )
      }
    />
  );
}

function Dimmed({ children }: { children: string }) {
  return (
    <span className="dimmed">
      <CutText>{children}</CutText>
    </span>
  );
}

const none = <span className="dimmed">--</span>;

/** The nine columns of specification §2. */
const columns: Column<MemberRow, MemberSortField>[] = [
  {
    key: 'id',
    title: 'ID',
    width: 74,
    sort: 'id',
    rigid: true,
    startsFalling: true,
    render: ({ id }, focus) => (
      <Anchor component={Link} to={`/members/${id}`} {...focus} className="text-inherit bold numbers">
        {id}
      </Anchor>
    ),
  },
  {
    key: 'firstName',
    title: 'First Name',
    width: 100,
    sort: 'firstName',
    render: ({ patient }) => (
      <span className={classes.name}>
        <CutText>{patient.firstName}</CutText>
      </span>
    ),
  },
  {
    key: 'lastName',
    title: 'Last Name',
    width: 140,
    sort: 'lastName',
    render: ({ patient, request }) => (
      <span className="row min-w-0 gap-6">
        <span className={classes.name}>
          <CutText>{patient.lastName}</CutText>
        </span>
        <Blocked reason={request?.smsBlockedReason ?? null} />
      </span>
    ),
  },
  {
    key: 'dateOfBirth',
    title: 'Birth Date',
    width: 100,
    sort: 'dateOfBirth',
    rigid: true,
    render: ({ patient }) => (patient.dateOfBirth ? formatBirthday(patient.dateOfBirth) : '--'),
  },
  {
    key: 'email',
    title: 'Email',
    width: 178,
    sort: 'email',
    hides: 1,
    render: ({ patient }) => (patient.email ? <Dimmed>{patient.email}</Dimmed> : none),
  },
  {
    key: 'zipCode',
    title: 'Zip Code',
    width: 80,
    sort: 'zipCode',
    rigid: true,
    hides: 2,
    render: ({ patient }) => patient.zipCode ?? none,
  },
  {
    key: 'serviceType',
    title: 'Service Type',
    width: 124,
    hides: 3,
    render: ({ request }) => (request ? <Dimmed>{serviceTypeLabels[request.service.type]}</Dimmed> : none),
  },
  {
    key: 'serviceName',
    title: 'Service Name',
    width: 172,
    render: ({ request }) => (request ? <CutText>{request.service.name}</CutText> : none),
  },
  {
    key: 'serviceDate',
    title: 'Service Date',
    width: 108,
    sort: 'createTimestamp',
    rigid: true,
    startsFalling: true,
    render: ({ request }) => (request ? <span className="dimmed">{formatDate(request.createTimestamp)}</span> : none),
  },
];

function NarrowMember({ row: { id, patient, request }, focus }: { row: MemberRow; focus: FocusProps }) {
  const facts = [
    `ID ${id}`,
    patient.dateOfBirth ? formatBirthday(patient.dateOfBirth) : '--',
    ...(request ? [request.service.name] : []),
  ];
  return (
    <>
      <div className={`row gap-xs line-22 text-reading ${classes.narrowFirst}`}>
        <span {...focus} className={classes.name} dir="auto">
          {fullName(patient)}
        </span>
        <Blocked reason={request?.smsBlockedReason ?? null} />
      </div>
      <div className="cut text-sm line-20 dimmed">{facts.join(' · ')}</div>
    </>
  );
}

/** Shows in the row that a person can't receive texts, before anything is sent. */
function Blocked({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <span className="gap-2xs px-6 round-sm inline-row fixed text-xs line-20 label soft" title={reason}>
      <IconMessageOff size={14} aria-hidden="true" />
      {blockedText(reason)}
    </span>
  );
}
