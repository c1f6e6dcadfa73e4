import type { User } from '@kinbridge/contract/users/users.contract';
import { describe, expect, it } from 'vitest';
import { countByStatus, employeesPage, findEmployees, sortEmployees } from './employees-search.ts';

function person(id: number, name: string, over: Partial<User> = {}): User {
  const [firstName = '', lastName = ''] = name.split(' ');
  const base = { id, firstName, lastName, email: `${firstName.toLowerCase()}@riverbend.example`, phoneNumber: null };
  return { ...base, userType: 'EMPLOYEE', status: 'ACTIVE', ...over } as User;
}

const staff = [
  person(1, 'Nora Lindqvist', { userType: 'ADMIN', phoneNumber: '+12695550101' }),
  person(12, 'Élodie Marsh', { status: 'PENDING' }),
  person(3, 'owen Birch', { phoneNumber: '+12695550177', status: 'INACTIVE' }),
];
const ids = (people: User[]) => people.map(({ id }) => id);

describe('staff list', () => {
  it.each([
    ['', [1, 12, 3]],
    ['birch', [3]],
    ['lind nora', [1]],
    ['admin', [1]],
    ['OWEN@river', [3]],
    ['(269) 555-0177', [3]],
    ['555', [1, 3]],
    ['12', [12]],
    ['nobody', []],
  ])('finds %j', (search, found) => expect(ids(findEmployees(staff, search))).toEqual(found));

  it.each([
    ['id', true, [12, 3, 1]],
    ['id', false, [1, 3, 12]],
    ['name', false, [12, 1, 3]],
    ['role', false, [1, 12, 3]],
    ['phoneNumber', true, [3, 1, 12]],
  ] as const)('sorts by %s, descending %s', (field, descending, order) => {
    expect(ids(sortEmployees(staff, { field, descending }))).toEqual(order);
  });

  it.each([
    ['ACTIVE', '', 0, 0, [2, 3]],
    ['ACTIVE', '', 1, 1, [1]],
    ['ACTIVE', '', 7, 1, [1]],
    ['ACTIVE', 'nora', 1, 0, [1]],
    ['PENDING', 'nora', 0, 0, []],
  ] as const)('shows of %s found with %j page %i as page %i', (tab, search, page, shown, rows) => {
    const people = [person(1, 'Nora Lindqvist'), person(2, 'Ada Reyes'), person(3, 'Bo Marsh')];
    const sort = { field: 'name', descending: false } as const;
    const { found, ...got } = employeesPage(people, { tab, search, sort, page, size: 2 });
    expect([got.page, ids(got.rows)]).toEqual([shown, rows]);
    expect(found).toEqual(countByStatus(findEmployees(people, search)));
  });

  it('counts employees by status', () => {
    expect(countByStatus(staff)).toEqual({ PENDING: 1, ACTIVE: 1, INACTIVE: 1 });
  });
});
