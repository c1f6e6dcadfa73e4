import type { ListedForm } from '@kinbridge/contract/forms/forms.contract';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { User } from '@kinbridge/contract/users/users.contract';
import { expect, it } from 'vitest';
import { recordGroups } from './palette-records.tsx';

const request = (id: number) =>
  ({
    id,
    service: { name: 'Food' },
    patient: { firstName: 'Ruth', lastName: 'Adler' },
    status: 'PENDING',
  }) as ServiceRequest;
const form = (id: number, archivedAt: string | null = null) =>
  ({ id, title: `Form ${id}`, createTimestamp: `2026-01-0${id}T00:00:00Z`, archivedAt }) as ListedForm;
const found = {
  members: [{ id: 4, firstName: 'Ruth', lastName: 'Adler', dateOfBirth: null } as User],
  outgoing: [12, 120, 121].map(request),
  incoming: [121, 122, 123, 124].map(request),
  forms: [form(1), form(2, '2026-02-01T00:00:00Z')],
};

it.each([
  [false, ['124', '123', '122', '121', '120']],
  [true, ['12', '120', '121', '122', '123']],
])('shows each request once, by number: %s', (byNumber, ids) => {
  const [, requests] = recordGroups(found, byNumber, () => undefined);
  expect(requests?.actions.map(({ id }) => id)).toEqual(ids.map((id) => `request-${id}`));
});

it('opens members, the board of a request, and the screens of forms', () => {
  const opened: string[] = [];
  for (const { actions } of recordGroups(found, true, (to) => opened.push(to))) {
    for (const { onClick } of actions) (onClick as () => void)();
  }
  expect(opened.slice(0, 4)).toEqual([
    '/members/4',
    '/service-requests?ticket=12',
    '/service-requests?ticket=120',
    '/incoming-service-requests?ticket=121',
  ]);
  expect(opened.slice(6).map((to) => to.split('?')[0])).toEqual([
    '/forms-create',
    '/forms-submissions',
    '/forms-preview',
    '/forms-submissions',
  ]);
});
