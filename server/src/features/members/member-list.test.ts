import { readFile } from 'node:fs/promises';
import { memberListColumns } from '@kinbridge/contract/members/member-list-columns';
import { readByRules } from '@kinbridge/contract/members/member-list-rows';
import { listedE164, readUsualRow } from '@kinbridge/contract/members/member-list-usual';
import { toE164 } from '@kinbridge/contract/shared/phone-number';
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../app-error.ts';
import { openSpreadsheet } from '../../outside/spreadsheets/open-spreadsheet.ts';
import { buildOds, buildParts, buildXlsx, zip } from '../../testing/spreadsheets.ts';
import { type ListedRow, readMemberList } from './member-list.ts';

async function read(file: Buffer | Blob) {
  const bytes = file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : file;
  const rows: ListedRow[] = [];
  const list = await readMemberList(bytes, 2, {
    onMembers: async (batch) => void rows.push(...batch),
    onSkipped: async () => undefined,
  });
  return { ...list, rows, people: rows.map(({ member }) => member) };
}

const failure = (file: Buffer | Blob) =>
  read(file).then(
    () => ({ status: 200, message: '' }),
    (error: AppError) => ({ status: error.status, message: error.message }),
  );

const names = ['First Name', 'Last Name'];

const row = (number: number, ...texts: string[]) =>
  `<row r="${number}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;

describe('the header of a member list', () => {
  it.each([
    [['LAST_NAME', ' first  name ', 'dob', 'E-Mail', 'ZIP']],
    [['Apellido', 'Nombre', 'Fecha de Nacimiento', 'Correo Electrónico', 'Código Postal']],
    [['surname', 'Given Name', 'Birth date', 'email address', 'Postal Code']],
  ])('accepts any order, case and common wording: %j', async (header) => {
    const { people } = await read(await buildXlsx([header, ['Vega', 'Marisol', '3/4/1990', 'M@Example.org', 2134]]));
    expect(people).toEqual([
      expect.objectContaining({
        firstName: 'Marisol',
        lastName: 'Vega',
        dateOfBirth: '1990-03-04',
        email: 'm@example.org',
        zipCode: '02134',
        phoneNumber: null,
      }),
    ]);
  });

  it("may follow a title without changing the spreadsheet's row numbers", async () => {
    const rows = [['Our members 2026'], [], names, ['Ada', 'Moreno'], [], [' ', null], ['Only'], ['Ben', 'Ochoa']];
    const { people, rejected } = await read(await buildXlsx(rows));
    expect(people.map(({ firstName }) => firstName)).toEqual(['Ada', 'Ben']);
    expect(rejected).toEqual([{ row: 7, reason: 'Last Name is required.' }]);
  });

  it('must include first and last name', async () => {
    expect(
      await failure(
        await buildXlsx([
          ['First Name', 'Phone'],
          ['Ada', '2695550100'],
        ]),
      ),
    ).toEqual({
      status: 422,
      message: 'The column “Last Name” is missing. The first row must name the columns, as in the template.',
    });
    expect((await failure(await buildXlsx([['a', 'b']]))).message).toContain(
      '“First Name” and “Last Name” are missing',
    );
  });
});

describe('the values of a member list', () => {
  const one = async (column: string, value: string | number | Date) => {
    const { people, rejected } = await read(
      await buildXlsx([
        [...names, column],
        ['Ada', 'Moreno', value],
        ['Ben', 'Ochoa'],
      ]),
    );
    return rejected[0]?.reason ?? people[0];
  };

  it.each([
    ['3/4/1990', '1990-03-04'],
    ['03-04-90', '1990-03-04'],
    ['12/31/24', '2024-12-31'],
    ['1/2/70', '1970-01-02'],
    ['1990-03-04', '1990-03-04'],
    ['1990-03-04T00:00:00', '1990-03-04'],
    ['3/4/1990 12:00 AM', '1990-03-04'],
    ['March 4, 1990', '1990-03-04'],
    ['4-Mar-1990', '1990-03-04'],
    ['4 de marzo de 1990', '1990-03-04'],
    [19_900_304, '1990-03-04'],
    [32_936, '1990-03-04'],
    [new Date('1990-03-04T00:00:00Z'), '1990-03-04'],
    [new Date('1990-03-04T23:59:59Z'), '1990-03-04'],
    [new Date('1904-02-29T00:00:00Z'), '1904-02-29'],
  ])('include the birthday %j', async (value, dateOfBirth) => {
    expect(await one('Date of Birth', value)).toMatchObject({ dateOfBirth });
  });

  it.each(['2/30/1990', '13/13/1990', 'soon', '1/1/1890', '1/1/2999', -5])('exclude the birthday %j', async (value) => {
    expect(await one('DOB', value)).toBe(
      'Date of Birth: Must be a valid date after 01-01-1900 and no later than today.',
    );
  });

  it.each([
    '(269) 555-0123',
    '269.555.0123',
    '1-269-555-0123',
    '+1 269 555 0123',
    '2695550123',
    2_695_550_123,
    12_695_550_123,
  ])('include the phone number %j', async (value) =>
    expect(await one('Phone', value)).toMatchObject({ phoneNumber: '+12695550123' }),
  );

  it.each([
    ['Phone', '555-0123', 'Phone Number: Phone number should be 10 digit.'],
    ['Email', 'nobody', 'Email: Must be a valid Email.'],
    ['City', 'Detroit\u202e', "City can't contain line breaks or invisible characters. Please type it again."],
    ['State', 'M\u0007I', "State can't contain line breaks or invisible characters. Please type it again."],
    ['Zip', '123', 'Zip Code: Must be a valid ZIP code: 5 digits, or 5+4 with a dash.'],
    ['Zip', 123_456, 'Zip Code: Must be a valid ZIP code: 5 digits, or 5+4 with a dash.'],
    ['Zip', 21_340_001, 'Zip Code: Must be a valid ZIP code: 5 digits, or 5+4 with a dash.'],
    ['Participant ID', '12', 'Participant ID number should be 11 digits'],
    ['City', 'x'.repeat(101), 'City can have at most 100 characters.'],
  ])('exclude the %s %j with a reason', async (column, value, reason) => {
    expect(await one(column, value)).toBe(reason);
  });

  it('regain leading zeros that a number lost', async () => {
    expect(await one('Zip Code', 2134)).toMatchObject({ zipCode: '02134' });
    expect(await one('Zip Code', '02134')).toMatchObject({ zipCode: '02134' });
    expect(await one('Zip Code', 490_071_234)).toMatchObject({ zipCode: '49007-1234' });
    expect(await one('Participant ID', 418_226_731)).toMatchObject({ participantId: '00418226731' });
    expect(await one('Participant ID', '00418226731')).toMatchObject({ participantId: '00418226731' });
  });

  it.each([
    ['Spanish', 'es'],
    ['español', 'es'],
    ['es', 'es'],
    ['Chinese', 'zh'],
    ['Tiếng Việt', 'vi'],
    ['Spanish and some English', null],
  ])('read the language %j as %j', async (value, language) => {
    expect(await one('Preferred Language', value)).toMatchObject({ language });
  });

  it('give every reason for a skipped row', async () => {
    const { rejected } = await read(
      await buildXlsx([
        [...names, 'Email', 'Phone'],
        [null, 'Moreno', 'x', 'y'],
        ['Ben', 'Ochoa'],
      ]),
    );
    expect(rejected[0]?.reason).toBe(
      'Phone Number: Phone number should be 10 digit. First Name is required. Email: Must be a valid Email.',
    );
  });

  it('match the sheet for rich text, formulas, errors, escapes and prefixes', async () => {
    const cells = (row: number, ...inner: string[]) =>
      `<row r="${row}">${inner.map((cell, place) => cell.replace('<c', `<c r="${'ABCDE'[place]}${row}"`)).join('')}</row>`;
    const shared =
      '<si><t>First Name</t></si><si><t>Last Name</t></si><si><t>DOB</t></si><si><r><t xml:space="preserve">O&apos;</t></r><r><rPr><b/></rPr><t>Brien</t></r><rPh sb="0" eb="1"><t>hint</t></rPh></si>';
    const data = [
      cells(1, '<c t="s"><v>0</v></c>', '<c t="s"><v>1</v></c>', '<c t="s"><v>2</v></c>'),
      cells(
        3,
        '<c t="inlineStr"><is><t>Ana_x0009_Lu\u00edsa</t></is></c>',
        '<c t="s"><v>3</v></c>',
        '<c><f>A1+1</f><v>31474</v></c>',
      ),
      cells(4, '<c t="str"><f>UPPER("x")</f><v>BEN &amp; CO</v></c>', '<c t="e"><v>#N/A</v></c>', '<c/>'),
      '<row r="5"/>',
    ].join('');
    const expected = { firstName: 'Ana Lu\u00edsa', lastName: "O'Brien", dateOfBirth: '1990-03-04' };
    const from1904 = '<workbookPr date1904="1"/>';
    const plain = await read(zip(buildParts(data, { sharedStrings: shared, workbookPr: from1904 })));
    expect(plain.people).toEqual([expect.objectContaining(expected)]);
    expect(plain.rejected).toEqual([{ row: 4, reason: 'Last Name: The cell shows #N/A.' }]);
    const prefixed = `<x:worksheet xmlns:x="m"><x:sheetData>${data.replace(/<(\/?)(\w)/g, '<$1x:$2')}</x:sheetData></x:worksheet>`;
    const other = await read(zip(buildParts('', { sharedStrings: shared, workbookPr: from1904, root: prefixed })));
    expect(other.people).toEqual(plain.people);
  });

  it.each<[string, string, string]>([
    ['is hidden', '<sheet name="Codes" sheetId="1" state="hidden" r:id="rId3"/>', 'worksheet'],
    ['is very hidden', '<sheet name="Codes" sheetId="1" state="veryHidden" r:id="rId3"/>', 'worksheet'],
    ['is a chart', '<sheet name="Chart" sheetId="1" r:id="rId3"/>', 'chartsheet'],
  ])('come from the next sheet if the first %s', async (_, first, type) => {
    const parts = buildParts(row(1, 'First Name', 'Last Name') + row(2, 'Ada', 'Moreno'));
    const relation = `<Relationship Id="rId3" Type="http://x/relationships/${type}" Target="worksheets/first.xml"/>`;
    const { people } = await read(
      zip({
        ...parts,
        'xl/workbook.xml': parts['xl/workbook.xml']?.replace(/<sheet name="Hidden".*?\/>/, first) ?? '',
        'xl/_rels/workbook.xml.rels':
          parts['xl/_rels/workbook.xml.rels']?.replace('</Relationships>', `${relation}$&`) ?? '',
        'xl/worksheets/first.xml': `<worksheet><sheetData>${row(1, 'First Name', 'Last Name')}${row(2, 'Not', 'Listed')}</sheetData></worksheet>`,
      }),
    );
    expect(people.map(({ firstName }) => firstName)).toEqual(['Ada']);
  });

  it('combine rows that match the same person', async () => {
    const header = [...names, 'DOB', 'Phone', 'Participant ID'];
    const { rows } = await read(
      await buildXlsx([
        header,
        ['Ada', 'Moreno', '3/4/1990', '2695550123', null],
        ['ADA', 'moreno', '3/4/1990', null, null],
        ['A.', 'Moreno', '3/4/1990', '2695550123', '00000000001'],
        ['Ada', 'Moreno', '3/4/1990', null, '00000000002'],
        ['Adele', 'Other', null, null, '00000000001'],
        ['Ada', 'Moreno', null, null, null],
        ['Ada', 'Moreno', null, null, null],
      ]),
    );
    expect(rows.map(({ sameAs }) => sameAs)).toEqual([null, 1, null, 1, null, null, null]);
  });
});

describe('a file that is not a member list', () => {
  const bomb = () => zip(buildParts('<row/>'), { 'xl/worksheets/people.xml': 4_000_000_000 });
  const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');

  it.each<[string, () => Buffer | Promise<Blob>, number, RegExp]>([
    ['text', () => Buffer.from('First Name,Last Name\nAda,Moreno\n'), 415, /isn't a spreadsheet/],
    ['a picture', () => Buffer.from('89504e470d0a1a0a', 'hex'), 415, /isn't a spreadsheet/],
    ['another zip', () => zip({ 'a.txt': 'a' }), 415, /isn't a spreadsheet/],
    ['a document', () => zip({ ...buildParts(''), 'xl/workbook.xml': '<document/>' }), 415, /isn't a spreadsheet/],
    [
      'an OpenDocument spreadsheet',
      () => buildOds(),
      415,
      /^This is an OpenDocument spreadsheet \(\.ods\)\. Open it and save it as \.xlsx\.$/,
    ],
    ['an old .xls', () => Buffer.concat([compound, Buffer.alloc(600)]), 415, /old Excel file/],
    [
      'a password',
      () => Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]),
      415,
      /password protected/,
    ],
    ['a zip bomb', bomb, 413, /is too large/],
    [
      'a wrong declared size',
      () => zip(buildParts('<row><c/></row>'.repeat(90_000)), { 'xl/worksheets/people.xml': 100 }),
      413,
      /is too large/,
    ],
    ['half a file', () => zip(buildParts('')).subarray(0, 400), 422, /damaged/],
    ['an unclosed row', () => zip(buildParts(`<row>${'<c/>'.repeat(2_000_000)}`)), 422, /damaged/],
    ['nothing in it', () => buildXlsx([]), 422, /list is empty/],
    ['a header alone', () => buildXlsx([names]), 422, /list is empty/],
  ])('is refused: %s', async (_, build, status, sentence) => {
    expect(await failure(await build())).toEqual({ status, message: expect.stringMatching(sentence) });
  });

  // Long enough that an expression with quadratic backtracking would time out.
  const list = (cell: string) =>
    `<row>${names.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('')}<c t="inlineStr"><is><t>DOB</t></is></c></row>` +
    `<row><c t="inlineStr"><is>${cell}</is></c><c t="inlineStr"><is><t>Moreno</t></is></c></row>`;
  const born = (text: string) => list('<t>Ada</t>').replace('Moreno</t></is></c>', `$&<c t="str"><v>${text}</v></c>`);

  it.each<[string, () => Record<string, string>, number, RegExp]>([
    ['pronunciation hints', () => buildParts(list('<rPh>'.repeat(150_000))), 422, /First Name is required/],
    ['CDATA', () => buildParts(list(`<t>${'<![CDATA['.repeat(150_000)}</t>`)), 422, /more text than/],
    ['a date', () => buildParts(born('t'.repeat(1_000_000))), 422, /more text than/],
    ['a date within the cell limit', () => buildParts(born('t'.repeat(30_000)).repeat(60)), 422, /valid date/],
    [
      'an attribute',
      () => {
        const parts = buildParts('');
        const book = parts['xl/workbook.xml']?.replace('<sheets>', `<sheets><sheet ${'a'.repeat(1_000_000)}/>`);
        return { ...parts, 'xl/workbook.xml': book ?? '' };
      },
      422,
      /damaged/,
    ],
    ['markup before the sheet', () => buildParts('', { root: '<a '.repeat(1_000_000) }), 422, /damaged/],
  ])('is refused when one part never ends: %s', async (_, build, status, sentence) => {
    expect(await failure(zip(build()))).toEqual({ status, message: expect.stringMatching(sentence) });
  });

  it('is refused when its rows repeat one long text', async () => {
    const shared = `<si><t>${'x'.repeat(30_000)}</t></si>`;
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`;
    expect(await failure(zip(buildParts(list('<t>Ada</t>') + row.repeat(200), { sharedStrings: shared })))).toEqual({
      status: 413,
      message: expect.stringMatching(/is too large/),
    });
  });

  it('is refused without a usable row, with the reason for the first', async () => {
    expect(await failure(await buildXlsx([names, [null, 'Moreno']]))).toEqual({
      status: 422,
      message: 'No row of the list can be used. Row 2: First Name is required.',
    });
  });

  it('is refused with more than 100,000 rows', async () => {
    const row =
      '<row><c t="inlineStr"><is><t>First Name</t></is></c><c t="inlineStr"><is><t>Last Name</t></is></c></row>';
    expect(await failure(zip(buildParts(row.repeat(100_002))))).toMatchObject({ status: 413 });
  });
});

describe('the template', () => {
  it('has every column and no rows', async () => {
    const bytes = await readFile(new URL('../../../../web/public/member-list-template.xlsx', import.meta.url));
    const { rows } = await openSpreadsheet(bytes);
    const { value } = await rows.next();
    expect(value?.cells).toEqual(Object.values(memberListColumns));
    expect(await failure(bytes)).toMatchObject({ status: 422, message: expect.stringMatching(/list is empty/) });
  });
});

describe('the quick way to read a row', () => {
  const pick = <T>(from: readonly T[]) => from[Math.floor(Math.random() * from.length)] as T;
  const digits = (length: number) => Array.from({ length }, () => pick([...'0123456789'])).join('');
  const country = ['', '', '', '1', '+1', '1-', '+1 ', '1.', '+', '+44', '01', '+1 1'];
  const area = [
    () => digits(3),
    () => `(${digits(3)})`,
    () => `52${digits(1)}`,
    () => pick(['269', '684', '900', '983']),
  ];
  const mark = ['', '', ' ', '-', '.', ') ', '  ', '/', 'x'];
  const randomPhone = () =>
    `${pick(country)}${pick(area)()}${pick(mark)}${digits(pick([3, 3, 3, 2]))}${pick(mark)}${digits(pick([4, 4, 4, 5]))}${pick(['', '', '', ' ', ' x12'])}`;

  it('knows the same phone numbers as the library', () => {
    const phones = Array.from({ length: 400 }, randomPhone);
    expect(phones.map((phone) => [phone, listedE164(phone)])).toEqual(phones.map((phone) => [phone, toE164(phone)]));
  });

  it('accepts only what the rules accept, with the same values', () => {
    const texts = [
      'Ada',
      '',
      'Zoë O’Neil',
      'A\u202eda',
      'A\u0007da',
      'x'.repeat(100),
      'x'.repeat(101),
      'x'.repeat(201),
    ];
    const values = {
      firstName: texts,
      lastName: texts,
      dateOfBirth: ['1990-03-04', '', '1990-02-30', '1900-01-01', '2999-01-01', 'no date', '1990-3-4'],
      email: ['A.b+c@Example.org', '', 'a@b', 'a..b@example.org', 'ä@example.org', `${'x'.repeat(250)}@example.org`],
      addressLine1: texts,
      city: texts,
      state: [...texts, 'x'.repeat(61)],
      zipCode: ['49007', '', '49007-1234', '4900', '490071234'],
      participantId: ['00418226731', '', '0041822673', 'x0041822673'],
      language: ['', 'es'],
    };
    for (let round = 0; round < 300; round++) {
      const texts = Object.entries(values).map(([field, [usual, ...others]]) => [
        field,
        pick([usual, usual, pick(others)]),
      ]);
      const row = { ...Object.fromEntries(texts), phoneNumber: pick(['', randomPhone().trim()]) };
      const member = readUsualRow(row);
      if (member) expect({ member }).toEqual(readByRules(row));
    }
  });
});
