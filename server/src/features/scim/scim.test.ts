import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { mailedLink, newEmployee } from '../../testing/auth.ts';
import { buildSignedIn, buildUser, nextNumber, setApproval, testPassword } from '../../testing/build.ts';
import { jsonBombs } from '../../testing/document-bombs.ts';
import { oktaCrudTest, oktaSpecTest, runSteps } from '../../testing/okta-collection.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp();
const home = useOrganization(test);
const away = useOrganization(test);
const keys = { home: '', away: '', admin: '', awayAdmin: '', adminEmail: '' };
const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User';
const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

beforeAll(async () => {
  for (const [name, { id }] of Object.entries({ home, away })) {
    const { token, email } = await buildSignedIn(test, id, { userType: 'ADMIN' });
    if (name === 'home') keys.adminEmail = email;
    const created = await test.call('POST /v1/organizations/{id}/scim-tokens', { params: { id }, token });
    Object.assign(keys, { [name]: created.body.token, [name === 'home' ? 'admin' : 'awayAdmin']: token });
  }
});

type Options = { key?: string; query?: Record<string, string>; headers?: Record<string, string> };
const scim = (call: string, body?: unknown, { key = keys.home, query, headers }: Options = {}) => {
  const [method, path] = call.split(' ');
  return test.call(`${method} /scim/v2${path}`, {
    token: key,
    ...(query && { query }),
    headers: { ...(body !== undefined && { 'content-type': 'application/scim+json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
};
const patch = (id: string | number, ...operations: unknown[]) =>
  scim(`PATCH /Users/${id}`, { schemas: [patchUrn], Operations: operations });
const newAddress = () => `dana.${nextNumber()}@clinic.example`;
const create = async (given: Record<string, unknown> = {}, key = keys.home) =>
  scim(
    'POST /Users',
    { schemas: [userUrn], userName: newAddress(), name: { givenName: 'Dana', familyName: 'Reyes' }, ...given },
    { key },
  );
const filtered = (filter: string, path = '/Users') => scim(`GET ${path}`, undefined, { query: { filter } });
const statusOf = async (id: string | number) =>
  (await sql<{ status: string; user_type: string }>`select status, user_type from users where id = ${Number(id)}`.one(
    test.app.db,
  )) as { status: string; user_type: string };
const actionsOn = async (id: string | number) =>
  (
    await sql<{ action: string; actor_id: number | null; detail: object }>`select action, actor_id, detail
      from audit_log where entity_id = ${Number(id)} and entity_type = 'user' order by id`.many(test.app.db)
  ).map(({ action, actor_id, detail }) => ({ action, actor: actor_id, detail }));
const refused = async () => {
  const { count } = await sql<{ count: number }>`select count(*) as count from audit_log
    where action = 'scim.refused' and organization_id = ${home.id}`.one(test.app.db);
  return count;
};
const setPassword = async (email: string, password: string) => {
  await test.call('POST /v1/auth/forgotPassword/{email}', { params: { email } });
  const [mail] = await test.outbox(email);
  const token = /code is (\d+)/.exec(mail?.text ?? '')?.[1];
  return test.call('POST /v1/auth/forgotPasswordVerify', { body: { email, token, password } });
};
const signIn = (email: string, password: string) => test.call('POST /v1/auth/login', { body: { email, password } });

describe('a person from the directory', () => {
  it('is an active employee with the address as userName', async () => {
    const userName = `Dana.${nextNumber()}@Clinic.example`;
    const created = await create({ userName, externalId: `x${userName}`, active: true });
    expect(created.status).toBe(201);
    expect(created.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    expect(created.headers.location).toBe(created.body.meta.location);
    expect(created.body).toMatchObject({
      schemas: [userUrn],
      userName,
      externalId: `x${userName}`,
      active: true,
      name: { givenName: 'Dana', familyName: 'Reyes' },
      emails: [{ value: userName, type: 'work', primary: true }],
      groups: [{ value: 'employees', display: 'Employees' }],
    });
    expect(await statusOf(created.body.id)).toEqual({ status: 'ACTIVE', user_type: 'EMPLOYEE' });
    expect((await scim(`GET /Users/${created.body.id}`)).body).toEqual(created.body);
    const listed = await test.call('GET /v1/users', {
      query: { entityId: String(home.id), entityType: 'ORGANIZATION', role: 'EMPLOYEE' },
      token: keys.admin,
    });
    expect(listed.body).toContainEqual(expect.objectContaining({ id: Number(created.body.id) }));
    expect(await actionsOn(created.body.id)).toContainEqual({
      action: 'employee.add',
      actor: null,
      detail: { status: 'ACTIVE', byDirectory: true },
    });
  });

  it.each([false, 'False'])('is terminated from the start with active %j', async (active) => {
    const { body } = await create({ active });
    expect(body.active).toBe(false);
    expect((await statusOf(body.id)).status).toBe('INACTIVE');
  });

  it('sets a password with an emailed code and signs in', async () => {
    const { body } = await create();
    expect((await signIn(body.userName, testPassword)).status).toBe(401);
    expect((await setPassword(body.userName, testPassword)).status).toBe(200);
    const { status, body: session } = await signIn(body.userName, testPassword);
    expect([status, session.body.id]).toEqual([200, Number(body.id)]);
  });

  it('gets a code that names the organization, and no link', async () => {
    const { body } = await create();
    await test.call('POST /v1/auth/resend-verification', { body: { email: body.userName } });
    await test.call('POST /v1/auth/forgotPassword/{email}', { params: { email: body.userName } });
    const mails = await test.outbox(body.userName);
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(home.name)]);
  });

  it('keeps the address beside sign-ups and other directories until someone proves it', async () => {
    const { body: first } = await create();
    const { body: second } = await create({ userName: first.userName }, keys.away);
    const signedUp = await test.call('POST /v1/auth/sign-up', {
      body: newEmployee(away.id, { email: first.userName }),
    });
    expect(signedUp.status).toBe(201);
    for (const { id } of [first, second]) expect((await statusOf(id)).status).toBe('ACTIVE');
    expect((await signIn(first.userName, testPassword)).body.code).toBe('unverified');
  });

  it('gets a code from each organization, which decides between them', async () => {
    const { body: lost } = await create();
    const { body: won } = await create({ userName: lost.userName }, keys.away);
    await test.call('POST /v1/auth/forgotPassword/{email}', { params: { email: won.userName } });
    const mails = await test.outbox(won.userName);
    expect(mails).toHaveLength(2);
    const token = /code is (\d+)/.exec(mails.find(({ text }) => text.includes(away.name))?.text ?? '')?.[1];
    const reset = { email: won.userName, token, password: testPassword };
    expect((await test.call('POST /v1/auth/forgotPasswordVerify', { body: reset })).status).toBe(200);
    expect((await signIn(won.userName, testPassword)).body.body.id).toBe(Number(won.id));
    expect(await statusOf(lost.id)).toMatchObject({ status: 'INACTIVE' });
    expect((await scim(`GET /Users/${lost.id}`)).body.active).toBe(false);
    expect(await actionsOn(lost.id)).toContainEqual({ action: 'employee.claim-lost', actor: null, detail: {} });
    const [told] = await test.outbox(keys.adminEmail);
    expect(told?.text).toContain(`/employees/${lost.id}`);
    const back = await patch(lost.id, { op: 'replace', path: 'active', value: true });
    expect([back.status, back.body.scimType]).toEqual([409, 'uniqueness']);
    expect((await create({ userName: lost.userName })).body.scimType).toBe('uniqueness');
  });

  it('loses the address to a sign-up whose link is followed', async () => {
    const { body } = await create();
    const given = newEmployee(away.id, { email: body.userName });
    await test.call('POST /v1/auth/sign-up', { body: given });
    const token = await mailedLink(test, body.userName);
    await test.call('POST /v1/auth/verify-email', { body: { token, password: given.password } });
    expect((await statusOf(body.id)).status).toBe('INACTIVE');
    const moved = await patch(body.id, { op: 'replace', value: { userName: newAddress(), active: true } });
    expect([moved.status, moved.body.active]).toEqual([200, true]);
  });

  it('has the address at once in a domain that the organization has proven', async () => {
    const domain = `proven${nextNumber()}.example`;
    await sql`insert into sign_in_domains (organization_id, domain, txt_record, proven_timestamp)
      values (${home.id}, ${domain}, 'x', now())`.run(test.app.db);
    const { body: claim } = await create({ userName: `Dana@${domain}` }, keys.away);
    const { status, body } = await create({ userName: `Dana@${domain}` });
    expect(status).toBe(201);
    expect((await statusOf(claim.id)).status).toBe('INACTIVE');
    const signUp = await test.call('POST /v1/auth/sign-up', {
      body: newEmployee(away.id, { email: `dana@${domain}` }),
    });
    expect(signUp.status).toBe(409);
    const elsewhere = await patch(body.id, { op: 'replace', path: 'userName', value: newAddress() });
    expect(elsewhere.status).toBe(200);
    const { verified } = await sql<{ verified: boolean }>`select verified_timestamp is not null as verified
      from logins where user_id = ${Number(body.id)}`.one(test.app.db);
    expect(verified).toBe(false);
  });

  it.each([
    ['only an address', { name: undefined }, 'Dana'],
    ['a display name', { name: undefined, displayName: 'Ida Wells Barnett' }, 'Ida'],
    ['a display name with direction marks', { name: undefined, displayName: '\u202aIda\u202c Wells' }, 'Ida'],
  ])('gets names from %s', async (_case, given, firstName) => {
    const { status, body } = await create(given);
    expect([status, body.name.givenName.toLowerCase()]).toEqual([201, firstName.toLowerCase()]);
  });

  it.each([
    ['no userName', { userName: undefined }],
    ['a userName that is no address', { userName: 'dana' }],
    ['a number as userName', { userName: 5 }],
    ['active that is no answer', { active: 'perhaps' }],
    ['a name that is a text', { name: 'Dana' }],
    ['a long name', { name: { givenName: 'x'.repeat(101), familyName: 'y' } }],
    ['a character we cannot store', { externalId: 'a\u0000b' }],
    ['half a character', { externalId: 'a\ud800b' }],
    ['a name of two lines', { name: { givenName: 'Dana\nhttps://evil.example', familyName: 'y' } }],
    ['an externalId that reverses its direction', { externalId: 'a\u202eb' }],
  ])('is refused with %s', async (_case, given) => {
    const { status, body } = await create(given);
    expect([status, body.status, body.scimType]).toEqual([400, '400', 'invalidValue']);
  });

  it('is refused with an address or externalId in use', async () => {
    const { body } = await create({ externalId: `e${nextNumber()}` });
    const { email } = await buildUser(test, away.id);
    for (const given of [
      { userName: body.userName.toUpperCase() },
      { userName: email },
      { externalId: body.externalId },
    ]) {
      const answer = await create(given);
      expect([answer.status, answer.body.scimType]).toEqual([409, 'uniqueness']);
    }
  });
});

describe('changes from the directory', () => {
  it.each([
    ['Okta', [{ op: 'replace', value: { active: false } }]],
    ['Entra ID', [{ op: 'Replace', path: 'active', value: 'False' }]],
    ['an add', [{ op: 'add', path: `${userUrn}:active`, value: 'false' }]],
  ])('terminate a person as %s sends it', async (_case, operations) => {
    const { id, token } = await buildSignedIn(test, home.id);
    const answer = await patch(id, ...operations);
    expect([answer.status, answer.body.active]).toEqual([200, false]);
    expect((await test.call('GET /v1/users/{id}', { params: { id }, token })).status).toBe(401);
    expect(await actionsOn(id)).toContainEqual({
      action: 'employee.terminate',
      actor: null,
      detail: { byDirectory: true },
    });
  });

  const homeEmail = { type: 'home', value: 'dana@home.example' };
  it.each([
    ['an email of another type', { op: 'Add', path: 'emails[type eq "home"].value', value: homeEmail.value }],
    [
      'another email by two conditions',
      { op: 'replace', path: 'emails[type eq "other" and primary eq false].value', value: 'x' },
    ],
    ['a filter of another kind', { op: 'replace', path: 'emails[not.here pr or type ne "work"].value', value: 'x' }],
    ['only emails of other types', { op: 'replace', path: 'emails', value: [homeEmail, { type: 'Desk', value: 5 }] }],
    [
      'one email more, with its own parts',
      { op: 'add', value: { emails: [{ ...homeEmail, verified: 'perhaps', primary: 'True' }] } },
    ],
    ['a part of the work email', { op: 'Replace', path: 'emails[type eq "work"].primary', value: 'True' }],
    ['an unknown part of the name', { op: 'Replace', path: 'name.nickName', value: 'Dee' }],
    [
      'a name with an unknown part',
      { op: 'Replace', path: 'name', value: { givenName: 'Dana', tribalName: { x: [1] } } },
    ],
    ['an empty name', { op: 'Replace', path: 'name.familyName', value: null }],
    ['a display name that is a list', { op: 'Replace', path: 'displayName', value: ['Dana'] }],
    ['a display name to remove', { op: 'Remove', path: 'displayName' }],
    ['an email to remove', { op: 'Remove', path: 'emails[type eq "home"]' }],
    [
      'a whole extension',
      { op: 'Add', value: { 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'ER' } } },
    ],
    ['an extension with signs in its name', { op: 'Add', value: { 'urn:acme/hr~1:User': { 'cost center': 7 } } }],
    [
      'a manager',
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager',
        value: [{ value: '7' }],
      },
    ],
    ['roles', { op: 'Add', path: 'roles[primary eq "True"].value', value: 'Nurse' }],
  ])('terminate a person beside %s', async (_case, operation) => {
    const { body } = await create();
    const answer = await patch(body.id, operation, { op: 'Replace', path: 'active', value: 'False' });
    expect(answer.body).toEqual({ ...body, active: false, meta: { ...body.meta, lastModified: expect.any(String) } });
    expect((await statusOf(body.id)).status).toBe('INACTIVE');
  });

  it('terminate a person in a replacement with parts that we do not keep', async () => {
    const { body } = await create();
    const emails = [{ ...homeEmail, type: 'private', verified: 'perhaps' }];
    const name = { ...body.name, tribalName: { x: [1] } };
    const answer = await scim(`PUT /Users/${body.id}`, { ...body, emails, name, displayName: 7, active: 'False' });
    expect([answer.status, answer.body.active, answer.body.userName]).toEqual([200, false, body.userName]);
  });

  it('activate a terminated or pending person', async () => {
    for (const status of ['INACTIVE', 'PENDING'] as const) {
      const { id, email } = await buildUser(test, home.id, { status });
      const answer = await patch(id, { op: 'Replace', path: 'active', value: 'True' });
      expect([answer.status, answer.body.active]).toEqual([200, true]);
      expect((await test.outbox(email))[0]?.subject).toBe('Your Kinbridge account is active');
    }
  });

  it('leave a waiting person waiting unless active is set', async () => {
    const { id } = await buildUser(test, home.id, { status: 'PENDING' });
    await patch(id, { op: 'replace', path: 'name.givenName', value: 'Nell' });
    expect((await statusOf(id)).status).toBe('PENDING');
  });

  it.each([
    ['a path', [{ op: 'Replace', path: 'name.familyName', value: 'Okafor' }]],
    ['an object', [{ op: 'replace', value: { name: { familyName: 'Okafor' } } }]],
    ['paths as names', [{ op: 'Add', value: { 'name.familyName': 'Okafor', displayName: 'ignored' } }]],
    [
      'attributes we do not keep',
      [
        { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'ER' },
        { op: 'Replace', path: 'title', value: 'Nurse' },
        { op: 'Replace', path: 'addresses[type eq "work"].locality', value: 'Kalamazoo' },
        { op: 'Replace', path: 'name.familyName', value: 'Okafor' },
      ],
    ],
  ])('rename a person with %s', async (_case, operations) => {
    const { body } = await create();
    const answer = await patch(body.id, ...operations);
    expect([answer.status, answer.body.name]).toEqual([
      200,
      { formatted: 'Dana Okafor', givenName: 'Dana', familyName: 'Okafor' },
    ]);
    expect(await actionsOn(body.id)).toContainEqual({
      action: 'user.edit',
      actor: null,
      detail: { fields: ['lastName'], byDirectory: true },
    });
  });

  it.each([
    'userName',
    'emails[type eq "work"].value',
    'emails[primary eq true].value',
    'EMAILS[Type EQ "Work" and primary eq "True"].Value',
  ])('move a person to a new address by %s', async (path) => {
    const { id, email } = await buildUser(test, home.id);
    const value = newAddress();
    const answer = await patch(id, { op: 'Replace', path, value });
    expect(answer.body).toMatchObject({ userName: value, emails: [{ value }] });
    expect((await test.outbox(email))[0]?.subject).toBe('Your Kinbridge email address was changed');
    expect((await signIn(value, testPassword)).body.code).toBe('unverified');
    expect((await signIn(email, testPassword)).status).toBe(401);
    expect((await filtered(`userName eq "${value}"`)).body.totalResults).toBe(1);
  });

  it('end the factors of before once the new mailbox proves the address', async () => {
    const { id } = await buildUser(test, home.id);
    await sql`insert into authenticators (user_id, secret, confirm_timestamp) values (${id}, ''::bytea, now())`.run(
      test.app.db,
    );
    await sql`insert into act_tokens (token_hash, user_id, service_id, expire_timestamp)
      select '\x01', ${id}, id, now() + interval '1 day' from services where organization_id = ${home.id}`.run(
      test.app.db,
    );
    const value = newAddress();
    await patch(id, { op: 'replace', path: 'userName', value });
    expect((await setPassword(value, testPassword)).status).toBe(200);
    expect((await signIn(value, testPassword)).body.body.id).toBe(id);
    const links = await sql<{ good: boolean }>`select expire_timestamp > now() as good from act_tokens
      where user_id = ${id}`.many(test.app.db);
    expect(links).toEqual([{ good: false }]);
  });

  it('replace a person as a whole', async () => {
    const { body } = await create({ externalId: `e${nextNumber()}` });
    const { externalId: _gone, ...rest } = body;
    const answer = await scim(`PUT /Users/${body.id}`, {
      ...rest,
      name: { givenName: 'Nell', familyName: 'Bly' },
      active: false,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ active: false, displayName: 'Nell Bly', userName: body.userName });
    expect(answer.body).not.toHaveProperty('externalId');
  });

  it.each([
    ['no operations', { schemas: [patchUrn] }],
    ['an unknown op', { Operations: [{ op: 'move', path: 'active', value: true }] }],
    ['a removed userName', { Operations: [{ op: 'remove', path: 'userName' }] }],
    ['a name of two lines', { Operations: [{ op: 'replace', path: 'name.familyName', value: 'Reyes\u2028Evil' }] }],
    ['an unreadable path', { Operations: [{ op: 'replace', path: 'emails[', value: 'x' }] }],
    ['an unreadable filter', { Operations: [{ op: 'replace', path: 'emails[type eq].value', value: 'x' }] }],
    ['emails that are a text', { Operations: [{ op: 'replace', path: 'emails', value: 'x@clinic.example' }] }],
    [
      'a work email that is no address',
      { Operations: [{ op: 'add', path: 'emails', value: [{ type: 'work', value: 'x' }] }] },
    ],
    ['a name that is a number', { Operations: [{ op: 'replace', path: 'name.familyName', value: 5 }] }],
    ['active that is empty', { Operations: [{ op: 'replace', path: 'active' }] }],
    [
      'a filter on a prototype',
      { Operations: [{ op: 'replace', path: 'emails[__proto__.p eq 1].value', value: 'x' }] },
    ],
    ['too many operations', { Operations: Array(101).fill({ op: 'replace', path: 'active', value: true }) }],
    ['a list', []],
    ['no body', undefined],
  ])('are refused with %s', async (_case, body) => {
    const { id } = (await create()).body;
    const answer = await scim(`PATCH /Users/${id}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ status: '400', scimType: expect.any(String), detail: expect.any(String) });
    expect(Object.prototype).not.toHaveProperty('p');
  });

  it('end a person whose name is from before line breaks were refused', async () => {
    const { id } = (await create()).body;
    await sql`update users set first_name = ${'Dana\nEvil'} where id = ${Number(id)}`.run(test.app.db);
    const { body } = await scim(`GET /Users/${id}`);
    expect((await patch(id, { op: 'replace', path: 'active', value: false })).status).toBe(200);
    expect((await scim(`PUT /Users/${id}`, { ...body, active: false })).body.name.givenName).toBe('Dana\nEvil');
    expect((await scim(`PUT /Users/${id}`, { ...body, name: { givenName: 'Dana\nWorse' } })).status).toBe(400);
  });

  it('delete a person, who can come back', async () => {
    const { body } = await create();
    expect((await scim(`DELETE /Users/${body.id}`)).status).toBe(204);
    expect((await statusOf(body.id)).status).toBe('INACTIVE');
    expect((await scim(`GET /Users/${body.id}`)).status).toBe(404);
    expect((await scim(`DELETE /Users/${body.id}`)).status).toBe(404);
    const again = await create({ userName: body.userName });
    expect([again.status, again.body.id, again.body.active]).toEqual([201, body.id, true]);
  });
});

describe('lists', () => {
  it('hold the staff however they came, and no members', async () => {
    const signedUp = await buildUser(test, home.id);
    const unverified = await buildUser(test, home.id, { verified: false, status: 'PENDING' });
    const member = await buildUser(test, home.id, { userType: 'PATIENT' });
    expect((await scim(`GET /Users/${signedUp.id}`)).body.userName).toBe(signedUp.email);
    expect((await scim(`GET /Users/${unverified.id}`)).status).toBe(404);
    expect((await scim(`GET /Users/${member.id}`)).status).toBe(404);
  });

  it('come in pages', async () => {
    await create();
    await create();
    const page = (query: Record<string, string>) => scim('GET /Users', undefined, { query });
    const all = (await page({})).body;
    expect(all).toMatchObject({ startIndex: 1, itemsPerPage: Math.min(100, all.totalResults) });
    const second = (await page({ startIndex: '2', count: '1' })).body;
    expect(second).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 1 });
    expect(second.Resources).toEqual([all.Resources[1]]);
    expect((await page({ startIndex: '-5', count: '1' })).body.Resources).toEqual([all.Resources[0]]);
    const empty: Record<string, string>[] = [{ count: '0' }, { count: '-1' }, { startIndex: '999999999999999' }];
    for (const query of empty) {
      expect((await page(query)).body).toMatchObject({ totalResults: all.totalResults, Resources: [] });
    }
    const bad: Record<string, string>[] = [{ count: 'ten' }, { startIndex: '1e99' }, { count: '9'.repeat(40) }];
    for (const query of bad) expect((await page(query)).status).toBe(400);
  });

  it('are found by userName, externalId and id', async () => {
    const { body } = await create({ externalId: `quote"${nextNumber()}` });
    const quoted = JSON.stringify(body.externalId);
    for (const filter of [
      `userName eq "${body.userName}"`,
      `USERNAME EQ "${body.userName.toUpperCase()}"`,
      `${userUrn}:userName eq "${body.userName}"`,
      `externalId eq ${quoted}`,
      `id eq "${body.id}" and userName eq "${body.userName}"`,
    ]) {
      expect((await filtered(filter)).body).toMatchObject({ totalResults: 1, Resources: [body] });
    }
    expect((await filtered(`externalId eq "${body.userName}"`)).body.totalResults).toBe(0);
    expect((await filtered(`userName eq "' or 1=1 --"`)).body.totalResults).toBe(0);
  });

  it.each([
    'userName sw "a"',
    'title eq "x"',
    'userName eq "a" or userName eq "b"',
    'not (userName eq "a")',
    'userName',
    'userName eq',
    'userName eq a',
    '__proto__.polluted eq "1"',
    'constructor eq "1"',
    '('.repeat(900),
    `userName eq "${'x'.repeat(1000)}"`,
    'emails[type eq "work"].value eq "a"',
  ])('refuse the filter %s', async (filter) => {
    const { status, body } = await filtered(filter);
    expect([status, body.scimType]).toEqual([400, 'invalidFilter']);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it('show the attributes that were asked for', async () => {
    const { body } = await create();
    const show = async (query: Record<string, string>) =>
      Object.keys((await scim(`GET /Users/${body.id}`, undefined, { query })).body);
    expect(await show({ attributes: 'userName,name.givenName' })).toEqual(['schemas', 'id', 'userName', 'name']);
    expect(await show({ excludedAttributes: 'groups,meta,ID' })).toEqual([
      'schemas',
      'id',
      'userName',
      'name',
      'displayName',
      'emails',
      'active',
    ]);
    const groups = await scim('GET /Groups', undefined, { query: { excludedAttributes: 'members' } });
    expect(groups.body.Resources[0]).not.toHaveProperty('members');
  });
});

describe('groups', () => {
  const change = (group: string, ...operations: unknown[]) =>
    scim(`PATCH /Groups/${group}`, { schemas: [patchUrn], Operations: operations });

  it('are Admins and Employees', async () => {
    const { body } = await scim('GET /Groups');
    expect(body.Resources.map(({ displayName }: { displayName: string }) => displayName)).toEqual([
      'Admins',
      'Employees',
    ]);
    expect((await filtered('displayName eq "admins"', '/Groups')).body.Resources[0].id).toBe('admins');
    expect((await filtered('displayName eq "Nurses"', '/Groups')).body.totalResults).toBe(0);
    expect((await scim('GET /Groups/nurses')).status).toBe(404);
    expect((await scim('POST /Groups', { displayName: 'Nurses' })).status).toBe(403);
    expect((await scim('POST /Groups', { displayName: 'Admins' })).body.scimType).toBe('uniqueness');
    expect((await scim('DELETE /Groups/admins')).status).toBe(403);
  });

  it('change the type of who joins and leaves', async () => {
    const { id } = (await create()).body;
    const joins = { op: 'Add', path: 'members', value: [{ value: id }] };
    expect((await change('admins', joins)).status).toBe(204);
    expect((await statusOf(id)).user_type).toBe('ADMIN');
    expect((await scim('GET /Groups/admins')).body.members).toContainEqual(expect.objectContaining({ value: id }));
    await change('employees', joins);
    expect((await statusOf(id)).user_type).toBe('EMPLOYEE');
    await change('admins', { op: 'add', value: { members: [{ value: id }] } });
    await change('admins', { op: 'remove', path: `members[value eq "${id}"]` });
    expect((await statusOf(id)).user_type).toBe('EMPLOYEE');
    await change('admins', joins);
    const named = { op: 'Replace', path: `members[value eq "${id}"].display`, value: 'Dana' };
    expect((await change('admins', named, { op: 'Remove', path: 'members', value: [{ value: id }] })).status).toBe(204);
    expect((await statusOf(id)).user_type).toBe('EMPLOYEE');
    expect((await actionsOn(id)).map(({ action }) => action)).toContain('employee.promote');
  });

  it("are for people that the directory sees, which a stranger's sign-up isn't", async () => {
    const given = newEmployee(home.id);
    const { body } = await test.call('POST /v1/auth/sign-up', { body: given });
    const joined = await change('admins', { op: 'add', path: 'members', value: [{ value: String(body.id) }] });
    expect(joined.status).toBe(404);
    expect((await statusOf(body.id)).user_type).toBe('EMPLOYEE');
  });

  it('replace their members', async () => {
    const { id } = (await create()).body;
    const before = (await scim('GET /Groups/admins')).body;
    const joined = await scim('PUT /Groups/admins', { ...before, members: [...before.members, { value: id }] });
    expect([joined.status, (await statusOf(id)).user_type]).toEqual([200, 'ADMIN']);
    await scim('PUT /Groups/admins', before);
    expect((await statusOf(id)).user_type).toBe('EMPLOYEE');
    expect((await scim('PUT /Groups/admins', { ...before, displayName: 'Bosses' })).body.scimType).toBe('mutability');
  });

  it('refuse people of another organization', async () => {
    const { id } = await buildUser(test, away.id);
    const before = await refused();
    const joins = { op: 'add', path: 'members', value: [{ value: String(id) }] };
    expect((await change('admins', joins)).status).toBe(404);
    expect((await statusOf(id)).user_type).toBe('EMPLOYEE');
    expect(await refused()).toBe(before + 1);
  });
});

describe('the last active admin', () => {
  it('stays active and an admin', async () => {
    const [{ id }] = (await scim('GET /Groups/admins', undefined, { key: keys.away })).body.members.map(
      ({ value }: { value: string }) => ({ id: value }),
    );
    const key = { key: keys.away };
    const operations = (path: string, value?: unknown) => ({
      Operations: [{ op: value === undefined ? 'remove' : 'replace', path, value }],
    });
    const answers = [
      await scim(`PATCH /Users/${id}`, operations('active', 'False'), key),
      await scim(`DELETE /Users/${id}`, undefined, key),
      await scim('PATCH /Groups/admins', operations('members'), key),
      await scim('PATCH /Groups/employees', operations('members', [{ value: id }]), key),
      // An address that nobody proved may turn out to be somebody else's.
      await scim(`PATCH /Users/${id}`, operations('userName', newAddress()), key),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
    expect(answers[0]?.body).toMatchObject({ status: '409', detail: expect.stringContaining('only active admin') });
    expect(await statusOf(id)).toEqual({ status: 'ACTIVE', user_type: 'ADMIN' });
  });

  it('is not one whose address nobody proved', async () => {
    const { body: claim } = await create({}, keys.away);
    const promoted = await test.call('POST /v1/users/{id}/promote-admin', {
      params: { id: Number(claim.id) },
      token: keys.awayAdmin,
    });
    expect(promoted.status).toBe(200);
    const [{ value }] = (await scim('GET /Groups/admins', undefined, { key: keys.away })).body.members;
    const answer = await scim(`DELETE /Users/${value}`, undefined, { key: keys.away });
    expect([answer.status, (await statusOf(value)).status]).toEqual([409, 'ACTIVE']);
  });
});

describe('the break-glass admin', () => {
  it('stays active, with a verified address, while only single sign-on is allowed', async () => {
    const { id } = await buildUser(test, home.id, { userType: 'ADMIN' });
    const allowOnly = (only: boolean) =>
      sql`update organizations set only_single_sign_on = ${only}, break_glass_user_id = ${only ? id : null}
        where id = ${home.id}`.run(test.app.db);
    await allowOnly(true);
    const answer = await patch(id, { op: 'replace', path: 'active', value: false });
    expect([answer.status, (await statusOf(id)).status]).toEqual([409, 'ACTIVE']);
    await sql`update users set second_factor = true where id = ${id}`.run(test.app.db);
    const moved = await patch(id, { op: 'replace', path: 'userName', value: newAddress() });
    expect(moved.status).toBe(409);
    await allowOnly(false);
  });
});

describe('access', () => {
  it.each([undefined, 'wrong', 'x'.repeat(5_000)])('is refused with the token %j', async (key) => {
    for (const path of ['', '/Users', '/ServiceProviderConfig', '/nothing']) {
      const answer = await test.call(`GET /scim/v2${path}`, { token: key });
      expect(answer.status).toBe(401);
      expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8');
      expect(answer.body).toEqual({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '401',
        detail: expect.any(String),
      });
    }
  });

  it('is refused with a session and with a deleted token', async () => {
    expect((await scim('GET /Users', undefined, { key: keys.admin })).status).toBe(401);
    const params = { id: home.id };
    const { body } = await test.call('POST /v1/organizations/{id}/scim-tokens', { params, token: keys.admin });
    expect((await scim('GET /Users', undefined, { key: body.token })).status).toBe(200);
    const { body: tokens } = await test.call('GET /v1/organizations/{id}/scim-tokens', { params, token: keys.admin });
    expect(tokens[0]).toEqual({
      id: body.id,
      name: null,
      createTimestamp: expect.any(String),
      lastUsedTimestamp: expect.any(String),
      expireTimestamp: body.expireTimestamp,
    });
    await test.call('DELETE /v1/organizations/{id}/scim-tokens/{tokenId}', {
      params: { ...params, tokenId: body.id },
      token: keys.admin,
    });
    expect((await scim('GET /Users', undefined, { key: body.token })).status).toBe(401);
  });

  it("finds none of another organization's people, and logs it", async () => {
    const { id } = await buildUser(test, away.id);
    const before = await refused();
    const body = { userName: newAddress(), active: false };
    const answers = [
      await scim(`GET /Users/${id}`),
      await scim(`PUT /Users/${id}`, body),
      await patch(id, { op: 'replace', path: 'active', value: false }),
      await scim(`DELETE /Users/${id}`),
    ];
    expect(answers.map(({ status, body: { status: text } }) => [status, text])).toEqual(Array(4).fill([404, '404']));
    expect(await refused()).toBe(before + 4);
    expect((await statusOf(id)).status).toBe('ACTIVE');
    expect((await filtered(`id eq "${id}"`)).body.totalResults).toBe(0);
  });

  it('changes nothing for a suspended organization', async () => {
    const { body } = await create({}, keys.away);
    await setApproval(test.app.db, away.id, 'SUSPENDED');
    const answer = await scim(`DELETE /Users/${body.id}`, undefined, { key: keys.away });
    expect([answer.status, answer.body.status]).toEqual([403, '403']);
    expect((await scim('GET /Users', undefined, { key: keys.away })).status).toBe(200);
    await setApproval(test.app.db, away.id, 'APPROVED');
  });

  it('answers nothing to a waiting organization, whose people get no code', async () => {
    const { body } = await create({}, keys.away);
    await setApproval(test.app.db, away.id, 'WAITING');
    const answers = [
      await scim('GET /Users', undefined, { key: keys.away }),
      await create({}, keys.away),
      await scim(`DELETE /Users/${body.id}`, undefined, { key: keys.away }),
    ];
    expect(answers.map(({ status, body: { status: text } }) => [status, text])).toEqual(Array(3).fill([403, '403']));
    expect(answers[0]?.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      detail: expect.stringContaining("isn't approved yet"),
    });
    expect((await statusOf(body.id)).status).toBe('ACTIVE');
    await test.call('POST /v1/auth/forgotPassword/{email}', { params: { email: body.userName } });
    expect(await test.outbox(body.userName)).toEqual([]);
    await setApproval(test.app.db, away.id, 'APPROVED');
  });

  it.each([
    ['a large body', 413, `{"userName":"${'x'.repeat(1024 * 1024)}"}`, 'application/scim+json'],
    ['JSON cut off', 400, '{"userName":', 'application/scim+json'],
    ['a prototype', 400, '{"__proto__":{"x":1},"userName":"a@b.example"}', 'application/json'],
    ['deep nesting', 400, `${'{"name":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 'application/json'],
    ['a form', 415, 'userName=a', 'application/x-www-form-urlencoded'],
    ['XML', 415, '<User/>', 'application/xml'],
  ])('refuses %s with the status %i', async (_case, status, body, type) => {
    const answer = await scim('POST /Users', body, { headers: { 'content-type': type } });
    expect([answer.status, answer.body.status]).toEqual([status, String(status)]);
  });

  it.each(jsonBombs)('refuses %s', async (_, bomb) => {
    for (const type of ['application/json', 'application/scim+json']) {
      for (const call of ['POST /Users', 'PATCH /Users/1', 'PUT /Groups/admins']) {
        const { status, body } = await scim(call, bomb, { headers: { 'content-type': type } });
        expect([status, body.status, body.detail]).toEqual([400, '400', expect.stringMatching(/^The body (is|has) /)]);
      }
    }
  });

  it('refuses a body of more than 1 MB', async () => {
    expect(await scim('POST /Users', ' '.repeat(1024 * 1024 + 1))).toMatchObject({
      status: 413,
      body: { status: '413' },
    });
  });

  it('answers anything in its own shape', async () => {
    const { id } = (await create()).body;
    const anything = fc.oneof(fc.json({ noUnicodeString: false }), fc.constantFrom('', 'null', '[[]]', '"x"', '{'));
    const word = fc.oneof(
      fc.constantFrom('userName', 'members', 'name', '__proto__', 'active', 'emails', 'id'),
      fc.string(),
    );
    const path = fc.tuple(word, fc.constantFrom('', '.value', '[type eq "work"].value', '[', ' eq "x" and '), word);
    const operation = fc.record({
      op: fc.constantFrom('add', 'Replace', 'remove', 'x'),
      path: fc.option(
        path.map((parts) => parts.join('')),
        { nil: undefined },
      ),
      value: fc.jsonValue(),
    });
    const patches = fc.array(operation, { maxLength: 3 }).map((Operations) => JSON.stringify({ Operations }));
    const people = fc
      .record({ userName: fc.jsonValue(), name: fc.jsonValue(), emails: fc.jsonValue() })
      .map((given) => JSON.stringify(given));
    const calls = fc.constantFrom(
      'POST /Users',
      `PUT /Users/${id}`,
      `PATCH /Users/${id}`,
      'PATCH /Groups/employees',
      'PUT /Groups/employees',
    );
    await fc.assert(
      fc.asyncProperty(calls, fc.oneof(anything, patches, people), path, async (call, body, filter) => {
        const answers = [await scim(call, body), await filtered(filter.join(''))];
        for (const { status, body: answer } of answers) {
          expect(status).toBeLessThan(500);
          if (status >= 400) expect(answer).toMatchObject({ status: String(status), detail: expect.any(String) });
        }
      }),
      { numRuns: 100, seed: 47 },
    );
  });

  it('describes the service', async () => {
    const config = (await scim('GET /ServiceProviderConfig')).body;
    expect(config).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
    for (const [path, id] of [
      ['/Schemas', userUrn],
      ['/ResourceTypes', 'User'],
    ] as const) {
      const { body } = await scim(`GET ${path}`);
      expect(body.totalResults).toBe(2);
      expect((await scim(`GET ${path}/${id}`)).body).toEqual(body.Resources[0]);
    }
    expect((await scim('GET /Schemas/unknown')).status).toBe(404);
    expect((await scim('POST /Bulk', {})).status).toBe(404);
  });
});

describe("Okta's test collection", () => {
  it.each([
    ['SPEC', oktaSpecTest],
    ['CRUD', oktaCrudTest],
  ])('passes: %s', async (_name, steps) => {
    const [givenName, familyName] = [`Runscope${nextNumber()}`, 'Abcdefghi123'];
    const person = { givenName, familyName, email: `${givenName}${familyName}@atko.example` };
    await runSteps(steps, person, (call, body, authorization) =>
      test.call(call.replace(' ', ' /scim/v2').replaceAll(/(?<=filter=).*/g, encodeURIComponent), {
        headers: {
          authorization: authorization ?? `Bearer ${keys.home}`,
          accept: 'application/scim+json',
          'content-type': 'application/json',
        },
        body,
      }),
    );
  });
});
