import type { User } from '@kinbridge/contract/users/users.contract';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { MemberRequestsTable } from '../features/service-requests/member-requests-table.tsx';
import { NewServiceRequestButton } from '../features/service-requests/new-request/new-request-button.tsx';
import { NewServiceRequestDialog } from '../features/service-requests/new-request/new-request-dialog.tsx';
import { assignmentsQuery } from '../features/service-requests/service-requests.api.ts';
import { TicketFromUrl } from './ticket-from-url.tsx';

/** The requests assigned to a person, on their own profile and on an employee's. */
export function AssignedRequests({ employee, empty }: { employee: User; empty: string }) {
  const { data, error, refetch } = useQuery(assignmentsQuery(employee.id));
  return (
    <>
      <MemberRequestsTable
        requests={data}
        error={error}
        onRetry={() => void refetch()}
        second="member"
        empty={empty}
        opens
      />
      <TicketFromUrl requests={data} />
    </>
  );
}

/** The profiles' New Services Request button with its dialog. */
export function NewRequest() {
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <NewServiceRequestButton onClick={dialog.open} />
      <NewServiceRequestDialog opened={opened} onClose={dialog.close} />
    </>
  );
}
