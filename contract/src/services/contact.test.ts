import { describe, expect, test } from 'vitest';
import { addressLines, type Contact, shortWebsite } from './contact.ts';

const nowhere: Contact = {
  phoneNumber: null,
  website: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  zipCode: null,
};

describe('addressLines', () => {
  test.each<[Partial<Contact>, string[]]>([
    [{}, []],
    [{ zipCode: '49007' }, ['49007']],
    [{ state: 'MI', zipCode: '49007' }, ['MI 49007']],
    [{ addressLine1: '12 Oak St', city: 'Kalamazoo' }, ['12 Oak St', 'Kalamazoo']],
    [
      { addressLine1: '12 Oak St', addressLine2: 'Unit 4', city: 'Kalamazoo', state: 'MI', zipCode: '49007' },
      ['12 Oak St', 'Unit 4', 'Kalamazoo, MI 49007'],
    ],
  ])('writes %j', (given, lines) => {
    expect(addressLines({ ...nowhere, ...given })).toEqual(lines);
  });
});

test('shortens a website', () => {
  expect(shortWebsite('https://oak.example/')).toBe('oak.example');
});
