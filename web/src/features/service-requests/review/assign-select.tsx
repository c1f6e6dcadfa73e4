import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Button, Input, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '../../../lib/current-user.ts';
import { assignableStaffQuery } from '../../../lib/queries/staff.query.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { reviewTexts } from '../review.texts.ts';
import { useAssignServiceRequest } from '../service-requests.api.ts';

/** The assignee. Only the providing organization can change it; others see why they can't. */
export function AssignSelect({ request, labelled = true }: { request: ServiceRequest; labelled?: boolean }) {
  const user = useCurrentUser();
  const provider = request.service.organization;
  if (user.organizationId === provider.id) return <OwnStaffSelect request={request} labelled={labelled} />;
  return (
    <Input.Wrapper
      label={labelled && reviewTexts.assignee}
      labelElement="div"
      description={reviewTexts.assignElsewhere(provider.name)}
    >
      <div className="row gap-xs min-h-32">
        {request.assignee && (
          <PersonAvatar firstName={request.assignee.firstName} lastName={request.assignee.lastName} size={22} />
        )}
        {request.assignee ? fullName(request.assignee) : reviewTexts.nobodyAssigned}
      </div>
    </Input.Wrapper>
  );
}

function OwnStaffSelect({ request, labelled }: { request: ServiceRequest; labelled: boolean }) {
  const { assignee } = request;
  const user = useCurrentUser();
  const staff = useQuery(assignableStaffQuery(request.service.organizationId));
  const assign = useAssignServiceRequest(request.id);
  const people = [...(staff.data ?? [])];
  // A person who left the organization may still be the assignee.
  if (assignee && !people.some(({ id }) => id === assignee.id)) people.unshift(assignee as (typeof people)[number]);
  const chosen = assign.isPending ? people.find(({ id }) => id === assign.variables) : assignee;
  return (
    <div>
      <Select
        label={labelled && reviewTexts.assignee}
        aria-label={reviewTexts.assignee}
        placeholder={reviewTexts.nobodyAssigned}
        data={people.map((person) => ({ value: String(person.id), label: fullName(person) }))}
        value={chosen ? String(chosen.id) : null}
        onChange={(value) => value && value !== String(assignee?.id) && assign.mutate(Number(value))}
        allowDeselect={false}
        searchable={people.length > 8}
        disabled={staff.isPending}
        leftSection={
          chosen && (
            <PersonAvatar
              firstName={chosen.firstName}
              lastName={chosen.lastName}
              size={22}
              self={chosen.id === user.id}
            />
          )
        }
        nothingFoundMessage="No one by that name"
        error={assign.error && `${reviewTexts.assignFailed}. ${assign.error.message}`}
        errorProps={{ role: 'alert' }}
      />
      {staff.isError && (
        <p className="gap-2xs m-0 mt-2xs row wrap between text-xs alert" role="alert">
          {reviewTexts.staffFailed}
          <Button variant="subtle" onClick={() => void staff.refetch()}>
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}
