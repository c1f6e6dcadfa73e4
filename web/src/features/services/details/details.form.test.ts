import { expect, it } from 'vitest';
import {
  changedDetails,
  detailsErrors,
  rebase,
  sayDetail,
  toFormErrors,
  toUpdate,
  toValues,
  typedIn,
} from './details.form.ts';

const service = {
  id: 7,
  name: 'Food box',
  type: 'FOOD' as const,
  description: null,
  eligibility: null,
  ageMin: null,
  ageMax: null,
  languages: null,
  cost: null,
  documents: ['Photo ID', 'Lease'],
  hours: [{ day: 'MO' as const, opens: '09:00', closes: '17:00' }],
  phoneNumber: null,
  website: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  zipCode: null,
  contact: {
    phoneNumber: null,
    website: null,
    addressLine1: null,
    addressLine2: null,
    city: null,
    state: null,
    zipCode: null,
  },
  serviceArea: { zipCodes: ['49001', '49007'] },
  responseHours: 48,
  stallDays: 7,
  availability: 'OPEN' as const,
  availabilityNote: null,
  waitDays: null,
  availabilityTimestamp: null,
  confirmedTimestamp: '2026-11-17T00:00:00.000Z',
  listedPublicly: true,
  organizationId: 1,
  organization: { id: 1, name: 'Pantry' },
};

it('sends nothing when nothing was changed', () => {
  expect(changedDetails(toValues(service), service)).toEqual({});
});

it('sends only what was changed', () => {
  const values = { ...toValues(service), documents: 'Photo ID\n\n Bill ', area: 'radius' as const, radiusMiles: 5 };
  expect(changedDetails({ ...values, hours: [], ageMin: 18 }, service)).toEqual({
    documents: ['Photo ID', 'Bill'],
    serviceArea: { radiusMiles: 5 },
    hours: null,
    ageMin: 18,
  });
});

it('sends what was known of the fields that change', () => {
  const values = { ...toValues(service), name: 'Food bag', area: 'anywhere' as const };
  expect(toUpdate(values, service)).toEqual({
    name: 'Food bag',
    serviceArea: null,
    before: { name: 'Food box', serviceArea: { zipCodes: ['49001', '49007'] } },
  });
});

it('keeps only what differs from the saved service as a draft', () => {
  expect(typedIn({ ...toValues(service), hours: [], city: 'Portage' }, service)).toEqual({
    hours: [],
    city: 'Portage',
  });
});

it('merges what a colleague saved, and reads it out as the form shows it', () => {
  const fresh = { ...service, languages: ['en', 'es'], cost: 'FREE' as const, hours: null, serviceArea: null };
  const { values, conflicts } = rebase({ ...toValues(service), cost: 'PAID' }, service, fresh);
  expect(values).toEqual({ ...toValues(fresh), cost: 'PAID' });
  const said = conflicts.map(({ field, saved, typed }) => [field, sayDetail(field, saved), typed]);
  expect(said).toEqual([
    ['languages', 'English, Spanish', undefined],
    ['cost', 'Free', 'PAID'],
    ['area', 'Anywhere', undefined],
    ['zipCodes', undefined, undefined],
    ['hours', '', undefined],
  ]);
});

it('shows errors at the fields of the form', () => {
  expect(detailsErrors({ ...toValues(service), zipCodes: '49001 4900', website: 'x' })).toEqual({
    zipCodes: 'Must be a valid ZIP code: 5 digits, or 5+4 with a dash.',
    website: 'Must be a valid Website, such as https://example.org.',
  });
  expect(toFormErrors({ 'hours.1.opens': 'Overlap', 'languages.0': 'Tag' })).toEqual({
    'hours.1.opens': 'Overlap',
    languages: 'Tag',
  });
});
