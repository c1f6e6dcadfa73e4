import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildOrganization, buildSignedIn } from '../testing/build.ts';
import { buildForm } from '../testing/forms.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let portal: TestApp;
let staff: Awaited<ReturnType<typeof buildSignedIn>>;

beforeAll(async () => {
  portal = await startTestApp();
  staff = await buildSignedIn(portal, (await buildOrganization(portal, { name: 'Willow & Sons' })).id, {
    userType: 'ADMIN',
  });
});
afterAll(() => portal.close());

async function open(address: string, language = 'en-US,en;q=0.9') {
  const answer = await portal.server.inject({ url: `/form/${address}`, headers: { 'accept-language': language } });
  return { status: answer.statusCode, html: answer.body, headers: answer.headers };
}

const home = {
  type: 'radiogroup',
  name: 'home',
  title: { default: 'Where did you sleep?', es: '¿Dónde durmió?' },
  choices: [{ value: 'own', text: { default: 'My own place', es: 'Mi casa' } }],
};

test('serves a first page that is readable and usable without scripts', async () => {
  const form = await buildForm(portal, staff, [home], { title: 'Housing check' });
  const { status, html, headers } = await open(form.uniqueSurveyId);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  expect(html).toContain('<p class="organization">Willow &amp; Sons</p>');
  expect(html).toContain('<h1 tabindex="-1">Housing check</h1>');
  for (const label of ['First name', 'Last name', 'Date of birth', 'Phone number']) expect(html).toContain(`>${label}`);
  expect(html).toContain('1 of 2');
  expect(html).not.toMatch(/<script(?![^>]*\ssrc="\/assets\/form\/)/);
  expect(html).toContain('This form needs JavaScript.');
});

test("uses the browser's language if the form offers it", async () => {
  const form = await buildForm(portal, staff, [home], { title: 'Housing check' });
  const { html } = await open(form.uniqueSurveyId, 'es-MX,es;q=0.9,en;q=0.8');
  expect(html).toContain('<html lang="es" dir="ltr">');
  expect(html).toContain('>Nombre<');
  expect(html).toContain('<span>Siguiente</span>');
  expect((await open(form.uniqueSurveyId, 'de')).html).toContain('<html lang="en" dir="ltr">');
});

test('offers an incomplete language only if the author allows it', async () => {
  const elements = [home, { type: 'text', name: 'since', title: 'Since when?' }];
  const half = await buildForm(portal, staff, elements);
  expect((await open(half.uniqueSurveyId, 'es')).html).toContain('<html lang="en" dir="ltr">');
  const anyway = await buildForm(portal, staff, elements, { offeredLanguages: ['es'] });
  expect((await open(anyway.uniqueSurveyId, 'es')).html).toContain('<html lang="es" dir="ltr">');
});

test('explains a closed form and a broken link', async () => {
  const form = await buildForm(portal, staff, [home]);
  const archived = await portal.call('POST /v1/surveys/{id}/archive', {
    params: { id: form.id },
    body: true,
    token: staff.token,
  });
  expect(archived.status).toBe(200);
  const closed = await open(form.uniqueSurveyId);
  expect([closed.status, closed.html.includes('This form is closed')]).toEqual([410, true]);
  expect(closed.html).toContain('Willow &amp; Sons no longer accepts answers');
  for (const address of [randomUUID(), '1', 'x', '..%2f..', '%00', "'%20or%201=1", 'a'.repeat(290)]) {
    const unknown = await open(address, 'es');
    expect([address, unknown.status, unknown.html.includes('No hay ningún formulario')]).toEqual([address, 404, true]);
  }
});

test('escapes all form content in the page', async () => {
  const payload = `</template></style><script>alert(1)</script><img src=x onerror=alert(1)>"'`;
  const fields = [
    { type: 'text', name: 'userFirstName', title: payload, placeholder: payload },
    { type: 'text', name: 'userLastName', isRequired: true },
    { type: 'text', name: 'userBirthDate' },
    { type: 'text', name: 'userPhoneNumber', title: { default: payload, en: payload } },
  ];
  const form = await buildForm(portal, staff, fields, { title: payload, description: payload });
  const { status, html } = await open(form.uniqueSurveyId);
  expect(status).toBe(200);
  expect(html).not.toContain('<img');
  expect(html.match(/<script/g)?.length ?? 0).toBeLessThanOrEqual(1);
  expect(html.match(/<\/template>/g)).toHaveLength(1);
});
