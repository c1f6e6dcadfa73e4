import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, serviceIds, setApproval } from '../../testing/build.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

const portal = useTestApp();
const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** Midnight to midnight, every day. */
const always = days.map((day) => ({ day, opens: '00:00', closes: '00:00' }));
const person = {
  firstName: 'Zephyrine',
  lastName: 'Canaryworth',
  phoneNumber: '+12695550147',
  smsConsent: true,
  zipCode: '49007',
  description: 'For three.',
};
let admin: Awaited<ReturnType<typeof buildSignedIn>>;
let [pantry, box, rides, far, hidden] = [0, 0, 0, 0, 0];
let numbers = 0;

beforeAll(async () => {
  pantry = (await buildOrganization(portal, { name: 'Willow & Sons', zipCode: '49007' })).id;
  admin = await buildSignedIn(portal, pantry, { userType: 'ADMIN', firstName: 'Ada', lastName: 'Adminson' });
  [box = 0] = await serviceIds(portal, pantry);
  rides = await add(
    { name: 'Rides <b>to</b> work', type: 'TRANSPORTATION' },
    { languages: ['es', 'zh-Hans'], cost: 'FREE' },
  );
  await portal.call('PUT /v1/services/{id}', { params: { id: box }, token: admin.token, body: { hours: always } });
  far = await add({ name: 'Legal help', type: 'LEGAL' }, { zipCode: '48201', cost: 'PAID' });
  hidden = await add({ name: 'Quiet room', type: 'OTHER' }, { listedPublicly: false });
  await buildOrganization(portal, { name: 'Waiting room', approval: 'WAITING' });
});

async function add(service: object, details: object): Promise<number> {
  const body = { ...service, description: null, organizationId: pantry };
  const { id } = (await portal.call('POST /v1/services', { body, token: admin.token })).body;
  const saved = await portal.call('PUT /v1/services/{id}', { params: { id }, token: admin.token, body: details });
  expect(saved.status).toBe(200);
  return id;
}

const search = (query: Record<string, string> = {}) => portal.call('GET /v1/directory/services', { query });
const namesOf = async (query: Record<string, string>) =>
  (await search(query)).body.content.map(({ name }: { name: string }) => name);

describe('the list', () => {
  test('is public, cached for a minute, and has only listed services', async () => {
    const { status, headers, body } = await search();
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=60']);
    expect(body).toMatchObject({ totalElements: 3, totalPages: 1, size: 20, number: 0 });
    expect(body.content.map(({ id }: { id: number }) => id)).toEqual([box, far, rides]);
    expect(body.content[0]).toMatchObject({ name: 'Food box', distanceMiles: null, availability: 'OPEN' });
    expect(JSON.stringify(body)).not.toContain('Adminson');
  });

  test('pages', async () => {
    const { body } = await search({ page: '1', size: '2' });
    expect(body).toMatchObject({ totalElements: 3, totalPages: 2, size: 2, number: 1 });
    expect(body.content.map(({ id }: { id: number }) => id)).toEqual([rides]);
  });

  test('begins with those that can take people', async () => {
    const set = (availability: string) =>
      portal.call('PUT /v1/services/{id}/availability', {
        params: { id: box },
        token: admin.token,
        body: { availability },
      });
    await set('WAITLIST');
    expect(await namesOf({ availability: 'OPEN' })).toEqual(['Legal help', 'Rides <b>to</b> work']);
    expect(await namesOf({})).toEqual(['Legal help', 'Rides <b>to</b> work', 'Food box']);
    await set('OPEN');
  });

  test('ends with those whose organization only is named so', async () => {
    await sql`update organizations set name = 'Food and Sons' where id = ${pantry}`.run(portal.app.db);
    await sql`update services set name = 'Weekly box' where id = ${box}`.run(portal.app.db);
    expect(await namesOf({ q: 'food' })).toEqual(['Weekly box', 'Legal help', 'Rides <b>to</b> work']);
    await sql`update services set name = 'Food box' where id = ${box}`.run(portal.app.db);
    await sql`update organizations set name = 'Willow & Sons' where id = ${pantry}`.run(portal.app.db);
  });

  test('is sorted by distance from a ZIP code, within the radius', async () => {
    expect(await namesOf({ zipCode: '49007' })).toEqual(['Food box', 'Rides <b>to</b> work']);
    const { body } = await search({ zipCode: '49007-1234', radius: '200' });
    const miles = body.content.map(({ distanceMiles }: { distanceMiles: number }) => distanceMiles);
    expect(miles).toEqual([0, 0, expect.any(Number)]);
    expect(miles[2]).toBeGreaterThan(100);
  });

  test('has the nearest beyond the radius only if nothing is within it', async () => {
    const beyond = async (query: Record<string, string>) => (await search({ zipCode: '49007', ...query })).body;
    expect(await beyond({ q: 'legal', radius: '5' })).toMatchObject({
      content: [{ id: far, distanceMiles: expect.any(Number) }],
      totalElements: 1,
      beyond: true,
    });
    expect(await beyond({ q: 'legal', radius: '200' })).toMatchObject({ totalElements: 1, beyond: false });
    expect(await beyond({ q: 'willow' })).toMatchObject({ totalElements: 2, beyond: false });
    expect(await beyond({ q: 'no such thing' })).toMatchObject({ totalElements: 0, beyond: false });
  });

  test.each<[Record<string, string>, string[]]>([
    [{ q: 'FOOD willow' }, ['Food box']],
    [{ q: 'transportation' }, ['Rides <b>to</b> work']],
    [{ q: 'groceries' }, ['Food box']],
    [{ q: 'comida willow' }, ['Food box']],
    [{ q: 'abogado' }, ['Legal help']],
    [{ q: '100%' }, []],
    [{ type: 'LEGAL' }, ['Legal help']],
    [{ language: 'es' }, ['Rides <b>to</b> work']],
    [{ language: 'zh' }, ['Rides <b>to</b> work']],
    [{ language: 'z' + 'h-Hant' }, []],
    [{ cost: 'PAID' }, ['Legal help']],
    [{ openNow: 'true' }, ['Food box']],
    [{ openNow: 'false', type: 'FOOD' }, ['Food box']],
    [{ availability: 'WAITLIST,FULL' }, []],
    [{ availability: 'OPEN', type: 'LEGAL' }, ['Legal help']],
    [{ zipCode: '00000' }, []],
    [{ type: 'LEGAL', zipCode: '49007' }, ['Legal help']],
  ])('filters by %j', async (query, expected) => {
    expect(await namesOf(query)).toEqual(expected);
  });

  test.each([
    { type: 'X' },
    { zipCode: 'abc' },
    { radius: '-1' },
    { language: '%' },
    { cost: 'free' },
    { openNow: '1' },
    { availability: 'OPEN,' },
    { size: '0' },
    { sort: 'x' },
  ])('refuses %j', async (query) => {
    expect((await search(query as never)).status).toBe(400);
  });

  test.each([
    ['the day before, past midnight', { shift: -1, opens: '23:59', closes: '23:58' }, true],
    ['on another day', { shift: 3, opens: '00:00', closes: '23:59' }, false],
  ])('compares hours that begin %s on the clock of the organization', async (_when, { shift, ...times }, open) => {
    const zone = 'Pacific/Kiritimati';
    await sql`update organizations set time_zone = ${zone} where id = ${pantry}`.run(portal.app.db);
    const weekday = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short' }).format(new Date());
    const today = days.indexOf(weekday.slice(0, 2).toUpperCase());
    const hours = [{ day: days[(today + shift + 7) % 7], ...times }];
    await portal.call('PUT /v1/services/{id}', { params: { id: far }, token: admin.token, body: { hours } });
    expect(await namesOf({ openNow: 'true', type: 'LEGAL' })).toEqual(open ? ['Legal help'] : []);
  });
});

describe('one service', () => {
  const one = (id: number) => portal.call('GET /v1/directory/services/{id}', { params: { id } });

  test('is the service as everyone sees it', async () => {
    const { status, headers, body } = await one(rides);
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=60']);
    expect(body).toMatchObject({ id: rides, languages: ['es', 'zh-Hans'], organization: { name: 'Willow & Sons' } });
  });

  test('is 404 when it is kept out, unknown, or of an organization that is not listed', async () => {
    expect((await one(hidden)).status).toBe(404);
    expect((await one(999_999)).status).toBe(404);
    await setApproval(portal.app.db, pantry, 'SUSPENDED');
    expect((await one(box)).status).toBe(404);
    expect((await search()).body.totalElements).toBe(0);
    await setApproval(portal.app.db, pantry, 'APPROVED');
  });
});

const ask = (id: number, body: object, headers: Record<string, string> = {}) =>
  portal.call('POST /v1/directory/services/{id}/requests', { params: { id }, body, headers });
const newPhone = () => `+1269555${String(1000 + ++numbers)}`;
const texts = async () => (await portal.outbox()).filter(({ channel }) => channel === 'sms');
const ticket = async (id: number) =>
  (await portal.call('GET /v1/service-requests/{id}', { params: { id }, token: admin.token })).body;
const accept = (id: number) =>
  portal.call('POST /v1/service-requests/{id}/transition/{newStatus}', {
    params: { id, newStatus: 'OPEN' },
    body: {},
    token: admin.token,
  });

describe('asking for help', () => {
  test('becomes a request of the organization to itself and texts nobody', async () => {
    const { status, body } = await ask(box, person);
    expect([status, body]).toEqual([201, { id: expect.any(Number) }]);
    expect(await ticket(body.id)).toMatchObject({
      status: 'REQUESTED',
      source: 'SELF',
      organizationId: pantry,
      service: { id: box, organizationId: pantry },
      patient: { firstName: 'Zephyrine', phoneNumber: '+12695550147', zipCode: '49007' },
      description: 'For three.',
    });
    const timeline = (
      await portal.call('GET /v1/service-requests/{id}/timeline', { params: { id: body.id }, token: admin.token })
    ).body;
    expect(timeline[0]).toMatchObject({ kind: 'created', actor: null, detail: { source: 'SELF' } });
    expect(await texts()).toEqual([]);
    expect((await portal.outbox(admin.email))[0]?.text).not.toContain('Zephyrine');
  });

  test('is always a record of its own, with a hint on both pages', async () => {
    const known = { ...person, phoneNumber: newPhone() };
    const [first, second] = [await ask(box, known), await ask(box, known)];
    const ids = [(await ticket(first.body.id)).patient.id, (await ticket(second.body.id)).patient.id];
    for (const [id, other] of [ids, ids.toReversed()]) {
      const { body } = await portal.call('GET /v1/users/{id}/duplicates', { params: { id }, token: admin.token });
      expect(body.duplicates.map(({ member }: { member: { id: number } }) => member.id)).toContain(other);
    }
    expect(new Set(ids).size).toBe(2);
  });

  test('texts the person once staff act, if they agreed', async () => {
    const phoneNumber = newPhone();
    const { body } = await ask(box, { ...person, phoneNumber });
    await accept(body.id);
    expect((await portal.outbox(phoneNumber)).map(({ channel }) => channel)).toEqual(['sms']);
  });

  test('never texts a person who did not agree', async () => {
    const phoneNumber = newPhone();
    const { body } = await ask(box, { ...person, phoneNumber, smsConsent: false });
    await accept(body.id);
    expect(await portal.outbox(phoneNumber)).toEqual([]);
    expect((await ticket(body.id)).smsBlockedReason).not.toBeNull();
  });

  test('is limited to 10 a minute for a phone number, however it is written', async () => {
    const before = (await texts()).length;
    const written = ['+1 (269) 555-0199', '+12695550199', '2695550199', '269.555.0199'];
    const statuses = [];
    for (let tries = 0; tries < 12; tries++) {
      statuses.push((await ask(rides, { ...person, phoneNumber: written[tries % 4] })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(201), 429, 429]);
    expect((await texts()).length).toBe(before);
  });

  test('is done once for an Idempotency-Key', async () => {
    const body = { ...person, phoneNumber: newPhone() };
    const [first, second] = [
      await ask(box, body, { 'idempotency-key': 'a' }),
      await ask(box, body, { 'idempotency-key': 'a' }),
    ];
    expect([first.status, second.body]).toEqual([201, first.body]);
  });

  test('is refused while the service is paused', async () => {
    const pause = (availability: string) =>
      portal.call('PUT /v1/services/{id}/availability', {
        params: { id: rides },
        body: { availability },
        token: admin.token,
      });
    await pause('PAUSED');
    const { status, body } = await ask(rides, { ...person, phoneNumber: newPhone() });
    expect([status, body.code]).toEqual([409, 'service_paused']);
    expect(await namesOf({ availability: 'PAUSED' })).toEqual(['Rides <b>to</b> work']);
    await pause('OPEN');
  });

  test('is 404 for a service that is not listed', async () => {
    expect((await ask(hidden, { ...person, phoneNumber: newPhone() })).status).toBe(404);
  });

  test.each(Object.keys(person))('needs %s', async (field) => {
    for (const missing of [undefined, ' ']) {
      const { status, body } = await ask(box, { ...person, phoneNumber: newPhone(), [field]: missing });
      expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
    }
  });
});

describe('the pages', () => {
  const open = async (url: string) => {
    const { statusCode, body, headers } = await portal.server.inject({ url });
    return { status: statusCode, html: body, headers };
  };

  test('list services without scripts, as typed into the form', async () => {
    const { status, html, headers } = await open('/services?q=rides&zipCode=49007&utm_source=x');
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=60']);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(html).toContain('<form id="search" method="get" action="/services"');
    expect(html).toContain('value="49007"');
    expect(html).toContain(`<a href="/services/${rides}?zipCode=49007">Rides &lt;b&gt;to&lt;/b&gt; work</a>`);
    expect(html).toContain('In your ZIP code');
    expect(html).toMatch(/<svg [^>]*role="img"/);
    expect(html).not.toContain(`id="service-${box}"`);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc="\/assets\/visitors\/)/);
  });

  test('take every parameter of the call', async () => {
    const { html } = await open('/services?size=1&page=1&zipCode=49007&radius=7&availability=OPEN');
    expect(html).toContain('2 of 2');
    expect(html).toContain('page=0&amp;size=1');
    expect(html).toContain('<option value="7" selected>7 miles</option>');
  });

  test('show the last page for a number after it', async () => {
    const { html } = await open('/services?size=2&page=999');
    expect(html).toContain('2 of 2');
    expect(html).toContain(`id="service-${rides}"`);
    expect(html).toContain('rel="prev"');
    expect((await search({ size: '2', page: '999' })).body).toMatchObject({ content: [], number: 999 });
  });

  test('mark a service that nobody confirmed for 90 days', async () => {
    await sql`update services set confirmed_timestamp = '2026-01-02' where id = ${far}`.run(portal.app.db);
    for (const url of ['/services?type=LEGAL', `/services/${far}`]) {
      expect((await open(url)).html).toContain('Not confirmed since Jan 2, 2026');
    }
    expect((await open(`/services/${box}`)).html).not.toContain('Not confirmed');
  });

  test('say what is wrong with a ZIP code and when nothing is found', async () => {
    expect((await open('/services?zipCode=%3Cscript%3E')).html).toContain('Must be a valid ZIP code');
    expect((await open('/services?q=nothinglikeit%00')).html).toContain('No services found');
  });

  describe('in Spanish', () => {
    const spanish = async (url: string, language = 'es-MX, en;q=0.5') =>
      portal.server.inject({ url, headers: { 'accept-language': language } });

    test.each(['/services', `/services?lang=es`, `/services?lang=en`])('are for who asks for it: %s', async (url) => {
      const { body, headers } = await spanish(url, url === '/services' ? 'es-MX, en;q=0.5' : 'fr');
      const [heading, language] = url.endsWith('en')
        ? ['Find help near you', 'en']
        : ['Encuentre ayuda cerca de usted', 'es'];
      expect(body).toContain(`<html lang="${language}" dir="ltr">`);
      expect(body).toContain(heading);
      expect(headers.vary).toContain('accept-language');
    });

    test('say who takes people, and name 211 and 911', async () => {
      const { body } = await spanish('/services?q=legal&zipCode=49007');
      expect(body).toContain('Acepta personas');
      expect(body).toContain('Llame al <a href="tel:211">211</a>');
      expect(body).toContain('No hay nada a menos de 10 millas.');
      expect(body).toContain('Legal cerca de 49007');
    });

    test('keep a chosen language in links and after the form is sent', async () => {
      const { body } = await spanish('/services?lang=es&zipCode=49007', 'en');
      expect(body).toContain(`href="/services/${rides}?zipCode=49007&amp;lang=es"`);
      expect(body).toContain('<input type="hidden" name="lang" value="es">');
      expect(body).toContain('<a href="/services?lang=en&amp;zipCode=49007" lang="en" hreflang="en">English</a>');
      const send = (fields: Record<string, string>) =>
        portal.server.inject({
          method: 'POST',
          url: `/services/${rides}?lang=es`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({
            ...person,
            key: 'k',
            phoneNumber: newPhone(),
            smsConsent: 'true',
            ...fields,
          }).toString(),
        });
      const refused = await send({ firstName: '' });
      expect([refused.statusCode, refused.body.includes('Escriba su nombre.')]).toEqual([400, true]);
      expect((await send({})).headers.location).toMatch(/\?sent=\d+&lang=es#ask$/);
    });
  });

  test('name 211 and 911 where nothing is near', async () => {
    const numbers = ['<a href="tel:211">211</a>', '<a href="tel:911">911</a>'];
    const [empty, beyond, near] = await Promise.all(
      ['q=nothinglikeit', 'q=legal&zipCode=49007', 'zipCode=49007'].map((query) => open(`/services?${query}`)),
    );
    expect(beyond?.html).toContain('Nothing within 10 miles. These are the nearest:');
    for (const number of numbers) {
      expect(empty?.html).toContain(number);
      expect(beyond?.html).toContain(number);
      expect(near?.html).not.toContain(number);
    }
  });

  test('say that something went wrong as a page, not as data', async () => {
    const body = '{';
    const headers = { 'content-type': 'application/json' };
    const answer = await portal.server.inject({ method: 'POST', url: `/services/${box}`, headers, payload: body });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('All services');
  });

  test('show phone number and address, of the organization if the service has none', async () => {
    for (const url of ['/services?q=rides', `/services/${rides}`]) {
      const { html } = await open(url);
      expect(html).toContain('<a href="tel:+12695550100">(269) 555-0100</a>');
      expect(html).toContain('49007');
    }
  });

  test('show one service, or that it is not listed', async () => {
    const { status, html } = await open(`/services/${rides}`);
    expect([status, html.includes('Spanish')]).toEqual([200, true]);
    for (const id of [hidden, 'x', '%00', '0']) expect((await open(`/services/${id}`)).status).toBe(404);
  });

  test('say how soon a service responds where that is measured, else its promise', async () => {
    const page = async () => (await open(`/services/${rides}`)).html;
    expect(await page()).toContain('They promise to respond within 2 days');
    const ids = [];
    for (let tries = 0; tries < 5; tries++) {
      ids.push((await ask(rides, { ...person, phoneNumber: newPhone() })).body.id);
    }
    const respond = (to: number[]) =>
      sql`update service_requests
      set responded_timestamp = create_timestamp + interval '30 hours' where id = any(${to}::bigint[])`.run(
        portal.app.db,
      );
    await respond(ids.slice(1));
    expect(await page()).not.toContain('Usually');
    await respond(ids);
    expect(await page()).toContain('Usually within 2 days');
  });

  test.each([
    ['OPEN', 'gets this and will call you', 'They will call you.'],
    ['WAITLIST', 'has a waitlist for this', 'They have a waitlist and will call you when it’s your turn.'],
    ['FULL', 'is full right now', 'They are full right now'],
    ['PAUSED', 'takes no new requests', 'They have paused this service since'],
  ])('say what to expect of a service that is %s', async (availability, before, after) => {
    await sql`update services set availability = ${availability} where id = ${rides}`.run(portal.app.db);
    const [asked, sent] = [await open(`/services/${rides}`), await open(`/services/${rides}?sent=7`)];
    await sql`update services set availability = 'OPEN' where id = ${rides}`.run(portal.app.db);
    expect(asked.html).toContain(before);
    expect(sent.html).toContain(after);
  });

  test('take the form without scripts, and keep what was typed', async () => {
    const send = (fields: Record<string, string>) =>
      portal.server.inject({
        method: 'POST',
        url: `/services/${box}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ key: 'k', ...fields }).toString(),
      });
    const typed = { ...person, lastName: 'Canary "wing"', smsConsent: 'false', phoneNumber: '' };
    const refused = await send(typed);
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('value="Canary &quot;wing&quot;"');
    expect(refused.body).toContain('Phone Number is required.');
    // As a phone copies it from its contacts.
    const filled = { ...typed, phoneNumber: `\u202a${newPhone()}\u202c` };
    const sent = await send(filled);
    expect([sent.statusCode, sent.headers.location]).toEqual([303, expect.stringMatching(/\?sent=\d+#ask$/)]);
    expect((await send(filled)).headers.location).toBe(sent.headers.location);
    expect((await open(String(sent.headers.location).split('#')[0] ?? '')).html).toContain('They will call you.');
  });
});
