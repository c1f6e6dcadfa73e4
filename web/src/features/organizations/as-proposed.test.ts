import type { Organization } from '@kinbridge/contract/organizations/organizations.contract';
import type { ProposedProfile } from '@kinbridge/contract/organizations/proposed-profile.contract';
import { expect, it } from 'vitest';
import { asProposed, keptLogo } from './as-proposed.ts';

type Fields = ProposedProfile['fields'];

function organization(fields: Fields | null): Organization {
  const proposedBy = { id: 2, firstName: 'Ada', lastName: 'Moreno' };
  const proposedProfile = fields && { id: 7, fields, proposedBy, createTimestamp: '2026-11-19T08:40:00.000Z' };
  return {
    id: 1,
    name: 'Willow Health',
    organizationType: 'CARE_PROVIDER',
    phoneNumber: '+13135550123',
    email: null,
    website: 'https://willow.example',
    addressLine1: null,
    addressLine2: null,
    city: 'Detroit',
    zipCode: '48201',
    description: null,
    imageFilename: 'willow.webp',
    approval: 'APPROVED',
    approvalReason: null,
    idleMinutes: 30,
    proposedProfile,
  };
}

const name = { field: 'name', value: 'Willow Health', proposedValue: 'Willow Clinic' } as const;
const noWebsite = { field: 'website', value: 'https://willow.example', proposedValue: null } as const;
const logo = { field: 'imageFilename', value: 'willow.webp', proposedValue: 'leaf.webp' } as const;

it.each<[string, Fields | null, Partial<Organization>]>([
  ['nothing that waits', null, { name: 'Willow Health', website: 'https://willow.example' }],
  ['a proposed name', [name], { name: 'Willow Clinic', website: 'https://willow.example' }],
  ['a value that is to be removed', [noWebsite], { name: 'Willow Health', website: null }],
  ['a proposed logo', [logo], { name: 'Willow Health', imageFilename: 'leaf.webp' }],
])('begins an edit with %s', (_what, fields, begins) => {
  const { proposedProfile, ...shown } = organization(fields);
  expect(asProposed({ ...shown, proposedProfile })).toEqual({ ...shown, proposedProfile, ...begins });
});

it.each<[string, Fields | null, object]>([
  ['nothing that waits', null, {}],
  ['a proposed name', [name], {}],
  ['a proposed logo', [name, logo], { imageFilename: 'leaf.webp' }],
])('keeps the proposed logo only: %s', (_what, fields, sent) => {
  expect(keptLogo(organization(fields))).toEqual(sent);
});
