import type { User } from '@kinbridge/contract/users/users.contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { EmployeeRoleSelect, EmployeeStatusButton } from '../features/employees/employee-controls.tsx';
import { employeesTexts } from '../features/employees/employees.texts.ts';
import { SignInFactors } from '../features/employees/sign-in-factors.tsx';
import { EmailPreferences } from '../features/profile/email-preferences.tsx';
import { UserProfile } from '../features/profile/user-profile.tsx';
import { ReassignRequests } from '../features/service-requests/reassign-requests.tsx';
import { ApiError } from '../lib/api.ts';
import { useCurrentUser } from '../lib/current-user.ts';
import { staffKey } from '../lib/queries/staff.query.ts';
import { userQuery } from '../lib/queries/user.query.ts';
import { invalidate } from '../lib/query-client.ts';
import { PageSkeleton } from '../ui/page/page-skeleton.tsx';
import { LoadFailure } from '../ui/states/load-failure.tsx';
import { NotFoundState } from '../ui/states/not-found-state.tsx';
import { statusText } from '../ui/states/status-text.ts';
import { AssignedRequests, NewRequest } from './assigned-requests.tsx';
import { ProfilePage } from './profile.page.tsx';

const notFound = <NotFoundState title={employeesTexts.notFoundTitle} text={employeesTexts.notFound} />;

/** Specification §2: an employee's profile; your own is the same screen as /. */
export function EmployeeProfilePage() {
  const { id = '' } = useParams();
  const viewer = useCurrentUser();
  if (!/^[1-9]\d{0,14}$/.test(id)) return notFound;
  return Number(id) === viewer.id ? <ProfilePage /> : <Employee key={id} id={Number(id)} />;
}

function Employee({ id }: { id: number }) {
  const { data: employee, error, refetch } = useQuery(userQuery(id));
  const absent = error instanceof ApiError && error.status === 404;
  if (absent || employee?.userType === 'PATIENT') return notFound;
  if (employee) return <EmployeeProfile employee={employee} />;
  return error ? (
    <LoadFailure error={error} text={statusText(error)} onRetry={() => void refetch()} />
  ) : (
    <PageSkeleton />
  );
}

function EmployeeProfile({ employee }: { employee: User }) {
  return (
    <UserProfile
      user={employee}
      own={false}
      role={<EmployeeRoleSelect employee={employee} />}
      breadcrumb={[{ label: employeesTexts.title, to: '/employees' }]}
      action={
        <>
          <EmployeeStatusButton employee={employee} />
          <NewRequest />
        </>
      }
      onSaved={() => void invalidate(staffKey)}
    >
      {employee.status === 'INACTIVE' && <ReassignRequests employee={employee} />}
      {employee.active && <EmailPreferences user={employee} own={false} />}
      {employee.secondFactor !== undefined && <SignInFactors employee={employee} />}
      <AssignedRequests employee={employee} empty="No service requests are assigned to this employee." />
    </UserProfile>
  );
}
