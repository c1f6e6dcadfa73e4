import { fullName } from '@kinbridge/contract/users/full-name';
import { type UserStatus, userTypeLabels } from '@kinbridge/contract/users/user-status';
import type { User } from '@kinbridge/contract/users/users.contract';
import type { ListSort } from '../../lib/lists/list-url.ts';
import { lastPageOf } from '../../lib/lists/page-size.ts';

export const employeeSortFields = ['id', 'name', 'role', 'email', 'phoneNumber', 'secondFactor'] as const;
export type EmployeeSortField = (typeof employeeSortFields)[number];

const sortText: Record<Exclude<EmployeeSortField, 'id'>, (user: User) => string> = {
  name: fullName,
  role: (user) => userTypeLabels[user.userType],
  email: (user) => user.email ?? '',
  phoneNumber: (user) => user.phoneNumber ?? '',
  secondFactor: (user) => (user.secondFactor ? '2' : '1'),
};

const names = new Intl.Collator('en-US');

interface EmployeesPage {
  tab: UserStatus;
  search: string;
  sort: ListSort<EmployeeSortField>;
  page: number;
  size: number;
}

/** The rows of a page, or of the last one before it, and how many people the search found in each tab. */
export function employeesPage(staff: User[], { tab, search, sort, page: asked, size }: EmployeesPage) {
  const found = findEmployees(staff, search);
  const inTab = found.filter(({ status }) => status === tab);
  const page = Math.min(asked, lastPageOf(inTab.length, size));
  return { page, rows: sortEmployees(inTab, sort).slice(page * size, (page + 1) * size), found: countByStatus(found) };
}

/** In the requested order; ties put the newer person first. */
export function sortEmployees(staff: User[], { field, descending }: ListSort<EmployeeSortField>): User[] {
  const direction = descending ? -1 : 1;
  return staff.toSorted((a, b) => {
    if (field === 'id') return direction * (a.id - b.id);
    return direction * names.compare(sortText[field](a), sortText[field](b)) || b.id - a.id;
  });
}

/** Employees who match every typed word by name, role, email, id or phone digits. */
export function findEmployees(staff: User[], search: string): User[] {
  const phone = /^[\d\s().+-]*\d{3}[\d\s().+-]*$/.test(search) ? search.replace(/\D/g, '') : null;
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return staff.filter((user) => {
    if (phone && user.phoneNumber?.includes(phone)) return true;
    const text = [user.id, fullName(user), userTypeLabels[user.userType], user.email ?? ''].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function countByStatus(staff: User[]): Record<UserStatus, number> {
  const counts = { PENDING: 0, ACTIVE: 0, INACTIVE: 0 };
  for (const { status } of staff) counts[status] += 1;
  return counts;
}
