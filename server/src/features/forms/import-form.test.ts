import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { buildOrganization, buildSignedIn } from '../../testing/build.ts';
import { startChildServer } from '../../testing/child-server.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

type Arrived = { path: string; headers: Record<string, string>; body: string };

let services: Awaited<ReturnType<typeof startChildServer<Arrived>>>;
let folder: string;
let portal: TestApp;
let bare: TestApp;
let token: string;

beforeAll(async () => {
  services = await startChildServer<Arrived>('form-services-process.mjs');
  const url = `http://127.0.0.1:${services.port}`;
  folder = await mkdtemp(join(tmpdir(), 'kinbridge-google-'));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = {
    client_email: 'portal@project.iam.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
  await writeFile(join(folder, 'key.json'), JSON.stringify(key));
  portal = await startTestApp({
    JOTFORM_API_KEY: 'key-1',
    JOTFORM_BASE_URL: url,
    GOOGLE_FORMS_KEY_FILE: join(folder, 'key.json'),
    GOOGLE_FORMS_BASE_URL: url,
    GOOGLE_TOKEN_URL: `${url}/token`,
  });
  bare = await startTestApp();
  token = (await buildSignedIn(portal, (await buildOrganization(portal)).id)).token;
});
afterAll(async () => {
  await portal.close();
  await bare.close();
  await services.stop();
  await rm(folder, { recursive: true, force: true });
});

const bring = (formId: string, more = {}) =>
  portal.call('POST /v1/surveys/import', { query: { formId }, token, ...more });
// biome-ignore lint/suspicious/noExplicitAny: a form as the wire shows it
const elementsOf = (body: any) => body.data.pages.flatMap((page: any) => page.elements);

describe('a Jotform import', () => {
  it('publishes the supported questions and lists the rest', async () => {
    const { status, body } = await bring('240123456789');
    expect(status).toBe(201);
    expect(body).toMatchObject({ title: 'Jotform intake', version: 1, originalSurveyId: null });
    expect(elementsOf(body)).toEqual([
      { type: 'html', name: 'head', html: 'Welcome' },
      {
        type: 'multipletext',
        name: 'fullName',
        title: 'Name',
        items: [
          { name: 'first', title: 'First name' },
          { name: 'last', title: 'Last name' },
        ],
      },
      {
        type: 'radiogroup',
        name: 'home',
        title: 'Home?',
        isRequired: true,
        choices: ['Steady', 'At risk'],
        showOtherItem: true,
      },
      {
        type: 'rating',
        name: 'mood',
        title: 'Mood',
        rateMin: 0,
        rateMax: 10,
        minRateDescription: 'Low',
        maxRateDescription: 'High',
      },
      { type: 'matrix', name: 'parts', title: 'Parts', rows: ['A', 'B'], columns: ['x', 'y'] },
      { type: 'text', name: 'question6', title: 'Odd' },
      { type: 'comment', name: 'home_2', title: 'More', description: 'As much as you like' },
    ]);
    expect(body.data.pages).toHaveLength(2);
    expect(body.notCarriedOver.map(({ question }: { question: string }) => question)).toEqual(['Texts', 'Payment']);
    expect(
      services.arrived
        .filter(({ path }) => path.includes('240123456789'))
        .map(({ path, headers }) => [path, headers.apikey]),
    ).toEqual([
      ['/form/240123456789', 'key-1'],
      ['/form/240123456789/questions', 'key-1'],
    ]);
    const list = await portal.call('GET /v1/surveys/{id}/display', { params: { id: body.id }, token });
    expect(list.status).toBe(200);
  });

  it('happens once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'bring' };
    const [one, two] = [await bring('240123456789', { headers }), await bring('240123456789', { headers })];
    expect(two.body).toEqual(one.body);
  });
});

it('reads a Google form as the service account it is shared with', async () => {
  const { status, body } = await bring('gform_A-1');
  expect(status).toBe(201);
  expect(body.title).toBe('Google intake');
  expect(body.data.description).toBe('About you');
  expect(elementsOf(body)).toEqual([
    { type: 'text', name: 'q1', title: 'Name', isRequired: true },
    { type: 'comment', name: 'q2', title: 'Story', description: 'Long' },
    { type: 'checkbox', name: 'q3', title: 'Needs', choices: ['Food', 'Ride'], showOtherItem: true },
    {
      type: 'rating',
      name: 'q5',
      title: 'How likely',
      rateMin: 0,
      rateMax: 10,
      minRateDescription: 'Never',
      maxRateDescription: 'Always',
    },
    {
      type: 'matrix',
      name: 'i6',
      title: 'Grid',
      rows: ['Morning', 'Evening'],
      columns: ['Good', 'Bad'],
      eachRowRequired: true,
    },
    { type: 'text', name: 'q7', title: 'Born', inputType: 'date' },
    { type: 'html', name: 'i9', html: 'Read this' },
  ]);
  expect(body.data.pages[1].title).toBe('Second');
  expect(body.notCarriedOver.map(({ question }: { question: string }) => question)).toEqual(['Needs', 'A film']);
  const asked = new URLSearchParams(services.arrived.find(({ path }) => path === '/token')?.body);
  expect(asked.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  const [, claims = ''] = (asked.get('assertion') ?? '').split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    iss: 'portal@project.iam.example',
    scope: 'https://www.googleapis.com/auth/forms.body.readonly',
  });
});

test.each([
  ['an unknown form', '404', 404],
  ['an unknown Google form', 'nowhere', 404],
  ['a form that is not shared', 'denied', 409],
  ['a service that fails', '500', 409],
  ['a redirect', '302', 409],
  ['an endless response', '111', 409],
  ["a response that isn't JSON", '222', 409],
  ['a form without questions', '333', 400],
  ['a URL instead of an id', 'https://form.jotform.com/1', 400],
  ['a path', '../users', 400],
  ['nothing', ' ', 400],
])('publishes nothing and answers with a message: %s', async (_, formId, status) => {
  const answer = await bring(formId);
  expect(answer.status).toBe(status);
  expect(answer.body.message).toMatch(/^[A-Z].*[.?a-z]$/);
  expect(services.arrived.filter(({ path }) => path === '/canary')).toEqual([]);
});

it('reports a missing API key', async () => {
  const staff = await buildSignedIn(bare, (await buildOrganization(bare)).id);
  for (const formId of ['240123456789', 'gform_A-1']) {
    const answer = await bare.call('POST /v1/surveys/import', { query: { formId }, token: staff.token });
    expect([answer.status, answer.body.code]).toEqual([409, 'import_not_configured']);
  }
});
