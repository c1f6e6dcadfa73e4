import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { call } from '../../lib/api.ts';
import { staffKey, staffQuery } from '../../lib/queries/staff.query.ts';
import { userQuery } from '../../lib/queries/user.query.ts';
import { invalidate, queryClient } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { notifyError, notifySuccess } from '../../ui/notices/notices.tsx';
import {
  changedTexts,
  declined,
  type EmployeeChange,
  factorTexts,
  failedTexts,
  linkTexts,
  signOutTexts,
} from './employees.texts.ts';

const changed: Record<EmployeeChange, Partial<User>> = {
  activate: { status: 'ACTIVE', active: true },
  terminate: { status: 'INACTIVE', active: false },
  'promote-admin': { userType: 'ADMIN' },
  'revoke-admin': { userType: 'EMPLOYEE' },
};

/** Changes a status or a role. It shows immediately, reverts on failure, and reports the result. */
export function useChangeEmployee(organizationId: number) {
  const listKey = staffQuery(organizationId).queryKey;

  function show(id: number, change: Partial<User>) {
    const changeOne = (user: User) => ({ ...user, ...change });
    queryClient.setQueryData(listKey, (staff) => staff?.map((user) => (user.id === id ? changeOne(user) : user)));
    queryClient.setQueryData(userQuery(id).queryKey, (user) => user && changeOne(user));
  }

  return useMutation({
    about: ({ employee }) => employee.id,
    mutationFn: ({ employee, change }: { employee: User; change: EmployeeChange }) =>
      call(`POST /v1/users/{id}/${change}`, { params: { id: employee.id } }),
    onMutate: async ({ employee, change }) => {
      await queryClient.cancelQueries({ queryKey: ['users'] });
      show(employee.id, changed[change]);
    },
    onSuccess: (user, { employee, change }) => {
      show(user.id, user);
      const done = change === 'terminate' && employee.status === 'PENDING' ? declined : changedTexts[change];
      notifySuccess(done(fullName(user)));
    },
    onError: (error, { employee, change }) =>
      notifyError(`${failedTexts[change](fullName(employee))} ${error.message}`),
    onSettled: (_user, error, { employee }) => {
      const { status, active, userType } = employee;
      // Also when the person didn't confirm that it's them, which is no failure to show.
      if (error) show(employee.id, { status, active, userType });
      // Email preferences depend on the role too.
      return invalidate(staffKey, userQuery(employee.id).queryKey);
    },
  });
}

/** Ends someone's sessions on all devices. */
export function useSignOutEmployee() {
  return useMutation({
    mutationFn: ({ id }: User) => call('POST /v1/users/{id}/sign-out', { params: { id } }),
    onSuccess: (_nothing, employee) => notifySuccess(signOutTexts.done(fullName(employee))),
    onError: (error, employee) => notifyError(`${signOutTexts.failed(fullName(employee))} ${error.message}`),
  });
}

/** Removes someone's passkeys and authenticator app, or their link to single sign-on. */
export function useResetSignIn(what: 'factors' | 'single-sign-on') {
  const texts = what === 'factors' ? factorTexts : linkTexts;
  return useMutation({
    mutationFn: ({ id }: User) => call(`DELETE /v1/users/{id}/${what}`, { params: { id } }),
    onSuccess: (_nothing, employee) => notifySuccess(texts.done(fullName(employee))),
    onError: (error, employee) => notifyError(`${texts.failed(fullName(employee))} ${error.message}`),
    onSettled: (_nothing, _error, { id }) => invalidate(staffKey, userQuery(id).queryKey),
  });
}
