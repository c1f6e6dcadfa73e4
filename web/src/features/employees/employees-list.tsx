import { fullName } from '@kinbridge/contract/users/full-name';
import { type UserStatus, userStatuses, userStatusLabels } from '@kinbridge/contract/users/user-status';
import type { User } from '@kinbridge/contract/users/users.contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { isActiveAdmin, organizationOf, useCurrentUser } from '../../lib/current-user.ts';
import { useListUrl } from '../../lib/lists/list-url.ts';
import { staffQuery } from '../../lib/queries/staff.query.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { ListPage, ListTools } from '../../ui/page/list-page.tsx';
import { CountTabs } from '../../ui/table/count-tabs.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DataTableFooter } from '../../ui/table/data-table-footer.tsx';
import { SearchBox } from '../../ui/table/search-box.tsx';
import { useChangeEmployee } from './employees.api.ts';
import { employeesTexts, leavingQuestion } from './employees.texts.ts';
import { employeeColumns, NarrowEmployee } from './employees-columns.tsx';
import { EmployeesEmpty } from './employees-empty.tsx';
import { countByStatus, employeeSortFields, employeesPage } from './employees-search.ts';
import { InviteButton } from './invite-button.tsx';

/** Employee Management: staff by status, with search, activation and termination. */
export function EmployeesList() {
  const viewer = useCurrentUser();
  const organizationId = organizationOf(viewer);
  const admin = isActiveAdmin(viewer);
  const navigate = useNavigate();
  const list = useQuery(staffQuery(organizationId));
  const { data: staff } = list;
  const change = useChangeEmployee(organizationId);
  const [terminating, setTerminating] = useState<User | null>(null);
  const { tab, openTab, address } = useEmployeesUrl(staff);
  const { page, size, sort, search } = address;

  const shown = useMemo(
    () => staff && employeesPage(staff, { tab, search, sort, page, size }),
    [staff, tab, search, sort, page, size],
  );
  const counts = staff && countByStatus(staff);
  const shownPage = shown?.page ?? 0;
  const total = shown?.found[tab];

  const searchFor = (words: string) => address.change({ search: words });

  function choose(employee: User, status: UserStatus) {
    if (status === 'INACTIVE') setTerminating(employee);
    else change.mutate({ employee, change: 'activate' });
  }

  const row = { viewer, admin, pending: tab === 'PENDING', onChoose: choose };
  return (
    <ListPage title={employeesTexts.title} action={admin && <InviteButton organizationId={organizationId} />}>
      <CountTabs
        label="Status"
        tabs={userStatuses.map((value) => ({ value, label: userStatusLabels[value], count: counts?.[value] }))}
        value={tab}
        onChange={openTab}
      >
        <ListTools>
          <SearchBox placeholder={employeesTexts.search} value={search} onSearch={searchFor} />
        </ListTools>
        <DataTable
          label={employeesTexts.title}
          columns={employeeColumns(row)}
          narrow={(employee, focus) => <NarrowEmployee {...row} employee={employee} focus={focus} />}
          rows={shown?.rows}
          rowName={fullName}
          {...(admin && { onOpen: ({ id }: User) => void navigate(`/employees/${id}`) })}
          sort={sort}
          onSort={(next) => address.change({ sort: next })}
          listKey={JSON.stringify([tab, search, sort, shownPage, size])}
          list={list}
          empty={
            shown &&
            total === 0 && (
              <EmployeesEmpty
                tab={tab}
                search={search}
                found={shown.found}
                onTab={openTab}
                onClear={() => searchFor('')}
              />
            )
          }
        />
        <DataTableFooter {...address.pages} page={shownPage} total={total} />
      </CountTabs>
      <ConfirmDialog
        opened={terminating !== null}
        {...leavingQuestion(terminating)}
        onCancel={() => setTerminating(null)}
        onConfirm={() => {
          setTerminating(null);
          if (terminating) change.mutate({ employee: terminating, change: 'terminate' });
        }}
      />
    </ListPage>
  );
}

const newestFirst = { field: 'id', descending: true } as const;
const tabNames: Record<UserStatus, string> = { PENDING: 'pending', ACTIVE: 'active', INACTIVE: 'terminated' };

/** The list's state in the URL. It opens on pending employees if there are any, otherwise on active ones. */
function useEmployeesUrl(staff: User[] | undefined) {
  const [params] = useSearchParams();
  const [first, setFirst] = useState<UserStatus | null>(null);
  const address = useListUrl({ sortFields: employeeSortFields, sort: newestFirst });
  // Decided once: approving the last pending person must not change the tab.
  if (staff && first === null) setFirst(staff.some(({ status }) => status === 'PENDING') ? 'PENDING' : 'ACTIVE');
  const tab = userStatuses.find((status) => tabNames[status] === params.get('tab')) ?? first ?? 'PENDING';
  const openTab = (status: UserStatus) => address.change({ more: { tab: tabNames[status] } });
  return { tab, openTab, address };
}
