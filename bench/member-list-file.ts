/** A member list as a clinic would upload it. */
import { writeXlsx } from 'hucre/xlsx';

const header = [
  'First Name',
  'Last Name',
  'Date of Birth',
  'Phone Number',
  'Email',
  'Address Line 1',
  'City',
  'State',
  'Zip Code',
  'Participant ID',
];
const birthday = (n: number) => new Date(Date.UTC(1940, 0, 1 + (n % 25_000)));
const digits = (n: number, length: number) => String(n).padStart(length, '0');

/** Each round has different people. */
export async function buildMemberList(rows: number, round: number): Promise<Buffer> {
  const people = Array.from({ length: rows }, (_, n) => [
    `First${(n * 7919) % rows}`,
    `Last${n}`,
    birthday(n),
    `(269) 555-${digits(n % 10_000, 4)}`,
    `person${n}@example.org`,
    `${n} Main St`,
    'Kalamazoo',
    'MI',
    49_000 + (n % 100),
    digits(round * rows + n, 11),
  ]);
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Members', rows: [header, ...people] }] }));
}
