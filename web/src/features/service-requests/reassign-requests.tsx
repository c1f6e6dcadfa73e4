import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Anchor, Button, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../lib/api.ts';
import { organizationOf } from '../../lib/current-user.ts';
import { useTicketUrl } from '../../lib/lists/ticket-url.ts';
import { assignableStaffQuery } from '../../lib/queries/staff.query.ts';
import { invalidate } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { notifyError, notifySuccess } from '../../ui/notices/notices.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import classes from './reassign-requests.module.css';
import { assignmentsQuery, serviceRequestKeys } from './service-requests.api.ts';
import { countedRequests, reassignTexts } from './service-requests.texts.ts';
import { RequestStatusChip } from './status-chip.tsx';

const nobody = 'nobody';

/** Reassigns the open requests of a person who left, to a colleague or to nobody, in one step. */
export function ReassignRequests({ employee }: { employee: User }) {
  const { data: assigned = [] } = useQuery(assignmentsQuery(employee.id));
  const staff = useQuery(assignableStaffQuery(organizationOf(employee)));
  const [chosen, setChosen] = useState<string | null>(null);
  const reassign = useReassign(employee);
  const open = assigned.filter(({ status }) => status !== 'COMPLETED' && status !== 'CANCELLED');
  if (open.length === 0) return null;
  const colleagues = (staff.data ?? []).filter(({ id }) => id !== employee.id);
  return (
    <SectionCard title={reassignTexts.title} count={open.length}>
      <div className={`gap-xs px-md pb-14 pt-0 flex items-start wrap ${classes.step}`}>
        <Text className={classes.words}>{reassignTexts.text(employee.firstName)}</Text>
        <Select
          aria-label={reassignTexts.label}
          placeholder={reassignTexts.label}
          className={classes.who}
          data={[
            { value: nobody, label: reassignTexts.nobody },
            ...colleagues.map((user) => ({ value: String(user.id), label: fullName(user) })),
          ]}
          value={chosen}
          onChange={setChosen}
          allowDeselect={false}
          searchable
          nothingFoundMessage="No one has that name."
          error={staff.error && reassignTexts.staffFailed}
        />
        <Button
          disabled={chosen === null}
          loading={reassign.isPending}
          onClick={() => reassign.mutate(chosen === nobody ? null : Number(chosen))}
        >
          Reassign {countedRequests(open.length)}
        </Button>
      </div>
      <ul className={`list ${classes.list}`} aria-label={reassignTexts.title}>
        {open.map((request) => (
          <OpenRequest key={request.id} request={request} />
        ))}
      </ul>
    </SectionCard>
  );
}

function OpenRequest({ request: { id, service, patient, status } }: { request: ServiceRequest }) {
  const { linkTo } = useTicketUrl();
  return (
    <li className="gap-sm px-md py-2xs border-top row min-h-38">
      <Anchor component={Link} {...linkTo(id)} fz="inherit" fw={600} preventScrollReset>
        #{id}
      </Anchor>
      <span className="clip fill text-cut">
        {service.name} · {fullName(patient)}
      </span>
      <RequestStatusChip status={status} />
    </li>
  );
}

function useReassign(employee: User) {
  return useMutation({
    mutationFn: (assigneeId: number | null) =>
      call('POST /v1/users/{id}/reassign', { params: { id: employee.id }, body: { assigneeId } }),
    onSuccess: ({ reassigned }) => notifySuccess(reassignTexts.done(reassigned.length)),
    onError: (error) => notifyError(`${reassignTexts.failed} ${error.message}`),
    onSettled: () => invalidate(serviceRequestKeys.all),
  });
}
