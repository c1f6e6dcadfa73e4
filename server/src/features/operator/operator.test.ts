import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { OrganizationDecision } from '@kinbridge/contract/operator/operator-organizations.contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandCaller } from '../../access/caller.ts';
import { transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { type PeopleOrder, type ReviewOrder, readOrder } from '../../main/operator-order.ts';
import { carryOutForPeople } from '../../main/operator-people.ts';
import { carryOutReview } from '../../main/operator-review.ts';
import { buildOperator, buildOrganization, buildSignedIn } from '../../testing/build.ts';
import { builtCommand } from '../../testing/kinbridge-process.ts';
import { grayPicture } from '../../testing/pictures.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { decideOrganization } from './decide-organization.commands.ts';
import { organizationLines, outcomeSentence, waitingLines } from './operator.texts.ts';
import {
  findAllOrganizations,
  findNamesakes,
  findProposingOrganizations,
  findWaitingOrganizations,
} from './registered-organizations.queries.ts';
import { tellOperators } from './tell-operators.commands.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ ORGANIZATION_APPROVAL: 'operator' });
});
afterAll(() => test.close());

/** Runs the built command in its own process next to the running portal. */
async function operator(...args: string[]) {
  const env = { PATH: process.env.PATH, DATABASE_URL: test.databaseUrl };
  const run = promisify(execFile)(process.execPath, [builtCommand('operator'), ...args], { env });
  return run.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
  );
}

async function waitingOrganization(given: Parameters<typeof buildOrganization>[1] = {}) {
  const { id, name } = await buildOrganization(test, { approval: 'WAITING', ...given });
  return { id, name, admin: await buildSignedIn(test, id, { userType: 'ADMIN' }) };
}

const decide = (id: number, decision: OrganizationDecision, reason = 'A reason') =>
  decideOrganization(test.app.db, commandCaller, id, { decision, reason });

async function isListed(id: number): Promise<boolean> {
  const { body } = await test.call('GET /v1/organizations');
  return body.some((organization: { id: number }) => organization.id === id);
}

async function approvalOf(id: number) {
  return sql`select approval, approval_reason as reason from organizations where id = ${id}`.maybeOne(test.app.db);
}

describe('the operator command', () => {
  it('approves, suspends, restores and refuses without a restart', async () => {
    const { id, name, admin } = await waitingOrganization();
    expect(await operator('approve', String(id))).toEqual({
      code: 0,
      text: `✓ ${id} ${name} is now approved. Its admins are told by email.\n`,
    });
    expect(await isListed(id)).toBe(true);
    expect((await operator('suspend', String(id), '--reason', 'Someone else', 'registered it')).code).toBe(0);
    expect(await isListed(id)).toBe(false);
    const own = { params: { id }, token: admin.token };
    expect((await test.call('GET /v1/organizations/{id}', own)).body).toMatchObject({
      approval: 'SUSPENDED',
      approvalReason: 'Someone else registered it',
    });
    await decide(id, 'restore');
    expect(await isListed(id)).toBe(true);
    await decide(id, 'refuse', 'An impostor');
    expect(await approvalOf(id)).toEqual({ approval: 'REFUSED', reason: 'An impostor' });

    const rows = await sql`select action, actor_id, entity_type, entity_id from audit_log
      where organization_id = ${id} and action like 'organization.%' order by id`.many(test.app.db);
    const row = { actor_id: null, entity_type: 'organization', entity_id: id };
    expect(rows.slice(1)).toEqual([
      { action: 'organization.approve', ...row },
      { action: 'organization.suspend', ...row },
      { action: 'organization.restore', ...row },
      { action: 'organization.refuse', ...row },
    ]);
  });

  it.each([
    { args: [], says: 'Say what to do.' },
    { args: ['delete', '1'], says: "'delete' isn't a command." },
    { args: ['list', '--some'], says: "'--some' isn't an option of list." },
    { args: ['approve'], says: 'Give the id of the organization' },
    { args: ['approve', 'one'], says: 'Give the id of the organization' },
    { args: ['approve', '1', '--reason', 'x'], says: "'--reason x' isn't an option of approve." },
    { args: ['refuse', '1'], says: 'Give the reason' },
    { args: ['suspend', '1', '--reason', ' '], says: 'Give the reason' },
    { args: ['decline', '1'], says: 'Give the reason' },
    { args: ['accept', 'one'], says: 'Give the id of the organization' },
    { args: ['reset-factors', '1'], says: 'Give the email address' },
    { args: ['allow-passwords', '1', '2'], says: 'Give the id of the organization' },
    { args: ['add', 'ada@example.org', '--first-name', 'Ada'], says: 'Give an email address and both names' },
    { args: ['add', 'ada', '--first-name', 'Ada', '--last-name', 'L'], says: 'Give an email address and both names' },
    { args: ['remove', 'ada'], says: 'Give the email address' },
    { args: ['people', 'all'], says: "'all' isn't an option of people." },
  ])('refuses $args with a message and the usage', ({ args, says }) => {
    expect(() => readOrder(args)).toThrow(says);
    expect(() => readOrder(args)).toThrow('Usage:');
  });

  it('accepts a reason with or without an equals sign', () => {
    const order = { list: false, decision: 'refuse', id: 12, reason: 'An impostor' };
    expect(readOrder(['refuse', '12', '--reason', 'An', 'impostor'])).toEqual(order);
    expect(readOrder(['refuse', '12', '--reason=An impostor'])).toEqual(order);
  });

  it('says what is missing without settings and a data folder', async () => {
    const env = { PATH: process.env.PATH, DATA_DIR: '/nowhere/kinbridge' };
    const run = promisify(execFile)(process.execPath, [builtCommand('operator'), 'list'], { env });
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("DATABASE_URL isn't set") });
  });

  it('exits with code 1 and a message for an unknown organization', async () => {
    expect(await operator('approve', '123456')).toEqual({ code: 1, text: '\n✗ There is no organization 123456.\n' });
  });

  it('lists waiting organizations with a warning about duplicate names', async () => {
    const real = await buildOrganization(test, { name: 'Harvest Table Food Bank' });
    const impostor = await waitingOrganization({ name: 'The Harvest-Table Food Bank, Inc.' });
    const { code, text } = await operator('list');
    expect(code).toBe(0);
    expect(text).toContain(`${impostor.id}  ${impostor.name}  (waiting, registered `);
    expect(text).toContain(`Admin: Test Person <${impostor.admin.email}>`);
    expect(text).toContain(`WARNING: same name as ${real.id} Harvest Table Food Bank`);
    expect(text).not.toContain(`${real.id}  Harvest Table Food Bank  (approved`);
    const everything = organizationLines(await findAllOrganizations(test.app.db)).join('\n');
    expect(everything).toContain(`${real.id}  Harvest Table Food Bank  (approved`);
  });
});

describe('an operator’s decision', () => {
  it('is emailed to the active admins, with the reason', async () => {
    const { id, name, admin } = await waitingOrganization();
    const employee = await buildSignedIn(test, id);
    const decisions: [OrganizationDecision, string][] = [
      ['approve', `Kinbridge approved ${name}.`],
      ['suspend', 'Reason: A reason'],
      ['restore', `Kinbridge restored ${name}.`],
      ['refuse', 'Reason: A reason'],
    ];
    for (const [decision, says] of decisions) {
      await decide(id, decision);
      const [mail] = await test.outbox(admin.email);
      expect(mail?.text).toContain(says);
    }
    expect(await test.outbox(employee.email)).toEqual([]);
  });

  it('changes nothing when it repeats the last one', async () => {
    const { id, name, admin } = await waitingOrganization();
    await decide(id, 'approve');
    const again = await decide(id, 'approve');
    expect(outcomeSentence(id, 'approve', again)).toBe(`${id} ${name} is already approved. Nothing changed.`);
    expect(await test.outbox(admin.email)).toHaveLength(1);
    const rows = await sql`select 1 from audit_log where organization_id = ${id}
      and action = 'organization.approve'`.many(test.app.db);
    expect(rows).toHaveLength(1);
  });

  it('is refused before the first admin has verified', async () => {
    const { id } = await buildOrganization(test, { listed: false });
    for (const decision of ['approve', 'refuse', 'suspend', 'restore'] as const) {
      const outcome = await decide(id, decision);
      expect(outcome).toMatchObject({ kind: 'unverified' });
      expect(outcomeSentence(id, decision, outcome)).toContain("hasn't verified their email");
    }
    expect(await approvalOf(id)).toEqual({ approval: 'WAITING', reason: null });
  });

  it('is refused for a status it doesn’t apply to', async () => {
    const { id } = await waitingOrganization();
    expect(await decide(id, 'suspend')).toMatchObject({ kind: 'impossible' });
    await decide(id, 'approve');
    await decide(id, 'suspend');
    expect(await decide(id, 'approve')).toMatchObject({ kind: 'impossible' });
    await decide(id, 'refuse');
    expect(await decide(id, 'suspend')).toMatchObject({ kind: 'impossible' });
  });

  it('restores a refused, never approved organization to waiting', async () => {
    const { id } = await waitingOrganization();
    await decide(id, 'refuse');
    expect(await decide(id, 'restore')).toMatchObject({ kind: 'changed', approval: 'WAITING' });
  });
});

/** What the command lists. */
async function listText() {
  const { db } = test.app;
  const [waiting, proposing] = [await findWaitingOrganizations(db), await findProposingOrganizations(db)];
  return waitingLines(waiting, proposing, await findNamesakes(db)).join('\n');
}

describe('the list for operators', () => {
  it.each([
    ['Harvest Table', 'the harvest-table, INC.', true],
    ['Café Sol', 'CAFE SOL', true],
    ['St. Mary’s', "St Mary's", true],
    ['Дом Надежды', 'дом надежды', true],
    ['The Co', 'The', false],
    ['Harvest Table', 'Harvest Tables', false],
  ])('compares %s and %s', async (one, other, same) => {
    const { alike } = await sql<{ alike: boolean }>`
      select plain_organization_name(${one}) = plain_organization_name(${other}) as alike`.one(test.app.db);
    expect(alike).toBe(same);
  });

  it('warns about the same address and domain, but not a common mail host', async () => {
    const [first, second, third] = [
      await waitingOrganization(),
      await waitingOrganization(),
      await waitingOrganization(),
    ];
    const change = async (id: number, website: string | null, email: string | null, address: string | null) => {
      await sql`update users set status = 'INACTIVE' where organization_id = ${id}`.run(test.app.db);
      await sql`update organizations set website = ${website}, email = ${email}, address_line1 = ${address}
        where id = ${id}`.run(test.app.db);
    };
    await change(first.id, 'https://www.harbor.example/start', 'harbor@gmail.com', '1 Harbor St.');
    await change(second.id, null, 'desk@harbor.example', '1 HARBOR ST');
    await change(third.id, null, 'other@gmail.com', null);
    const text = await listText();
    expect(text).toContain(`WARNING: same address as ${second.id} ${second.name}`);
    expect(text).toContain(`WARNING: same domain (harbor.example) as ${first.id} ${first.name}`);
    expect(text).not.toContain('(gmail.com)');
    expect(text).not.toContain(`WARNING: same domain (harbor.example) as ${third.id}`);
  });

  it('warns both about a name that contains another, unless it is short', async () => {
    const real = await buildOrganization(test, { name: 'Willow Creek Food Bank' });
    const { id, name } = await waitingOrganization({ name: 'Willow Creek' });
    await waitingOrganization({ name: 'Willow' });
    const text = organizationLines(await findAllOrganizations(test.app.db)).join('\n');
    expect(text.match(/WARNING: similar name to \d+ .*Willow.*/g)).toEqual([
      `WARNING: similar name to ${id} ${name}`,
      `WARNING: similar name to ${real.id} ${real.name}`,
    ]);
  });

  it('shows approved organizations with the same name, since names change', async () => {
    const twins = [
      await buildOrganization(test, { name: 'Twin Oaks' }),
      await buildOrganization(test, { name: 'twin oaks' }),
    ];
    const text = await listText();
    for (const { id, name } of twins) expect(text).toContain(`${id}  ${name}  (approved`);
  });

  it('shows control characters in names as question marks', async () => {
    const { id } = await waitingOrganization({ name: 'Safe\u001b[2J\u202ename' });
    const text = await listText();
    expect(text).toContain(`${id}  Safe?[2J?name`);
  });
});

describe('operators', () => {
  const ada = { decision: 'add', email: 'ada@example.org', firstName: 'Ada', lastName: 'Lovelace' } as const;
  const people = (order: PeopleOrder) => carryOutForPeople(test.app.db, test.app.config, order);
  const logOf = async (token: string, query = {}) => (await test.call('GET /v1/operator/log', { token, query })).body;

  it('are added, listed and removed by the command', async () => {
    expect(await people(ada)).toContain('✓ ada@example.org is an operator now.');
    expect((await test.outbox(ada.email))[0]?.text).toContain('/reset-password');
    await expect(people(ada)).rejects.toThrow('Someone signs in with that email address already.');
    expect(await people({ decision: 'people' })).toContain('Ada Lovelace (ada@example.org, without a second factor');
    expect(await people({ decision: 'remove', email: ada.email })).toContain("isn't an operator anymore");
    await expect(people({ decision: 'remove', email: ada.email })).rejects.toThrow('No operator signs in');
    expect(await people({ decision: 'people' })).toContain('Ada Lovelace (Terminated)');
  });

  it('get a one-time link without mail, else hear whether the email left', async () => {
    const add = (email: string, settings: object = {}) =>
      carryOutForPeople(test.app.db, { ...test.app.config, ...settings }, { ...ada, email });
    const token = /reset-password\?token=(\S{22,})/.exec(await add('link@example.org'))?.[1];
    const body = { token, password: 'Quiet-Harbor-Lantern7!' };
    expect((await test.call('POST /v1/auth/forgotPasswordVerify', { body })).status).toBe(200);
    expect((await test.call('POST /v1/auth/forgotPasswordVerify', { body })).status).toBe(400);

    const smtp = { emailProvider: 'smtp', smtpUrl: 'smtp://portal:secret@mail.example:2525' };
    await sql`delete from job_workers`.run(test.owner);
    expect(await add('waits@example.org', smtp)).toContain('no worker is running');
    await sql`insert into job_workers (worker_id) values ('a worker')`.run(test.owner);
    const set = (state: string, error: string | null) =>
      until(async () => {
        const rows = await sql`update emails set state = ${state}, last_error = ${error}
          where to_address like 'sent%' and state = 'queued' returning 1`.many(test.owner);
        return rows.length > 0;
      });
    const [left] = await Promise.all([add('sent1@example.org', smtp), set('sent', null)]);
    expect(left).toContain('✓ mail.example:2525 accepted the email');
    const [failed] = await Promise.all([add('sent2@example.org', smtp), set('failed', 'ECONNREFUSED')]);
    expect(failed).toContain("✗ The email didn't leave: mail.example:2525 (ECONNREFUSED)");
    expect(failed).not.toContain('secret');
  });

  it('are told of what waits at most once an hour, and of what came within it', async () => {
    const { email } = await buildOperator(test);
    const subjects = async () => (await test.outbox(email)).map(({ subject }) => subject);
    const anHourLater = () =>
      sql`update settings set value = to_jsonb((now() - interval '61 minutes')::text)
        where name like 'operators told of %'`.run(test.owner);
    await sql`delete from support_messages`.run(test.owner);
    await tellOperators(test.app.db);
    await anHourLater();
    const known = (await subjects()).length;
    const first = await waitingOrganization();
    const [newest] = await Promise.all([tellOperators(test.app.db), tellOperators(test.app.db)]).then(subjects);
    expect(newest).toMatch(/organizations? (is|are) waiting for your approval/);
    expect(await subjects()).toHaveLength(known + 1);

    const second = await waitingOrganization();
    await test.call('POST /v1/support', {
      token: second.admin.token,
      body: { messageType: 'Support Question', feedback: 'Is anybody there?' },
    });
    await tellOperators(test.app.db);
    expect(await subjects()).toEqual([
      '1 support question is waiting for an answer',
      newest,
      ...Array(known).fill(expect.anything()),
    ]);
    expect((await test.outbox(email))[0]?.text).not.toContain('anybody');
    await sql`update organizations set verified_timestamp = now() - interval '30 minutes' where id = ${second.id}`.run(
      test.owner,
    );
    await anHourLater();
    await tellOperators(test.app.db);
    await tellOperators(test.app.db);
    expect(await subjects()).toHaveLength(known + 3 + 1);
    await anHourLater();
    await decide(first.id, 'approve');
    await sql`update organizations set verified_timestamp = now() - interval '2 hours' where approval = 'WAITING'`.run(
      test.owner,
    );
    await sql`delete from support_messages`.run(test.owner);
    await tellOperators(test.app.db);
    expect(await subjects()).toHaveLength(known + 3 + 1);
  });

  it('choose a password with an emailed code, then a second factor', async () => {
    await people({ ...ada, email: 'grace@example.org' });
    const email = 'grace@example.org';
    await test.call('POST /v1/auth/forgotPassword/{email}', { params: { email } });
    const code = /code is (\d{6})/.exec((await test.outbox(email))[0]?.text ?? '')?.[1];
    const login = { email, password: 'Quiet-Harbor-Lantern7!' };
    expect((await test.call('POST /v1/auth/forgotPasswordVerify', { body: { ...login, token: code } })).status).toBe(
      200,
    );
    const { body } = await test.call('POST /v1/auth/login', { body: login });
    expect(body.body).toMatchObject({ userType: 'OPERATOR', organizationId: null, organizationIds: [] });
    const refused = await test.call('GET /v1/operator/log', { token: body.idToken });
    expect(refused).toMatchObject({ status: 403, body: { code: 'second_factor_required' } });
    const id = body.body.id;
    const started = await test.call('POST /v1/users/{id}/totp', { params: { id }, token: body.idToken, body: {} });
    expect(started.status).toBeLessThan(300);
  });

  it('lose access with their next call when they are removed', async () => {
    const operator = await buildOperator(test);
    expect((await test.call('GET /v1/operator/people', { token: operator.token })).status).toBe(200);
    await people({ decision: 'remove', email: operator.email });
    expect((await test.call('GET /v1/operator/people', { token: operator.token })).status).toBe(401);
  });

  it('read what operators did in a log of their own', async () => {
    const operator = await buildOperator(test);
    const wrong = { email: operator.email, password: 'Wrong-Password7!' };
    expect((await test.call('POST /v1/auth/login', { body: wrong })).status).toBe(401);
    const { content } = await logOf(operator.token, { action: 'operator.add,session.login-failed' });
    expect(content.slice(0, 2)).toEqual([
      expect.objectContaining({ action: 'session.login-failed', actor: null, entityId: operator.id }),
      expect.objectContaining({
        action: 'operator.add',
        detail: { byCommand: true },
        person: { id: operator.id, firstName: 'Olive', lastName: 'Operator' },
      }),
    ]);
    const own = await logOf(operator.token, { actorId: String(operator.id), size: '1' });
    expect(own).toMatchObject({ totalElements: 1, content: [{ action: 'operator.log-list' }] });
  });

  it('narrow their log by person and time, and export it as CSV', async () => {
    const [operator, other] = [await buildOperator(test), await buildOperator(test)];
    const { id } = await buildOrganization(test);
    await test.call('GET /v1/operator/organizations/{id}', { params: { id }, token: operator.token });
    await test.call('GET /v1/operator/organizations/{id}', { params: { id }, token: other.token });
    const query = { actorId: String(operator.id), action: 'operator.organization-read' };
    const [entry] = (await logOf(operator.token, query)).content;
    const at = Date.parse(entry.createTimestamp);
    const [before, after] = [-1, 1].map((ms) => new Date(at + ms).toISOString());
    const today = entry.createTimestamp.slice(0, 10);
    for (const [dates, total] of [
      [{ fromDate: before, toDate: after }, 1],
      [{ fromDate: today, toDate: today }, 1],
      [{ fromDate: after }, 0],
      [{ toDate: before }, 0],
    ] as const) {
      expect((await logOf(operator.token, { ...query, ...dates })).totalElements).toBe(total);
    }
    const { bytes } = await test.call('GET /v1/operator/log/csv', { token: operator.token, query });
    const lines = bytes.toString().trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${operator.id},Olive Operator,operator.organization-read,organization,${id},`);
    expect((await logOf(operator.token, { action: 'operator.log-export' })).content[0].actor.id).toBe(operator.id);
  });

  it("don't find staff and members in their log", async () => {
    const operator = await buildOperator(test);
    const { id } = await buildOrganization(test);
    const member = await buildSignedIn(test, id, { userType: 'PATIENT' });
    await test.call('GET /v1/users/{id}', { params: { id: member.id }, token: member.token });
    const { content } = await logOf(operator.token, { size: '200' });
    expect(content.filter((entry: { entityId: number }) => entry.entityId === member.id)).toEqual([]);
  });
});

describe("the console's organizations", () => {
  const list = async (token: string, query = {}) =>
    (await test.call('GET /v1/operator/organizations', { token, query })).body;
  const post = (token: string, id: number, decision: string, body: object) =>
    test.call('POST /v1/operator/organizations/{id}/{decision}', { token, params: { id, decision }, body });

  it('are listed by state and page, waiting ones first', async () => {
    const { token } = await buildOperator(test);
    const waiting = await waitingOrganization({ name: 'Rare Heron Waiting' });
    const approved = await buildOrganization(test, { name: 'Rare Heron Approved' });
    const found = await list(token, { search: 'rare-HERON' });
    expect(found.content.map(({ id }: { id: number }) => id)).toEqual([waiting.id, approved.id]);
    expect(found.counts).toEqual({ WAITING: 1, APPROVED: 1, REFUSED: 0, SUSPENDED: 0 });
    const second = await list(token, { search: 'rare heron', size: '1', page: '1' });
    expect(second).toMatchObject({ totalElements: 2, totalPages: 2, content: [{ id: approved.id }] });
    const filtered = await list(token, { search: 'rare heron', approval: 'APPROVED' });
    expect(filtered).toMatchObject({ totalElements: 1, content: [{ id: approved.id }] });
  });

  it('show what they registered with, and what another one has too', async () => {
    const { token } = await buildOperator(test);
    const real = await buildOrganization(test, { name: 'Quiet Brook Pantry' });
    const { id, admin } = await waitingOrganization({ name: 'quiet  brook-PANTRY' });
    const { body } = await test.call('GET /v1/operator/organizations/{id}', { token, params: { id } });
    expect(body).toMatchObject({
      approval: 'WAITING',
      verified: true,
      zipCode: '49007',
      admins: [{ name: 'Test Person', email: admin.email }],
      services: [{ name: 'Food box', type: 'FOOD' }],
      decisions: ['approve', 'refuse'],
    });
    expect(body.warnings).toContainEqual({
      kind: 'same-name',
      domain: null,
      organization: { id: real.id, name: real.name },
    });
    expect((await test.call('GET /v1/operator/organizations/{id}', { token, params: { id: 999_999 } })).status).toBe(
      404,
    );
  });

  it('are refused with a reason, in both logs and by email', async () => {
    const operator = await buildOperator(test);
    const { id, name, admin } = await waitingOrganization();
    const missing = await post(operator.token, id, 'refuse', { approval: 'WAITING' });
    expect(missing).toMatchObject({ status: 400, body: { fields: { reason: 'Reason is required.' } } });
    const refused = await post(operator.token, id, 'refuse', { approval: 'WAITING', reason: 'Registered twice.' });
    expect(refused).toMatchObject({ status: 200, body: { approval: 'REFUSED', decisions: ['approve', 'restore'] } });
    expect((await test.outbox(admin.email))[0]?.text).toContain('Reason: Registered twice.');
    const query = { organizationId: String(id), action: 'organization.refuse' };
    const { body } = await test.call('GET /v1/operator/log', { token: operator.token, query });
    expect(body.content).toEqual([
      expect.objectContaining({
        actor: { id: operator.id, firstName: 'Olive', lastName: 'Operator' },
        organization: { id, name },
        detail: { from: 'WAITING', to: 'REFUSED' },
      }),
    ]);
    const own = await sql`select actor_id from audit_log
      where organization_id = ${id} and action = 'organization.refuse'`.many(test.app.db);
    expect(own).toEqual([{ actor_id: null }]);
  });

  it('keep the decision of the operator who was faster', async () => {
    const { token } = await buildOperator(test);
    const { id, name } = await waitingOrganization();
    expect((await post(token, id, 'approve', { approval: 'WAITING' })).status).toBe(200);
    const late = await post(token, id, 'refuse', { approval: 'WAITING', reason: 'Too late.' });
    expect(late).toMatchObject({ status: 409, body: { code: 'conflict', current: { approval: 'APPROVED' } } });
    expect(late.body.message).toBe(`Someone else decided on ${name} in the meantime. It is approved now.`);
    expect(await approvalOf(id)).toEqual({ approval: 'APPROVED', reason: null });
  });
});

describe('approving what an operator saw', () => {
  async function editedAfterALook() {
    const waiting = await waitingOrganization();
    const { token } = await buildOperator(test);
    const read = async () =>
      (await test.call('GET /v1/operator/organizations/{id}', { token, params: { id: waiting.id } })).body;
    const seen = (await read()).updateTimestamp;
    const edit = (name: string) => put(waiting, { name });
    const approve = (over = {}) =>
      test.call('POST /v1/operator/organizations/{id}/{decision}', {
        token,
        params: { id: waiting.id, decision: 'approve' },
        body: { approval: 'WAITING', seen, ...over },
      });
    return { ...waiting, seen, read, edit, approve };
  }

  it('is refused once the profile changed, with the profile of now', async () => {
    const { id, seen, edit, approve } = await editedAfterALook();
    expect((await edit('The Real Pantry')).body).toMatchObject({ name: 'The Real Pantry', proposedProfile: null });
    const late = await approve();
    expect(late).toMatchObject({ status: 409, body: { code: 'conflict', current: { name: 'The Real Pantry' } } });
    expect(late.body.message).toBe(
      'The Real Pantry changed its profile after you opened it. Review it again, then decide.',
    );
    expect(late.body.current.updateTimestamp > seen).toBe(true);
    expect(await approvalOf(id)).toMatchObject({ approval: 'WAITING' });
    const again = await approve({ seen: late.body.current.updateTimestamp });
    expect(again).toMatchObject({ status: 200, body: { approval: 'APPROVED' } });
  });

  it('drops the sign-in address that was made from an earlier name', async () => {
    const waiting = await waitingOrganization();
    const approved = { ...(await buildOrganization(test)), admin: waiting.admin };
    const slugs = async () => {
      const rows = await sql<{ slug: string | null }>`select slug from organizations
        where id in (${waiting.id}, ${approved.id}) order by id`.many(test.app.db);
      return rows.map(({ slug }) => slug);
    };
    await sql`update organizations set slug = 'slug-' || id where id in (${waiting.id}, ${approved.id})`.run(
      test.app.db,
    );
    expect((await put(waiting, { name: waiting.name })).status).toBe(200);
    expect(await slugs()).toEqual([`slug-${waiting.id}`, `slug-${approved.id}`]);
    expect((await put(waiting, { name: 'Renamed' })).status).toBe(200);
    expect(await slugs()).toEqual([null, `slug-${approved.id}`]);
  });

  it('asks again in the terminal', async () => {
    const { id, edit } = await editedAfterALook();
    const shown: string[] = [];
    let asked = 0;
    const terminal = {
      show: (lines: string[]) => void shown.push(...lines),
      confirm: async () => {
        if (++asked === 1) await edit('Renamed While Asked');
        return true;
      },
    };
    const order = { decision: 'approve', id, reason: null } as const;
    expect(await carryOutReview(test.app.db, order, terminal)).toContain('Renamed While Asked is now approved.');
    expect(asked).toBe(2);
    expect(shown.join('\n')).toMatch(/Review it again.*Renamed While Asked {2}\(waiting/s);
  });
});

interface Editor {
  id: number;
  admin: { token: string };
}

const form = { organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550100', zipCode: '49007' };

function put({ id, admin }: Editor, over: object, file?: File) {
  const organization = { ...form, name: 'Unnamed', ...over };
  const parts = file ? { organization, file } : { organization };
  return test.call('PUT /v1/organizations/{id}', { params: { id }, token: admin.token, parts });
}

describe('changes of what an operator approved', () => {
  async function approvedOrganization(given: { name?: string } = {}) {
    const { id, name } = await buildOrganization(test, given);
    const admin = await buildSignedIn(test, id, { userType: 'ADMIN', firstName: 'Ada' });
    const organization = { id, name, admin };
    const own = { params: { id }, token: admin.token };
    return {
      ...organization,
      put: (over: object, file?: File) => put(organization, { name, ...over }, file),
      read: async () => (await test.call('GET /v1/organizations/{id}', own)).body,
      withdraw: () => test.call('DELETE /v1/organizations/{id}/proposed-profile', own),
      proposedImage: (token?: string) =>
        test.call('GET /v1/organizations/{id}/proposed-image', { ...own, token: token ?? admin.token }),
      propose: async (over: object, file?: File): Promise<number> =>
        (await put(organization, { name, ...over }, file)).body.proposedProfile.id,
    };
  }

  const read = async (token: string, id: number) =>
    (await test.call('GET /v1/operator/organizations/{id}', { token, params: { id } })).body;
  const decideOn = (token: string, id: number, decision: 'accept' | 'decline', body: object) =>
    test.call('POST /v1/operator/organizations/{id}/proposed-profile/{decision}', {
      token,
      params: { id, decision },
      body,
    });
  const picture = async (name = 'logo.png', size = 8) => new File([await grayPicture('png', size, size)], name);
  const lockWaits = async () =>
    (
      await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.many(test.owner)
    ).length;
  const storedFiles = async () => {
    const rows = await sql<{ key: string }>`select storage_key as key from files`.many(test.app.db);
    return rows.map(({ key }) => key);
  };
  const actionsOf = async (id: number) => {
    const rows = await sql<{ action: string }>`select action from audit_log where organization_id = ${id}
      and action like 'organization.%' and action <> 'organization.register' order by id`.many(test.app.db);
    return rows.map(({ action }) => action);
  };

  it('wait, while the other fields apply', async () => {
    const one = await approvedOrganization();
    const address = { addressLine1: '9 Stolen Street', addressLine2: 'OH', city: 'Toledo', zipCode: '43604' };
    const answer = await one.put({
      ...address,
      name: 'Stolen Name',
      website: 'stolen.example',
      phoneNumber: '+13135550188',
      email: 'new@example.org',
      description: 'Hot meals.',
      organizationType: 'SERVICE_PROVIDER',
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        name: one.name,
        website: null,
        addressLine1: null,
        zipCode: '49007',
        phoneNumber: '+13135550188',
        email: 'new@example.org',
        description: 'Hot meals.',
        organizationType: 'SERVICE_PROVIDER',
      },
    });
    const change = (field: string, value: string | null, proposedValue: string) => ({ field, value, proposedValue });
    expect(answer.body.proposedProfile).toEqual({
      id: expect.any(Number),
      fields: [
        change('name', one.name, 'Stolen Name'),
        change('website', null, 'https://stolen.example'),
        change('addressLine1', null, '9 Stolen Street'),
        change('city', null, 'Toledo'),
        change('addressLine2', null, 'OH'),
        change('zipCode', '49007', '43604'),
      ],
      proposedBy: { id: one.admin.id, firstName: 'Ada', lastName: 'Person' },
      createTimestamp: expect.any(String),
    });
    const { body: listed } = await test.call('GET /v1/organizations');
    expect(listed.find(({ id }: { id: number }) => id === one.id)).toMatchObject({ name: one.name, zipCode: '49007' });
    const partner = await buildSignedIn(test, (await buildOrganization(test)).id);
    const text = (await test.call('GET /v1/organizations', { token: partner.token })).bytes.toString();
    expect(text).toContain(one.name);
    expect(text).not.toMatch(/stolen|proposedProfile/i);
    expect(await actionsOf(one.id)).toEqual(['organization.profile-proposed', 'organization.edit']);
  });

  it('are replaced by the next edit, and withdrawn by the accepted values', async () => {
    const one = await approvedOrganization();
    const first = await one.propose({ name: 'First', website: 'first.example' });
    const { proposedProfile: same } = (await one.put({ name: 'First', website: 'https://first.example' })).body;
    expect(same.id).toBe(first);
    const { proposedProfile: second } = (await one.put({ name: 'Second' })).body;
    expect(second.id).not.toBe(first);
    expect(second.fields).toEqual([{ field: 'name', value: one.name, proposedValue: 'Second' }]);
    expect((await one.put({ phoneNumber: '+13135550188' })).body.proposedProfile).toBeNull();
    expect((await one.withdraw()).status).toBe(404);
    await one.propose({ city: 'Toledo' });
    expect((await one.withdraw()).status).toBe(204);
    expect((await one.read()).proposedProfile).toBeNull();
    const actions = (await actionsOf(one.id)).filter((action) => action !== 'organization.edit');
    const [proposed, withdrawn] = ['organization.profile-proposed', 'organization.profile-withdrawn'];
    expect(actions).toEqual([proposed, proposed, withdrawn, proposed, withdrawn]);
  });

  it('are refused when a colleague proposed others since', async () => {
    const one = await approvedOrganization();
    const before = await one.read();
    expect((await one.put({ name: 'First', before })).status).toBe(200);
    expect(await one.put({ name: 'Second', before })).toMatchObject({
      status: 409,
      body: { code: 'stale', current: { proposedProfile: { fields: [{ proposedValue: 'First' }] } } },
    });
    const fresh = await one.read();
    expect((await one.put({ ...fresh, serviceDTOList: [], name: 'Third', before: fresh })).status).toBe(200);
  });

  it('name a logo that is called like the one accepted a moment before', async () => {
    const one = await approvedOrganization();
    const { token } = await buildOperator(test);
    const proposalId = await one.propose({}, await picture());
    const proposed = await transaction(test.owner, async (tx) => {
      await sql`select 1 from organizations where id = ${one.id} for update`.run(tx);
      const accepted = decideOn(token, one.id, 'accept', { proposalId });
      await until(async () => (await lockWaits()) === 1);
      const other = one.put({ name: one.name, city: 'Portage' }, await picture());
      await until(async () => (await lockWaits()) === 2);
      return [accepted, other] as const;
    });
    const [accepted, other] = await Promise.all(proposed);
    expect(accepted.status).toBe(200);
    expect(other.body.proposedProfile.fields).toMatchObject([{ field: 'imageFilename' }, { field: 'city' }]);
  });

  it('keep the logo from everyone but staff and operators until it is accepted', async () => {
    const one = await approvedOrganization();
    const { token } = await buildOperator(test);
    const before = await storedFiles();
    const logo = { params: { id: one.id } };
    const proposed = await one.put({}, await picture());
    expect(proposed.body).toMatchObject({
      imageFilename: null,
      proposedProfile: { fields: [{ field: 'imageFilename', value: null, proposedValue: 'logo.webp' }] },
    });
    expect((await test.call('GET /v1/organizations/{id}/image', logo)).status).toBe(404);
    const stranger = await buildSignedIn(test, (await buildOrganization(test)).id, { userType: 'ADMIN' });
    expect((await one.proposedImage(stranger.token)).status).toBe(404);
    const image = await one.proposedImage();
    expect(image).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-store' } });
    const shown = await test.call('GET /v1/operator/organizations/{id}/proposed-image', { token, ...logo });
    expect(shown.bytes.equals(image.bytes)).toBe(true);

    // Its name keeps it in the next edit; without it, the edit has no new logo.
    const kept = await one.put({ name: 'With Logo', imageFilename: 'logo.webp' });
    expect(kept.body.proposedProfile.fields).toHaveLength(2);
    expect((await one.put({ imageFilename: 'other.webp' })).status).toBe(400);
    const { proposedProfile } = await one.read();
    await decideOn(token, one.id, 'accept', { proposalId: proposedProfile.id });
    expect((await test.call('GET /v1/organizations/{id}/image', logo)).bytes.equals(image.bytes)).toBe(true);
    expect(await one.read()).toMatchObject({ name: 'With Logo', imageFilename: 'logo.webp', proposedProfile: null });
    expect(await read(token, one.id)).toMatchObject({ imageFilename: 'logo.webp' });
    expect((await one.proposedImage()).status).toBe(404);

    // A logo that is replaced, withdrawn or declined leaves no bytes; neither does an accepted one's predecessor.
    const [accepted = ''] = (await storedFiles()).filter((key) => !before.includes(key));
    const renamed = { name: 'With Logo' };
    await one.put(renamed, await picture('second.png'));
    await one.put(renamed, await picture('third.png'));
    await one.withdraw();
    const fourth = await one.propose(renamed, await picture('fourth.png'));
    await decideOn(token, one.id, 'decline', { proposalId: fourth, reason: 'Not your logo.' });
    const fifth = await one.propose(renamed, await picture('fifth.png'));
    await test.runJobs();
    await test.call('POST /v1/operator/usage/count', { token });
    await test.runJobs();
    const { size } = await sql<{ size: number }>`select files as size from organization_usage
      where organization_id = ${one.id}`.one(test.app.db);
    expect(size).toBe(2 * image.bytes.length);
    await decideOn(token, one.id, 'accept', { proposalId: fifth });
    await test.runJobs();
    const left = (await storedFiles()).filter((key) => !before.includes(key));
    expect(left).toHaveLength(1);
    expect(left).not.toContain(accepted);
    expect(await test.app.files.has(accepted)).toBe(false);
    expect((await one.read()).imageFilename).toBe('fifth.webp');
  });

  it('are listed for operators with their namesakes, and accepted', async () => {
    const { token, ...operator } = await buildOperator(test);
    const real = await approvedOrganization({ name: 'Golden Acre Food Bank' });
    const one = await approvedOrganization({ name: 'Rare Crane Clinic' });
    await one.put({ name: 'The golden-acre food bank, Inc.', website: 'crane.example', zipCode: '98101' });
    const list = (query: object) =>
      test.call('GET /v1/operator/organizations', { token, query: { search: 'rare crane', ...query } });
    expect((await list({ proposed: 'true' })).body).toMatchObject({ totalElements: 1, proposedCount: 1 });
    expect((await list({ proposed: 'true', approval: 'WAITING' })).body).toMatchObject({ content: [] });
    const other = await list({ proposed: 'true', search: 'golden acre' });
    expect(other.body).toMatchObject({ content: [], totalElements: 0, proposedCount: 0, counts: { APPROVED: 1 } });

    const shown = await read(token, one.id);
    expect(shown.name).toBe('Rare Crane Clinic');
    const sameName = { kind: 'same-name', domain: null, organization: { id: real.id, name: real.name } };
    expect(shown.proposedProfile.namesakes).toEqual([sameName]);
    expect(shown.warnings).not.toContainEqual(sameName);
    const { id: proposalId } = shown.proposedProfile;
    expect((await decideOn(token, one.id, 'accept', { proposalId: proposalId + 1 })).status).toBe(409);
    const accepted = await decideOn(token, one.id, 'accept', { proposalId });
    expect(accepted).toMatchObject({
      status: 200,
      body: { name: 'The golden-acre food bank, Inc.', proposedProfile: null },
    });
    expect(accepted.body.warnings).toContainEqual(sameName);
    const row = await sql`select zip_code, website, time_zone from organizations where id = ${one.id}`.one(test.app.db);
    expect(row).toEqual({ zip_code: '98101', website: 'https://crane.example', time_zone: 'America/Los_Angeles' });
    expect((await test.outbox(one.admin.email))[0]?.text).toContain('Everyone sees them now');
    const again = await decideOn(token, one.id, 'accept', { proposalId });
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict', current: { proposedProfile: null } } });
    const query = { action: 'organization.profile-accepted', organizationId: String(one.id) };
    const { body: log } = await test.call('GET /v1/operator/log', { token, query });
    expect(log.content).toMatchObject([
      { actor: { id: operator.id }, detail: { proposalId, fields: ['name', 'website', 'zipCode'] } },
    ]);
    expect(await actionsOf(one.id)).toEqual(['organization.profile-proposed', 'organization.profile-accepted']);
  });

  it('are declined with a reason, which its admins get by email', async () => {
    const { token } = await buildOperator(test);
    const one = await approvedOrganization();
    const proposalId = await one.propose({ name: 'Somebody Else' });
    const missing = await decideOn(token, one.id, 'decline', { proposalId });
    expect(missing).toMatchObject({ status: 400, body: { fields: { reason: 'Reason is required.' } } });
    expect((await decideOn(token, 999_999, 'decline', { proposalId, reason: 'x' })).status).toBe(404);
    const declined = await decideOn(token, one.id, 'decline', { proposalId, reason: 'That is another pantry.' });
    expect(declined).toMatchObject({ status: 200, body: { name: one.name, proposedProfile: null } });
    expect(await one.read()).toMatchObject({ name: one.name, proposedProfile: null });
    expect((await test.outbox(one.admin.email))[0]?.text).toContain('Reason: That is another pantry.');
    expect(await actionsOf(one.id)).toEqual(['organization.profile-proposed', 'organization.profile-declined']);
  });

  it('are decided once, and only those that the operator saw', async () => {
    const { token } = await buildOperator(test);
    const one = await approvedOrganization();
    const proposalId = await one.propose({ name: 'Seen' });
    const [edited, ...decisions] = await Promise.all([
      one.put({ name: 'Unseen' }),
      ...[1, 2, 3].map(() => decideOn(token, one.id, 'accept', { proposalId })),
    ]);
    expect(edited.status).toBe(200);
    const made = decisions.filter(({ status }) => status === 200).length;
    expect(made).toBeLessThan(2);
    expect(decisions.filter(({ status }) => status === 409)).toHaveLength(3 - made);
    const now = await one.read();
    expect(now.name).toBe(made === 1 ? 'Seen' : one.name);
    expect(now.proposedProfile.fields).toMatchObject([{ field: 'name', proposedValue: 'Unseen' }]);
  });

  it('of a suspended organization can be declined, but not accepted', async () => {
    const { token } = await buildOperator(test);
    const one = await approvedOrganization();
    const proposalId = await one.propose({ name: 'Somebody Else' });
    await decide(one.id, 'suspend');
    const refused = await decideOn(token, one.id, 'accept', { proposalId });
    expect(refused).toMatchObject({ status: 409, body: { current: { approval: 'SUSPENDED' } } });
    expect(refused.body.message).toContain('Restore it before you accept its changes.');
    expect((await one.withdraw()).body.code).toBe('organization_suspended');
    expect((await decideOn(token, one.id, 'decline', { proposalId, reason: 'No.' })).status).toBe(200);
  });

  it('apply at once where organizations are approved automatically', async () => {
    const one = await approvedOrganization();
    await one.propose({ name: 'Waits' }, await picture());
    Object.assign(test.app.config, { organizationApproval: 'auto' });
    try {
      expect((await one.read()).proposedProfile.fields).toHaveLength(2);
      const applied = await one.put({ name: 'Applies', imageFilename: 'logo.webp' });
      expect(applied.body).toMatchObject({ name: 'Applies', imageFilename: 'logo.webp', proposedProfile: null });
    } finally {
      Object.assign(test.app.config, { organizationApproval: 'operator' });
    }
  });

  it('are listed, accepted and declined by the command', async () => {
    const [one, other] = [await approvedOrganization(), await approvedOrganization()];
    await one.put({ name: 'Command Street', zipCode: '43604' });
    // As it may have been stored before such characters were refused.
    await sql`update proposed_profiles set name = ${'Command\u001b Street'} where organization_id = ${one.id}`.run(
      test.app.db,
    );
    const proposalId = await other.propose({ website: 'other.example' });
    const text = await listText();
    expect(text).toContain(`name: ${one.name} → Command? Street`);
    expect(text).toMatch(/ ZIP code: .+ → 43604/);
    expect(text).toContain(`Proposed changes ${proposalId} by Ada Person`);
    expect(await operator('accept', String(one.id))).toMatchObject({ code: 0 });
    expect(await one.read()).toMatchObject({ name: 'Command\u001b Street', proposedProfile: null });
    const run = (...args: string[]) => carryOutReview(test.app.db, readOrder(args) as ReviewOrder, null);
    const done = `✓ Changes ${proposalId} of organization ${other.id} are declined. Its admins are told by email.`;
    expect(await run('decline', String(proposalId), '--reason', 'Not', 'yours')).toBe(done);
    expect((await test.outbox(other.admin.email))[0]?.text).toContain('Reason: Not yours');
    await expect(run('accept', String(other.id))).rejects.toThrow(`No changes are waiting for ${other.id}.`);
  });

  it('are shown again in the terminal if others were proposed', async () => {
    const one = await approvedOrganization();
    await one.put({ name: 'Seen' });
    let asked = 0;
    const shown: string[] = [];
    const terminal = {
      show: (lines: string[]) => void shown.push(...lines),
      confirm: async () => {
        if (++asked === 1) await one.put({ name: 'Replaced' });
        return asked === 1;
      },
    };
    const order = { decision: 'accept', id: one.id, reason: null } as const;
    expect(await carryOutReview(test.app.db, order, terminal)).toBe('Nothing changed.');
    expect(shown.join('\n')).toMatch(/→ Seen.*proposed other changes.*→ Replaced/s);
    expect((await one.read()).name).toBe(one.name);
  });
});
