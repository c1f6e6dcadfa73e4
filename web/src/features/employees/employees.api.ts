import { userStatuses } from '@kinbridge/contract/users/user-status';
import type { User } from '@kinbridge/contract/users/users.contract';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { notifyError, notifySuccess } from '../../ui/notices/notices.tsx';
import { changedTexts, declined, type EmployeeChange, failedTexts, fullName } from './employees.texts.ts';

/** The key for everything about an organization's staff. */
const staffKey = (organizationId: number) => ['users', 'staff', organizationId] as const;

/**
 * All staff in one call. An organization has tens of employees, rarely hundreds, so counts, search and sorting work
 * locally. Members are paged by the server, because there are many.
 */
export function employeesQuery(organizationId: number) {
  return queryOptions({
    queryKey: [...staffKey(organizationId), 'all'] as const,
    queryFn: ({ signal }) =>
      call('GET /v1/users', {
        query: {
          entityId: String(organizationId),
          entityType: 'ORGANIZATION',
          role: 'EMPLOYEE',
          status: userStatuses.join(','),
        },
        signal,
      }),
  });
}

export function employeeQuery(id: number) {
  return queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => call('GET /v1/users/{id}', { params: { id: String(id) }, signal }),
  });
}

const changed: Record<EmployeeChange, Partial<User>> = {
  activate: { status: 'ACTIVE', active: true },
  terminate: { status: 'INACTIVE', active: false },
  'promote-admin': { userType: 'ADMIN' },
  'revoke-admin': { userType: 'EMPLOYEE' },
};

/** Changes a status or a role. It shows immediately, reverts on failure, and reports the result. */
export function useChangeEmployee(organizationId: number) {
  const client = useQueryClient();
  const listKey = employeesQuery(organizationId).queryKey;

  function show(id: number, change: Partial<User>) {
    const changeOne = (user: User) => ({ ...user, ...change });
    client.setQueryData(listKey, (staff) => staff?.map((user) => (user.id === id ? changeOne(user) : user)));
    client.setQueryData(employeeQuery(id).queryKey, (user) => user && changeOne(user));
  }

  return useMutation({
    about: ({ employee }) => employee.id,
    mutationFn: ({ employee, change }: { employee: User; change: EmployeeChange }) =>
      call(`POST /v1/users/{id}/${change}`, { params: { id: String(employee.id) } }),
    onMutate: async ({ employee, change }) => {
      await client.cancelQueries({ queryKey: ['users'] });
      show(employee.id, changed[change]);
    },
    onSuccess: (user, { employee, change }) => {
      show(user.id, user);
      const done = change === 'terminate' && employee.status === 'PENDING' ? declined : changedTexts[change];
      notifySuccess(done(fullName(user)));
    },
    onError: (error, { employee, change }) => {
      const { status, active, userType } = employee;
      show(employee.id, { status, active, userType });
      notifyError(`${failedTexts[change](fullName(employee))} ${error.message}`);
    },
    // Email preferences depend on the role too.
    onSettled: (_user, _error, { employee }) =>
      Promise.all([
        invalidateStaff(client, organizationId),
        client.invalidateQueries({ queryKey: employeeQuery(employee.id).queryKey }),
      ]),
  });
}

/** Refetches every list of staff. */
export function invalidateStaff(client: QueryClient, organizationId: number): Promise<void> {
  return client.invalidateQueries({ queryKey: staffKey(organizationId) });
}
