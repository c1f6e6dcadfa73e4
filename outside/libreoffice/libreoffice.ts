import { deepStrictEqual as deepEqual } from 'node:assert';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { writeXlsx } from 'hucre/xlsx';
import { buildOrganization, buildSignedIn, serviceIds } from '../../server/src/testing/build.ts';
import { buildForm } from '../../server/src/testing/forms.ts';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { packageVersion } from '../packages.ts';
import { check, type Part } from '../part.ts';

const calc = 'libreoffice-calc-nogui';
const run = promisify(execFile);

const people = 300;
const names = (n: number) => [`Zoë ${n}`, n % 2 ? "O'Brien; Ñandú" : '"Quoted", and 李'];
const birthday = new Date(Date.UTC(1990, 2, 4));

const memberRows = [
  ['First Name', 'Last Name', 'Date of Birth', 'Zip Code', 'City'],
  ...Array.from({ length: people }, (_, n) => [...names(n), birthday, '02134', 'Kalamazoo']),
];
const responseRows = [
  ['First Name', 'Last Name', 'Date of Birth', 'Age', 'Story'],
  ...Array.from({ length: people }, (_, n) => [...names(n), birthday, 20 + (n % 60), `One; "two"\nthree ${n}`]),
];

/** LibreOffice's names for its kinds of CSV files: separator, quotes and character set. */
const csv = (options: string) => `csv:Text - txt - csv (StarCalc):${options}`;
const csvKinds = [
  ['CSV with commas in UTF-8', csv('44,34,76')],
  ['CSV with semicolons in UTF-16', csv('59,34,65535')],
  ['CSV with tabs in UTF-8', csv('9,34,76')],
] as const;

/** Lists that LibreOffice saved are imported whole. */
export const libreoffice: Part = {
  name: 'libreoffice',
  packages: [calc],
  async run() {
    const test = await startTestApp();
    const folder = await mkdtemp(join(tmpdir(), 'kinbridge-libreoffice-'));
    try {
      const staff = await buildSignedIn(test, (await buildOrganization(test)).id, { userType: 'ADMIN' });
      const software = { software: 'LibreOffice Calc', version: packageVersion(calc) };
      const hidden = {
        name: 'Codes',
        rows: [
          ['First Name', 'Last Name'],
          ['Not', 'Listed'],
        ],
        hidden: true,
      };
      const checks = [
        await check(
          software,
          'a member list saved as .xlsx, below a hidden first sheet, is imported whole',
          async () => {
            const list = await savedBy(folder, [hidden, { name: 'People', rows: memberRows }], 'xlsx');
            await uploadMembers(test, staff, list);
          },
        ),
        await check(
          software,
          'a member list saved as .ods is refused with a sentence that says what to do',
          async () => {
            const list = await savedBy(folder, [{ name: 'People', rows: memberRows }], 'ods');
            await refuseMembers(test, staff, list);
          },
        ),
      ];
      for (const [what, format] of [['.xlsx', 'xlsx'], ...csvKinds] as const) {
        checks.push(
          await check(software, `responses saved as ${what} are imported whole`, async () => {
            const list = await savedBy(folder, [{ name: 'Answers', rows: responseRows }], format);
            await uploadResponses(test, staff, list);
          }),
        );
      }
      return checks;
    } finally {
      await test.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

type Staff = Awaited<ReturnType<typeof buildSignedIn>>;

/** A workbook, open at its last sheet, after LibreOffice opened it and saved it in this format. */
async function savedBy(folder: string, sheets: Parameters<typeof writeXlsx>[0]['sheets'], format: string) {
  await writeFile(join(folder, 'list.xlsx'), await writeXlsx({ sheets, activeSheet: sheets.length - 1 }));
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
  const out = join(folder, 'saved');
  const args = ['--headless', profile, '--convert-to', format, '--outdir', out, join(folder, 'list.xlsx')];
  await run('soffice', args, { env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' }, timeout: 120_000 });
  return new Blob([new Uint8Array(await readFile(join(out, `list.${format.split(':')[0]}`)))]);
}

async function upload(test: TestApp, staff: Staff, file: Blob) {
  const [serviceId] = await serviceIds(test, staff.organizationId);
  return test.call('POST /v1/organizations/{id}/services/upload-patients', {
    params: { id: staff.organizationId },
    query: { serviceIds: String(serviceId) },
    parts: { file },
    token: staff.token,
  });
}

async function uploadMembers(test: TestApp, staff: Staff, file: Blob): Promise<void> {
  const answer = await upload(test, staff, file);
  deepEqual([answer.status, answer.body], [200, { created: people, matched: 0, requests: people, rejected: [] }]);
  const { body } = await test.call('GET /v1/organizations/{id}/members', {
    params: { id: staff.organizationId },
    query: { sort: 'id,asc', size: '2' },
    token: staff.token,
  });
  const [first, second] = body.content;
  deepEqual(
    [first.firstName, first.lastName, first.dateOfBirth, first.zipCode, second.lastName],
    [...names(0), '1990-03-04', '02134', names(1)[1]],
  );
}

async function refuseMembers(test: TestApp, staff: Staff, file: Blob): Promise<void> {
  const { status, body } = await upload(test, staff, file);
  const sentence = 'This is an OpenDocument spreadsheet (.ods). Open it and save it as .xlsx.';
  deepEqual([status, body.message], [415, sentence]);
}

async function uploadResponses(test: TestApp, staff: Staff, file: Blob): Promise<void> {
  const form = await buildForm(test, staff, [
    { type: 'text', name: 'age', title: 'Age', inputType: 'number' },
    { type: 'comment', name: 'story', title: 'Story' },
  ]);
  const answer = await test.call('POST /v1/survey-answers/{surveyId}/upload-responses', {
    params: { surveyId: form.id },
    parts: { file },
    token: staff.token,
  });
  deepEqual([answer.status, answer.body], [200, { created: people, rejected: [], unknownColumns: [] }]);
  const { body } = await test.call('GET /v1/surveys/{id}/answers', {
    params: { id: form.id },
    query: { page: '0', size: '1', sort: 'id,asc' },
    token: staff.token,
  });
  const [{ data, user }] = body.content;
  deepEqual(
    [user.firstName, user.lastName, data.userBirthDate, data.age, data.story],
    [...names(0), '1990-03-04', 20, 'One; "two"\nthree 0'],
  );
}
