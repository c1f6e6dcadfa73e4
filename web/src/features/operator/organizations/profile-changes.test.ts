import type { RegisteredOrganization } from '@kinbridge/contract/operator/operator-organizations.contract';
import { expect, it } from 'vitest';
import { profileChanges } from './profile-changes.ts';

const seen: RegisteredOrganization = {
  id: 1,
  name: 'Juniper Pantry',
  approval: 'WAITING',
  reason: null,
  verified: true,
  createTimestamp: '2026-11-18T08:40:00.000Z',
  updateTimestamp: '2026-11-18T08:40:00.000Z',
  organizationType: 'CARE_PROVIDER',
  address: '1 Harbor Street',
  city: 'Traverse City',
  state: 'MI',
  zipCode: '49684',
  email: null,
  phoneNumber: '+13135550123',
  website: null,
  imageFilename: null,
  description: null,
  admins: [],
  warnings: [],
  proposedProfile: null,
  services: [{ id: 3, name: 'Hot meals', type: 'FOOD' }],
  decisions: ['approve', 'refuse'],
};

it.each<[string, Partial<RegisteredOrganization>, object[]]>([
  ['nothing', { updateTimestamp: '2026-11-19T08:40:00.000Z' }, []],
  ['a name', { name: 'Harvest Table' }, [{ label: 'Name', before: 'Juniper Pantry', after: 'Harvest Table' }]],
  ['a value that was added', { email: 'a@b.example' }, [{ label: 'Email', before: null, after: 'a@b.example' }]],
  ['a logo', { imageFilename: 'leaf.webp' }, [{ label: 'Logo', before: null, after: 'leaf.webp' }]],
  [
    'a phone number as it is read',
    { phoneNumber: '+16165550150' },
    [{ label: 'Phone', before: '(313) 555-0123', after: '(616) 555-0150' }],
  ],
  ['a service', { services: [] }, [{ label: 'Services', before: 'Hot meals, Food+', after: '' }]],
])('shows an operator what changed since: %s', (_what, changed, changes) => {
  expect(profileChanges(seen, { ...seen, ...changed })).toEqual(changes);
});
