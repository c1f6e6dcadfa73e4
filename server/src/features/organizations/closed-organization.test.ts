import { waitingOrganizationText } from '@kinbridge/contract/sms/sms-blocked-reasons';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandCaller } from '../../access/caller.ts';
import { effectOf, type Permission } from '../../access/permissions.ts';
import { sql } from '../../db/sql.ts';
import { routes } from '../../http/routes.ts';
import { buildOrganization, buildSignedIn, nextNumber, serviceIds, setApproval } from '../../testing/build.ts';
import { buildForm } from '../../testing/forms.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { decideOrganization } from '../operator/decide-organization.commands.ts';

let test: TestApp;
let partner: { id: number };
let nurse: { id: number; token: string };

beforeAll(async () => {
  test = await startTestApp();
  partner = await buildOrganization(test);
  nurse = await buildSignedIn(test, partner.id);
});
afterAll(() => test.close());

async function openOrganization() {
  const { id, name } = await buildOrganization(test);
  const admin = await buildSignedIn(test, id, { userType: 'ADMIN' });
  const [serviceId = 0] = await serviceIds(test, id);
  return { id, name, admin, serviceId };
}

const suspend = (id: number) =>
  decideOrganization(test.app.db, commandCaller, id, { decision: 'suspend', reason: 'Registered twice.' });

const requestFor = (from: { id: number; token: string; organizationId: number }, serviceId: number, over = {}) =>
  test.call('POST /v1/service-requests', {
    parts: {
      serviceRequest: {
        organizationId: from.organizationId,
        serviceId,
        patient: { firstName: 'Ann', lastName: `Other ${nextNumber()}`, phoneNumber: '+12695550177', ...over },
      },
    },
    token: from.token,
  });

const sender = () => ({ ...nurse, organizationId: partner.id });

const changes = ({ access, name }: (typeof routes)[number]) =>
  access !== 'public' && access !== 'security:own' && !name.startsWith('GET ');
const isWrite = (route: (typeof routes)[number]) => changes(route) && effectOf(route.access as Permission) !== 'reads';

describe('staff of a refused or suspended organization', () => {
  const states = [
    { approval: 'REFUSED', code: 'organization_refused' },
    { approval: 'SUSPENDED', code: 'organization_suspended' },
  ] as const;
  const staff = {} as Record<string, { id: number; organizationId: number; token: string }>;
  beforeAll(async () => {
    for (const { approval } of states) {
      const { id } = await buildOrganization(test, { approval });
      staff[approval] = await buildSignedIn(test, id, { userType: 'ADMIN' });
    }
  });

  describe.each(states)('$approval', ({ approval, code }) => {
    it.each(routes.filter(isWrite).map((route) => route.name))('are refused %s', async (name) => {
      const params = {
        id: 1,
        userId: 1,
        otherId: 1,
        mergeId: 1,
        surveyId: 1,
        employeeId: 1,
        newStatus: 'OPEN',
        status: 'OPEN',
      };
      const answer = await test.call(name, { params, token: staff[approval]?.token });
      expect(answer).toMatchObject({ status: 403, body: { code, message: expect.stringMatching(/\.$/) } });
    });

    it('can read their records', async () => {
      const { organizationId = 0, token } = staff[approval] ?? {};
      for (const name of [
        'GET /v1/organizations/{id}',
        'GET /v1/organizations/{id}/members',
        'GET /v1/organizations/{id}/service-requests',
      ]) {
        expect((await test.call(name, { params: { id: organizationId }, token })).status, name).toBe(200);
      }
      const own = await test.call('GET /v1/organizations/{id}', { params: { id: organizationId }, token });
      expect(own.body).toMatchObject({ approval, approvalReason: 'Registered twice.' });
    });

    it('can edit only their own profile', async () => {
      const { id = 0, organizationId = 0, token } = staff[approval] ?? {};
      const colleague = await buildSignedIn(test, organizationId);
      const edit = (userId: number) =>
        test.call('PUT /v1/users/{id}', { params: { id: userId }, body: { city: 'Detroit' }, token });
      expect((await edit(id)).status).toBe(200);
      expect(await edit(colleague.id)).toMatchObject({ status: 403, body: { code } });
    });

    it('keep their own security in their hands', async () => {
      const { id = 0, token } = staff[approval] ?? {};
      expect((await test.call('DELETE /v1/users/{id}/sessions', { params: { id }, token })).status).toBe(204);
    });

    it('are in an unlisted organization without new requests or sign-ups', async () => {
      const { organizationId = 0 } = staff[approval] ?? {};
      for (const token of [undefined, nurse.token]) {
        const { body } = await test.call('GET /v1/organizations', { token });
        expect(body.map((organization: { id: number }) => organization.id)).not.toContain(organizationId);
      }
      const [serviceId = 0] = await serviceIds(test, organizationId);
      expect((await requestFor(sender(), serviceId)).status).toBe(404);
      const signUp = {
        firstName: 'Ada',
        lastName: 'Moss',
        email: `late${nextNumber()}@example.org`,
        phoneNumber: '+13135550123',
        password: 'Correct-Horse6*',
        userType: 'EMPLOYEE',
        organizationId,
      };
      expect((await test.call('POST /v1/auth/sign-up', { body: signUp })).status).toBe(404);
    });
  });

  it('are refused every call except reads, searches, previews and read marks', () => {
    const unmarked = routes.filter((route) => changes(route) && !isWrite(route));
    expect(
      unmarked
        .map(({ name }) => name)
        .filter((name) => !/\/(search|preview|similar|texts|distances|filter\/ids|read|dismiss)$/.test(name)),
    ).toEqual([]);
    expect(routes.filter(isWrite).length).toBeGreaterThan(30);
  });
});

describe('a waiting organization', () => {
  const waiting = { status: 403, body: { code: 'organization_waiting' } };
  let home: { id: number; name: string };
  let admin: { id: number; organizationId: number; token: string };
  beforeAll(async () => {
    home = await buildOrganization(test, { approval: 'WAITING', name: 'Mercy General Hospital' });
    admin = await buildSignedIn(test, home.id, { userType: 'ADMIN' });
  });

  const textsTo = (userId: number) =>
    sql<{ kind: string; state: string; reason: string | null }>`select kind, state, reason from sms_messages
      where user_id = ${userId} order by id`.many(test.app.db);
  const ownRequest = async () => {
    const [serviceId = 0] = await serviceIds(test, home.id);
    const answer = await requestFor({ ...admin, organizationId: home.id }, serviceId);
    expect(answer.status).toBe(201);
    return answer.body as { id: number; patient: { id: number } };
  };

  it.each(
    routes
      .filter(({ access }) => access !== 'public' && effectOf(access) === 'reaches outside')
      .map(({ name }) => name),
  )('is refused %s', async (name) => {
    const params = { id: home.id, domain: 'example.org' };
    const answer = await test.call(name, { params, token: admin.token });
    expect(answer).toMatchObject({ ...waiting, body: { message: expect.stringContaining("isn't approved yet") } });
  });

  it('is refused an email to an invited person, and can create a link', async () => {
    const invite = (body: object) =>
      test.call('POST /v1/organizations/{id}/invitations', { params: { id: home.id }, body, token: admin.token });
    expect(await invite({ email: 'stranger@example.org' })).toMatchObject(waiting);
    expect((await invite({})).status).toBe(201);
    const stored = await sql`select email from invitations where organization_id = ${home.id}`.many(test.app.db);
    expect(stored).toEqual([{ email: null }]);
    expect(await test.outbox('stranger@example.org')).toEqual([]);
  });

  it('has its automatic texts skipped, to members and to staff', async () => {
    const colleague = await buildSignedIn(test, home.id, { userType: 'ADMIN' });
    const { id, patient } = await ownRequest();
    await test.call('POST /v1/service-requests/transition/{status}', {
      params: { status: 'PENDING' },
      body: { serviceRequestIds: [id], from: 'REQUESTED' },
      token: admin.token,
    });
    const skipped = { state: 'skipped', reason: 'organization_waiting' };
    expect(await textsTo(patient.id)).toEqual([
      { kind: 'request-member', ...skipped },
      { kind: 'confirmation', ...skipped },
    ]);
    expect(await textsTo(colleague.id)).toEqual([{ kind: 'request-employee', ...skipped }]);
    const { body } = await test.call('GET /v1/messages/getServiceRequestMessages/{id}', {
      params: { id },
      token: admin.token,
    });
    expect(body[0]).toMatchObject(skipped);
  });

  it('assigns a form without texting the link', async () => {
    const { patient } = await ownRequest();
    const form = await buildForm(test, admin, [{ type: 'text', name: 'q' }]);
    const assigned = await test.call('POST /v1/users/{id}/surveys', {
      params: { id: patient.id },
      body: { surveyId: form.id },
      token: admin.token,
    });
    expect(assigned).toMatchObject({ status: 201, body: { smsBlockedReason: waitingOrganizationText } });
  });

  it('is told in a preview that no text goes out', async () => {
    const { id, patient } = await ownRequest();
    const move = await test.call('GET /v1/service-requests/{id}/transition/{newStatus}/text', {
      params: { id, newStatus: 'PENDING' },
      token: admin.token,
    });
    expect(move.body.smsBlockedReason).toBe(waitingOrganizationText);
    const texts = await test.call('POST /v1/service-requests/texts', {
      body: { serviceIds: await serviceIds(test, home.id), patientId: patient.id },
      token: admin.token,
    });
    const member = await test.call('GET /v1/users/{id}', { params: { id: patient.id }, token: admin.token });
    const request = await test.call('GET /v1/service-requests/{id}', { params: { id }, token: admin.token });
    for (const { body } of [member, request]) expect(body.smsBlockedReason).toBe(waitingOrganizationText);
    expect(texts.body).toEqual({ memberBlockedReason: waitingOrganizationText, organizationIds: [] });
  });

  it('has texts skipped that were queued before', async () => {
    const { id, admin: sender, serviceId } = await openOrganization();
    const { body } = await requestFor({ ...sender, organizationId: id }, serviceId);
    await setApproval(test.app.db, id, 'WAITING');
    await test.runJobs();
    expect(await textsTo(body.patient.id)).toMatchObject([{ state: 'skipped', reason: 'organization_waiting' }]);
  });

  it('shows its forms to its own staff only', async () => {
    const form = await buildForm(test, admin, [{ type: 'text', name: 'ssn', title: 'Social Security number' }]);
    const { uniqueSurveyId } = form;
    const answer = {
      surveyAnswerJson: {},
      surveyUniqueId: uniqueSurveyId,
      version: 1,
      userFirstName: 'Any',
      userLastName: 'Body',
    };
    const calls = (token?: string) => [
      test.call('GET /v1/surveys/{id}/display', { params: { id: uniqueSurveyId }, token }),
      test.call('POST /v1/survey-answers/submit', { body: answer, token }),
      test.call('POST /v1/surveys/{uniqueSurveyId}/files', {
        params: { uniqueSurveyId },
        parts: { file: new File(['%PDF-1.4'], 'a.pdf') },
        token,
      }),
    ];
    const countStored = () =>
      sql`select (select count(*) from survey_answers) as answers, (select count(*) from survey_files) as files,
        (select count(*) from users) as users`.one(test.app.db);
    const before = await countStored();
    for (const token of [undefined, nurse.token]) {
      for (const refused of await Promise.all(calls(token))) {
        expect(refused).toMatchObject({ ...waiting, body: { message: expect.stringContaining("isn't open yet") } });
        expect(JSON.stringify(refused.body)).not.toMatch(/Mercy|Intake|Social/);
      }
    }
    expect(await countStored()).toEqual(before);
    expect((await Promise.all(calls(admin.token))).map(({ status }) => status)).toEqual([200, 201, 201]);
  });

  it('shows a page that names neither the form nor the organization', async () => {
    const form = await buildForm(test, admin, [{ type: 'text', name: 'ssn', title: 'Social Security number' }]);
    const page = await test.call(`GET /form/${form.uniqueSurveyId}`);
    expect(page.status).toBe(403);
    expect(page.bytes.toString()).toContain("This form isn't open yet.");
    expect(page.bytes.toString()).not.toMatch(/Mercy|Intake|Social/);
  });
});

describe('an invitation to a suspended organization', () => {
  it('is no longer valid', async () => {
    const { id, admin } = await openOrganization();
    const invited = await test.call('POST /v1/organizations/{id}/invitations', {
      params: { id },
      body: {},
      token: admin.token,
    });
    const invitation = new URL(invited.body.link).searchParams.get('invitation');
    await suspend(id);
    expect((await test.call('POST /v1/invitations/resolve', { body: { invitation } })).status).toBe(404);
  });
});

describe('requests with a suspended organization', () => {
  it('stay readable for both sides, and the other side can cancel them', async () => {
    const { id, name, admin, serviceId } = await openOrganization();
    const sent = await requestFor(sender(), serviceId);
    await suspend(id);
    const params = { id: sent.body.id };
    for (const token of [nurse.token, admin.token]) {
      expect((await test.call('GET /v1/service-requests/{id}', { params, token })).status).toBe(200);
    }
    const move = (newStatus: string) =>
      test.call('POST /v1/service-requests/{id}/transition/{newStatus}', {
        params: { ...params, newStatus },
        body: {},
        token: nurse.token,
      });
    expect(await move('CANCELLED')).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    expect(await move('REQUESTED')).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringContaining(name) },
    });
  });

  it.each(['REQUESTED', 'CANCELLED'])('offer only the moves that are left when %s', async (status) => {
    const { id, admin, serviceId } = await openOrganization();
    const sent = await requestFor(sender(), serviceId);
    const params = { id: sent.body.id };
    if (status === 'CANCELLED') {
      await test.call('POST /v1/service-requests/{id}/transition/{newStatus}', {
        params: { ...params, newStatus: status },
        body: {},
        token: nurse.token,
      });
    }
    const movesFor = async (token: string) =>
      (await test.call('GET /v1/service-requests/{id}', { params, token })).body.allowedMoves;
    const before = await movesFor(nurse.token);
    expect(await movesFor(admin.token)).toEqual(before);
    expect(before).not.toEqual([]);
    await suspend(id);
    expect(await movesFor(admin.token)).toEqual([]);
    expect(await movesFor(nurse.token)).toEqual(status === 'CANCELLED' ? [] : before);
  });

  it('accept no more comments', async () => {
    const { id, name, serviceId } = await openOrganization();
    const sent = await requestFor(sender(), serviceId);
    await suspend(id);
    const note = { serviceRequestId: sent.body.id, content: 'Her new address is …' };
    expect(await test.call('POST /v1/notes', { parts: { note }, token: nurse.token })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(name) },
    });
  });
});

describe('texts of a suspended organization', () => {
  async function textsOf(organizationId: number) {
    return sql<{ state: string; reason: string | null }>`select state, reason from sms_messages
      where organization_id = ${organizationId} and not is_received order by id`.many(test.app.db);
  }

  const skipped = { state: 'skipped', reason: expect.stringContaining("can't send texts") };

  it('are skipped immediately when queued before', async () => {
    const { id, admin, serviceId } = await openOrganization();
    await requestFor({ ...admin, organizationId: id }, serviceId);
    expect(await textsOf(id)).toMatchObject([{ state: 'queued' }]);
    await suspend(id);
    expect(await textsOf(id)).toEqual([skipped]);
  });

  it('are skipped on delivery when queued afterwards', async () => {
    const { id, admin, serviceId } = await openOrganization();
    await requestFor({ ...admin, organizationId: id }, serviceId);
    await setApproval(test.app.db, id, 'SUSPENDED');
    await test.runJobs();
    expect(await textsOf(id)).toEqual([skipped]);
  });

  it('stop amid a mass message, even those not created yet', async () => {
    const { id, admin } = await openOrganization();
    await sql`
      with people as (
        insert into users (user_type, status, first_name, last_name, phone_number)
        select 'PATIENT', 'ACTIVE', 'Ann', 'Many ' || n, '+1269556' || lpad(n::text, 4, '0') from generate_series(1, 1100) n
        returning id, first_name, last_name
      )
      insert into organization_members (organization_id, member_id) select ${id}, id from people`.run(test.app.db);
    const rows = await sql<{ id: number }>`select member_id as id from organization_members
      where organization_id = ${id}`.many(test.app.db);
    const sent = await test.call('POST /v1/messages/sendSMSToIdsList', {
      body: { ids: rows.map((row) => row.id), message: 'Hello' },
      token: admin.token,
    });
    expect(sent.body).toMatchObject({ queued: 1100 });
    await suspend(id);
    await test.runJobs();
    const texts = await textsOf(id);
    expect(texts).toHaveLength(1100);
    expect(texts.filter(({ state }) => state !== 'skipped')).toEqual([]);
  });
});

describe('public forms of a suspended organization', () => {
  it('answer 410 until it is restored', async () => {
    const { id, admin } = await openOrganization();
    const form = await buildForm(test, admin, [{ type: 'text', name: 'q' }]);
    const answer = {
      surveyAnswerJson: {},
      surveyUniqueId: form.uniqueSurveyId,
      version: 1,
      userFirstName: 'Any',
      userLastName: 'Body',
    };
    const file = new File(['text'], 'a.txt');
    const answers = async () => [
      (await test.call('GET /v1/surveys/{id}/display', { params: { id: form.uniqueSurveyId } })).status,
      (await test.call('POST /v1/survey-answers/submit', { body: answer })).status,
      (await test.call('POST /v1/surveys/{uniqueSurveyId}/files', { params: form, parts: { file } })).status,
      (await test.call(`GET /form/${form.uniqueSurveyId}`)).status,
    ];
    await suspend(id);
    expect(await answers()).toEqual([410, 410, 410, 410]);
    await decideOrganization(test.app.db, commandCaller, id, { decision: 'restore', reason: null });
    expect(await answers()).toEqual([200, 201, 415, 200]);
  });
});

describe('the open requests of a suspended provider', () => {
  it('say so, and their senders are emailed once', async () => {
    const { id, serviceId } = await openOrganization();
    const { body } = await requestFor(sender(), serviceId);
    const read = async () =>
      (await test.call('GET /v1/service-requests/{id}', { params: { id: body.id }, token: nurse.token })).body;
    expect(await read()).toMatchObject({ unavailable: null });
    await suspend(id);
    await suspend(id);
    expect(await read()).toMatchObject({ unavailable: 'SUSPENDED' });
    const mails = await sql`select user_id from emails where kind = 'request-unavailable'
      and (payload ->> 'serviceRequestId')::bigint = ${body.id}`.many(test.app.db);
    expect(mails).toEqual([{ user_id: nurse.id }]);
    await setApproval(test.app.db, id, 'APPROVED');
    expect(await read()).toMatchObject({ unavailable: null });
  });
});
