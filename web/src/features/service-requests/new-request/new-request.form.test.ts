import type { Service } from '@kinbridge/contract/services/services.contract';
import { describe, expect, it } from 'vitest';
import {
  chosenServices,
  toFormErrors,
  toggleService,
  toNewRequest,
  validateRequest,
  withOnlyService,
} from './new-request.form.ts';
import {
  answerAbout,
  emptyRequest,
  type KnownMember,
  type NewRequestValues,
  typedFields,
} from './new-request.values.ts';

const filled: NewRequestValues = { ...emptyRequest, firstName: 'Calliope', lastName: 'Marsh', serviceIds: [7] };
const known: KnownMember = {
  id: 5,
  firstName: 'Marisol',
  lastName: 'Vega',
  dateOfBirth: null,
  email: null,
  phoneNumber: null,
  zipCode: null,
};

function errors(change: Partial<NewRequestValues>) {
  return validateRequest({ ...filled, ...change }, null, null);
}

describe('§5 the new service request form', () => {
  it('requires only both names and a service', () => {
    expect(validateRequest(filled, null, null)).toEqual({});
    expect(validateRequest(emptyRequest, null, null)).toEqual({
      firstName: 'First Name is required.',
      lastName: 'Last Name is required.',
      serviceIds: 'This is a required field',
    });
  });

  it.each([
    ['phoneNumber', '(269) 555-01', 'Phone number should be 10 digit'],
    ['participantId', '123', 'Participant ID number should be 11 digits'],
    ['dateOfBirth', '02-30-1990', 'Must be a valid date after 01-01-1900 and no later than today.'],
    ['email', 'nobody', 'Must be a valid Email.'],
    ['zipCode', 'abc', 'Must be a valid ZIP code: 5 digits, or 5+4 with a dash.'],
  ])('rejects %s %j', (field, value, sentence) => {
    expect(errors({ [field]: value })).toEqual({ [field]: sentence });
  });

  it('accepts ten digits in any common format', () => {
    expect(errors({ phoneNumber: '269 555 0142' })).toEqual({});
  });

  it('skips the locked fields of a known member', () => {
    expect(validateRequest({ ...emptyRequest, serviceIds: [7] }, known, null)).toEqual({});
  });

  it('requires a file when the box is checked', () => {
    expect(errors({ attach: true })).toEqual({ attach: 'Please choose a file, or clear the box.' });
  });
});

it.each([
  ['the same person', {}, 12],
  ['the same person and another service', { serviceIds: [8] }, 12],
  ['another first name', { firstName: 'Ursula' }, null],
  ['another phone', { phoneNumber: '2695550142' }, null],
])('reuses an answer about %s: %3$j', (_typed, change, said) => {
  expect(answerAbout({ person: typedFields(filled), is: 12 }, { ...filled, ...change })).toBe(said);
});

describe('request from the form', () => {
  const context = { organizationId: 1, memberId: null, assignable: true };

  it('describes a new member or refers to a known one', () => {
    expect(toNewRequest(filled, context, 7)).toMatchObject({ patientId: null, patient: { firstName: 'Calliope' } });
    expect(toNewRequest(filled, { ...context, memberId: 5 }, 7)).toMatchObject({ patientId: 5, patient: null });
  });

  it.each([
    [12, { patientId: 12, patient: { firstName: 'Calliope' } }],
    ['new', { patientId: null, patient: { firstName: 'Calliope', newPerson: true } }],
  ] as const)('says who the typed person is: %j', (answer, request) => {
    expect(toNewRequest(filled, { ...context, answer }, 7)).toMatchObject(request);
    expect(toNewRequest(filled, { ...context, answer, memberId: 5 }, 7)).toMatchObject({ patientId: 5, patient: null });
  });

  it('includes the assignee only if one can be assigned', () => {
    const values = { ...filled, assigneeId: '3' };
    expect(toNewRequest(values, context, 7).assigneeId).toBe(3);
    expect(toNewRequest(values, { ...context, assignable: false }, 7).assigneeId).toBeNull();
  });

  it("maps the server's errors to its fields", () => {
    const sentences = { 'patient.phoneNumber': 'Phone', serviceId: 'Service', organizationId: 'Other' };
    expect(toFormErrors(sentences)).toEqual({ phoneNumber: 'Phone', serviceIds: 'Service' });
  });
});

const service = (id: number, availability = 'OPEN') => ({ id, availability }) as Service;

it.each<[string, number[], Service[], boolean, number[]]>([
  ['preselects the only service', [], [service(7)], false, [7]],
  ['preselects a full one', [], [service(7, 'FULL')], false, [7]],
  ['preselects no paused one', [], [service(7, 'PAUSED')], false, []],
  ['preselects none of two', [], [service(7), service(8)], false, []],
  ['preselects none before services load', [], [], false, []],
  ['leaves a removed service out', [], [service(7)], true, []],
  ['keeps a choice', [8], [service(7)], false, [8]],
])('%s', (_, ids, offered, removed, selected) => {
  expect(withOnlyService(ids, offered, removed)).toEqual(selected);
});

it('lists services in the order of their choice, without those no longer offered', () => {
  expect(chosenServices([service(1), service(2), service(3)], [3, 9, 1]).map(({ id }) => id)).toEqual([3, 1]);
});

it.each([
  ['adds a service after the others', 5, [7, 3, 5]],
  ['removes a chosen service', 7, [3]],
])('%s', (_, id, ids) => {
  expect(toggleService([7, 3], id)).toEqual(ids);
});
