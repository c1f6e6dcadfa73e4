import { describe, expect, it } from 'vitest';
import { availabilityUpdate, serviceDetails } from './service-details.ts';

const monday = (opens: string, closes: string) => ({ day: 'MO', opens, closes });
const areaMessage = 'Must be a list of ZIP codes, a number of miles, or empty.';
const timeMessage = 'Must be a time from 00:00 to 23:59.';
const tagMessage = 'Must be a language tag, such as en, es or zh-Hans.';

describe('what a service refuses', () => {
  it.each([
    [{ name: null }, 'name', 'Service name is required.'],
    [{ type: null }, 'type', 'Service type is required.'],
    [{ listedPublicly: null }, 'listedPublicly', 'Must be true or false.'],
    [{ eligibility: 'x'.repeat(1001) }, 'eligibility', 'Eligibility can have at most 1000 characters.'],
    [{ ageMin: 121 }, 'ageMin', 'Minimum age must be a whole number from 0 to 120.'],
    [{ ageMax: 1.5 }, 'ageMax', 'Maximum age must be a whole number from 0 to 120.'],
    [{ ageMin: 3, ageMax: 2 }, 'ageMin', 'Minimum age must be at most the maximum age.'],
    [{ languages: ['en', 'english'] }, 'languages.1', tagMessage],
    [{ languages: ['e'] }, 'languages.0', tagMessage],
    [{ languages: ['en_US'] }, 'languages.0', tagMessage],
    [{ languages: Array(21).fill('en') }, 'languages', 'A service can list at most 20 languages.'],
    [{ cost: 'CHEAP' }, 'cost', 'Must be FREE, SLIDING, PAID or empty.'],
    [{ documents: [' '] }, 'documents.0', 'What to bring is required.'],
    [{ documents: ['x'.repeat(121)] }, 'documents.0', 'What to bring can have at most 120 characters.'],
    [{ documents: Array(21).fill('ID') }, 'documents', 'A service can list at most 20 things to bring.'],
    [{ hours: [monday('9:00', '17:00')] }, 'hours.0.opens', timeMessage],
    [{ hours: [monday('09:00', '24:00')] }, 'hours.0.closes', timeMessage],
    [{ hours: [{ ...monday('09:00', '17:00'), day: 'Monday' }] }, 'hours.0.day', 'Choose a day.'],
    [
      { hours: [monday('09:00', '17:00'), monday('16:59', '18:00')] },
      'hours.1.opens',
      'These hours overlap with others.',
    ],
    [{ zipCode: '4900' }, 'zipCode', 'Must be a valid ZIP code: 5 digits, or 5+4 with a dash.'],
    [{ website: 'ftp://a.org' }, 'website', 'Must be a valid Website, such as https://example.org.'],
    [{ phoneNumber: '555' }, 'phoneNumber', 'Must be a valid Phone Number.'],
    [
      { serviceArea: { zipCodes: ['4900'] } },
      'serviceArea.zipCodes.0',
      'Must be a valid ZIP code: 5 digits, or 5+4 with a dash.',
    ],
    [{ serviceArea: { zipCodes: [] } }, 'serviceArea.zipCodes', 'Please name at least one ZIP code.'],
    [
      { serviceArea: { radiusMiles: 0 } },
      'serviceArea.radiusMiles',
      'Radius must be a number of miles from 1 to 5000.',
    ],
    [{ serviceArea: { radiusMiles: 5, zipCodes: ['49007'] } }, 'serviceArea', areaMessage],
    [{ serviceArea: '49007' }, 'serviceArea', areaMessage],
    [{ responseHours: 721 }, 'responseHours', 'Response time must be a whole number from 1 to 720.'],
  ])('%j', (input, path, message) => {
    const issues = serviceDetails.safeParse(input).error?.issues;
    expect(issues?.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
  });

  it('names an unknown field', () => {
    expect(serviceDetails.safeParse({ availability: 'OPEN' }).success).toBe(false);
  });

  it.each([
    [{ availability: 'BUSY' }, 'Must be OPEN, WAITLIST, FULL or PAUSED.'],
    [{ availability: 'OPEN', availabilityNote: 'x'.repeat(141) }, 'Note can have at most 140 characters.'],
    [{ availability: 'OPEN', waitDays: 731 }, 'Wait must be a whole number from 0 to 730.'],
    [{ availability: 'OPEN', waitDays: -1 }, 'Wait must be a whole number from 0 to 730.'],
  ])('%j', (input, message) => {
    expect(availabilityUpdate.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe('what a service stores', () => {
  it.each([
    [{}, {}],
    [{ languages: ['EN', 'en', 'zh-hans', 'ES-mx'] }, { languages: ['en', 'zh-Hans', 'es-MX'] }],
    [
      { eligibility: ' ', phoneNumber: '', website: 'a.org' },
      { eligibility: null, phoneNumber: null, website: 'https://a.org' },
    ],
    [
      { hours: [], documents: null, responseHours: null },
      { hours: [], documents: null, responseHours: null },
    ],
  ])('%j', (input, stored) => {
    expect(serviceDetails.parse(input)).toEqual(stored);
  });
});
