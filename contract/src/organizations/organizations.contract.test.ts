import { describe, expect, test } from 'vitest';
import { serviceTypeLabels } from '../services/service-type.ts';
import { organizationTypeLabels } from './organization-type.ts';
import { organizationProfile, organizationRegistration } from './organizations.contract.ts';

const profile = { name: 'Willow Health', organizationType: 'CARE_PROVIDER', phoneNumber: '+13135550123' };
const service = { name: 'Rides', type: 'TRANSPORTATION', description: '' };

function sentences(input: unknown, schema = organizationRegistration as typeof organizationProfile): string[] {
  const result = schema.safeParse(input);
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

describe('§5 organization form', () => {
  test('name, type and phone number are enough', () => {
    expect(sentences(profile, organizationProfile)).toEqual([]);
  });

  test.each([
    ['name', '', 'Company Name is required.'],
    ['name', '  ', 'Company Name is required.'],
    ['organizationType', '', 'Organization type is required.'],
    ['organizationType', null, 'Organization type is required.'],
    ['phoneNumber', '', 'Phone Number is required.'],
    ['phoneNumber', '313 555', 'Must be a valid Phone Number.'],
    ['phoneNumber', 'call us anytime', 'Must be a valid Phone Number.'],
    ['email', 'office', 'Must be a valid Email.'],
    ['email', 'office@', 'Must be a valid Email.'],
    ['website', 'not a site', 'Must be a valid Website, such as https://example.org.'],
    ['website', 'javascript:alert(1)', 'Must be a valid Website, such as https://example.org.'],
    ['zipCode', '4822', 'Must be a valid ZIP code: 5 digits, or 5+4 with a dash.'],
  ])('%s %j says %j', (field, value, sentence) => {
    expect(sentences({ ...profile, [field]: value }, organizationProfile)).toEqual([`${field}: ${sentence}`]);
  });

  test.each(['email', 'website', 'addressLine1', 'addressLine2', 'city', 'zipCode', 'description'])(
    'a blank %s is stored as missing',
    (field) => {
      expect(organizationProfile.parse({ ...profile, [field]: '' })).toHaveProperty(field, null);
    },
  );

  test('a website is accepted as typed', () => {
    expect(organizationProfile.parse({ ...profile, website: 'willow.example' }).website).toBe('https://willow.example');
  });
});

describe('§5 services', () => {
  test.each([
    [{ ...service, name: '' }, ['serviceDTOList.0.name: Service name is required.']],
    [{ ...service, type: '' }, ['serviceDTOList.0.type: Service type is required.']],
    [
      { ...service, type: 'GARDENING' },
      [expect.stringMatching(/^serviceDTOList.0.type: Service type must be one of /)],
    ],
    [
      { name: ' ', type: null, description: '' },
      ['serviceDTOList.0.name: Service name is required.', 'serviceDTOList.0.type: Service type is required.'],
    ],
    [service, []],
  ])('%j', (row, expected) => {
    expect(sentences({ ...profile, serviceDTOList: [row] })).toEqual(expected);
  });

  test('one bad row is reported by its index', () => {
    const rows = [service, service, { ...service, name: '' }];
    expect(sentences({ ...profile, serviceDTOList: rows })).toEqual([
      'serviceDTOList.2.name: Service name is required.',
    ]);
  });
});

describe('§3 labels', () => {
  test('name the two organization types', () => {
    expect(organizationTypeLabels).toEqual({
      CARE_PROVIDER: 'Social Services Provider',
      SERVICE_PROVIDER: 'Medical Services Provider',
    });
  });

  test('end in a plus only for Food, Translation, Transportation and Employment', () => {
    const withPlus = Object.values(serviceTypeLabels).filter((label) => label.endsWith('+'));
    expect(withPlus.sort()).toEqual(['Employment+', 'Food+', 'Translation+', 'Transportation+']);
    expect(Object.keys(serviceTypeLabels)).toHaveLength(15);
  });
});
