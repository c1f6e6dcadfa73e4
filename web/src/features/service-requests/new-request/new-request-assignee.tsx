import type { Service } from '@kinbridge/contract/services/services.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { Anchor, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '../../../lib/current-user.ts';
import { assignableStaffQuery } from '../../../lib/queries/staff.query.ts';
import classes from './new-request.module.css';
import { newRequestTexts, othersAssign } from './new-request.texts.ts';

interface NewServiceRequestAssigneeProps {
  organizationId: number;
  services: Service[];
  value: string | null;
  onChange: (id: string | null) => void;
}

const later = 'later';

/** Specification §5: an employee can be assigned only if all chosen services are your own organization's. */
export function NewServiceRequestAssignee({
  organizationId,
  services,
  value,
  onChange,
}: NewServiceRequestAssigneeProps) {
  const self = useCurrentUser();
  const staff = useQuery(assignableStaffQuery(organizationId));
  const reason = whyDisabled(services, organizationId);
  const employees = [...(staff.data ?? [])].sort((a, b) => Number(b.id === self.id) - Number(a.id === self.id));
  return (
    <div className="gap-2xs gap-x-10 row wrap">
      <Select
        label="Assign to"
        classNames={{ root: `row gap-10 ${classes.assignField}`, label: 'm-0 text-sm text' }}
        data={[
          { value: later, label: newRequestTexts.assignLater },
          ...employees.map((employee) => ({ value: String(employee.id), label: nameOf(employee, self) })),
        ]}
        value={reason === null ? (value ?? later) : later}
        onChange={(id) => onChange(id === later ? null : id)}
        disabled={reason !== null}
        allowDeselect={false}
        aria-describedby="new-request-assign-reason"
      />
      <Text id="new-request-assign-reason" className={`text-xs line-16 dimmed ${classes.assignReason}`}>
        {reason}
        {reason === null && staff.error && (
          <>
            {newRequestTexts.staffFailed}{' '}
            <Anchor component="button" type="button" fz="inherit" onClick={() => void staff.refetch()}>
              Try again
            </Anchor>
          </>
        )}
      </Text>
    </div>
  );
}

function nameOf(employee: User, self: User): string {
  return `${fullName(employee)}${employee.id === self.id ? ' (you)' : ''}`;
}

/** Why nobody can be assigned, or null. */
function whyDisabled(services: Service[], organizationId: number): string | null {
  if (services.length === 0) return newRequestTexts.assignNeedsService;
  const others = services.filter((service) => service.organizationId !== organizationId);
  return others.length === 0 ? null : othersAssign([...new Set(others.map((service) => service.organization.name))]);
}
