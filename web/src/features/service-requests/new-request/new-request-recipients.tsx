import type { Service } from '@kinbridge/contract/services/services.contract';
import { toE164 } from '@kinbridge/contract/shared/phone-number';
import { fullName } from '@kinbridge/contract/users/full-name';
import { useQuery } from '@tanstack/react-query';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { assignableStaffQuery } from '../../../lib/queries/staff.query.ts';
import { newRequestTextsQuery } from './new-request.api.ts';
import { newRequestTexts, whoGetsText } from './new-request.texts.ts';
import type { KnownMember, NewRequestValues } from './new-request.values.ts';

interface NewRequestRecipientsProps {
  values: NewRequestValues;
  known: KnownMember | null;
  services: Service[];
}

/** Who gets texts when the requests are created: each person gets one per request. Renders nothing until that is known. */
export function NewRequestRecipients({ values, known, services }: NewRequestRecipientsProps) {
  const organizationId = useOwnOrganizationId();
  const staff = useQuery(assignableStaffQuery(organizationId));
  const assigneeId = services.every((service) => service.organizationId === organizationId) ? values.assigneeId : null;
  const { data } = useQuery(
    newRequestTextsQuery({
      serviceIds: services.map(({ id }) => id),
      patientId: known?.id ?? null,
      phoneNumber: known ? null : toE164(values.phoneNumber),
      assigneeId: assigneeId === null ? null : Number(assigneeId),
    }),
  );
  if (!data || services.length === 0) return null;
  const assignee = staff.data?.find(({ id }) => String(id) === assigneeId);
  const ownTeam = assignee ? fullName(assignee) : newRequestTexts.yourAdmins;
  const providers = new Map(
    services.map(({ organization: { id, name } }) => [id, id === organizationId ? ownTeam : name]),
  );
  return whoGetsText({
    member: (known ?? values).firstName.trim(),
    blockedReason: data.memberBlockedReason,
    requests: services.length,
    others: data.organizationIds.flatMap((id) => {
      const name = providers.get(id);
      const texts = services.filter((service) => service.organizationId === id).length;
      return name === undefined ? [] : [{ name, texts }];
    }),
  });
}
