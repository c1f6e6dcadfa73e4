import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EventListener } from '../../db/event-listener.ts';
import { sql } from '../../db/sql.ts';
import { listenerOptions } from '../../records/events/events.commands.ts';
import { buildSignedIn, serviceIds } from '../../testing/build.ts';
import { requestCalls } from '../../testing/requests.ts';
import { until } from '../../testing/until.ts';
import { useOrganization, usePartners, useTestApp } from '../../testing/use-test-app.ts';
import { runResponseClock } from '../service-requests/response-clock.jobs.ts';

const test = useTestApp();
const partners = usePartners(test);
const { clinic, pantry, nurse, worker } = partners;
const stranger = useOrganization(test);
const calls = requestCalls(test, partners);
type SignedIn = Awaited<ReturnType<typeof buildSignedIn>>;
const [chief, admin, colleague] = [{} as SignedIn, {} as SignedIn, {} as SignedIn];

beforeAll(async () => {
  const admins = [clinic, pantry].map(({ id }) => buildSignedIn(test, id, { userType: 'ADMIN' }));
  const people = await Promise.all([...admins, buildSignedIn(test, pantry.id)]);
  for (const [index, target] of [chief, admin, colleague].entries()) Object.assign(target, people[index]);
});

/** Nothing is left of the test before. */
beforeEach(async () => {
  await sql`update service_requests set status = 'CANCELLED', complete_timestamp = null, declined = false,
    stall_timestamp = null, stall_reminders = 0, confirmation_timestamp = null, member_says_no = false,
    sender_question_timestamp = null, provider_question_timestamp = null`.run(test.owner);
  await sql`update users set status = 'ACTIVE' where id = any(${[nurse.id, worker.id]}::bigint[])`.run(test.owner);
  await sql`delete from email_preferences`.run(test.owner);
});

const refer = async (over: Record<string, unknown> = {}): Promise<number> => (await calls.create(over)).body.id;
const ask = ({ id, token }: SignedIn, query = {}) =>
  test.call('GET /v1/users/{id}/needs-you', { params: { id }, query, token });
const itemsOf = async (user: SignedIn) => (await ask(user)).body.items;
interface Item {
  kind: string;
  serviceRequest: { id: number } | null;
  member: { id: number } | null;
}
/** The kinds of someone's items with the id of their record. */
const needs = async (user: SignedIn) =>
  (await itemsOf(user)).map((item: Item) => [item.kind, item.serviceRequest?.id ?? item.member?.id]);
const done = ({ id, token }: SignedIn, body: object) =>
  test.call('POST /v1/users/{id}/needs-you/done', { params: { id }, body, token });
const comment = (id: number, { token }: SignedIn) =>
  test.call('POST /v1/notes', { parts: { note: { serviceRequestId: id, content: 'A secret question?' } }, token });
const assign = (id: number, employeeId = worker.id) =>
  test.call('POST /v1/service-requests/{id}/assign/{employeeId}', { params: { id, employeeId }, token: worker.token });
/** Without it, the other side would have responded. */
const assignUnnoticed = (id: number) => calls.setStatus(id, 'REQUESTED', worker.id);
const pend = async (id: number) => {
  for (const status of ['OPEN', 'IN_PROGRESS', 'PENDING']) await calls.move(id, status);
};
const decline = async (id: number) => {
  const answer = await calls.move(id, 'CANCELLED', worker.token, { outcome: { code: 'NO_CAPACITY' } });
  expect(answer.status).toBe(200);
};

/** Lets hours pass for one request. */
async function pass(id: number, hours: number): Promise<void> {
  const columns = ['create', 'due', 'responded', 'status', 'next_reminder', 'stall', 'confirmation', 'member_no'];
  const questions = ['sender_question', 'provider_question', 'sender_mail', 'provider_mail'];
  const earlier = [...columns, ...questions].map(
    (name) => sql`${sql.raw(`${name}_timestamp = ${name}_timestamp`)} - make_interval(hours => ${hours}::int)`,
  );
  await sql`update service_requests set ${sql.join(earlier)} where id = ${id}`.run(test.owner);
}

const terminate = (id: number) => sql`update users set status = 'INACTIVE' where id = ${id}`.run(test.owner);
const memberAnswers = async (id: number, Body: string) => {
  const { phone } = await sql<{ phone: string }>`select m.phone_number as phone from service_requests r
    join users m on m.id = r.member_id where r.id = ${id}`.one(test.app.db);
  const payload = new URLSearchParams({ From: phone, To: '+12695550000', Body, MessageSid: `N-${id}` }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await test.server.inject({ method: 'POST', url: '/v1/messages/inbound', headers, payload });
};

describe('items of the sending side', () => {
  it('show a decline until a request follows it', async () => {
    const id = await refer();
    await decline(id);
    const [item] = await itemsOf(nurse);
    expect(item).toMatchObject({ kind: 'DECLINED', member: null, by: { id: worker.id, firstName: 'Wim' } });
    const { body: ticket } = await test.call('GET /v1/service-requests/{id}', { params: { id }, token: nurse.token });
    expect(item.serviceRequest).toEqual(ticket);
    expect(item.since).toBe(ticket.statusTimestamp);
    await refer({ followsId: id, patientId: ticket.patient.id, patient: null });
    expect(await needs(nurse)).toEqual([]);
  });

  it('show an overdue request until the other side responds', async () => {
    const id = await refer();
    await pass(id, 49);
    expect(await needs(nurse)).toEqual([['OVERDUE', id]]);
    await comment(id, worker);
    expect(await needs(nurse)).toEqual([['COMMENT', id]]);
  });

  it('show an accepted request that nothing happens on, on both sides', async () => {
    const id = await refer();
    await assign(id);
    await calls.move(id, 'OPEN');
    await pass(id, 8 * 24);
    for (const user of [nurse, worker]) expect(await needs(user)).toEqual([['STALLED', id]]);
    await calls.move(id, 'IN_PROGRESS');
    for (const user of [nurse, worker]) expect(await needs(user)).toEqual([]);
  });

  it('show a request whose service was deleted until it ends', async () => {
    const id = await refer();
    await sql`update services set deleted_timestamp = now() where id = ${partners.serviceId}`.run(test.owner);
    expect(await needs(nurse)).toEqual([['SUSPENDED', id]]);
    await sql`update services set deleted_timestamp = null where id = ${partners.serviceId}`.run(test.owner);
    expect(await needs(nurse)).toEqual([]);
    await sql`update organizations set approval = 'SUSPENDED', approval_reason = 'Closed', closed_timestamp = now()
      where id = ${pantry.id}`.run(test.owner);
    expect(await needs(nurse)).toEqual([['SUSPENDED', id]]);
    await calls.move(id, 'CANCELLED', nurse.token);
    await sql`update organizations set approval = 'APPROVED', approval_reason = null where id = ${pantry.id}`.run(
      test.owner,
    );
    expect(await needs(nurse)).toEqual([]);
  });
});

describe('items of the providing side', () => {
  it('show a request that waits, by whom, until it is moved', async () => {
    const id = await refer();
    await assign(id);
    expect((await itemsOf(worker))[0]).toMatchObject({ kind: 'WAITING', by: { id: nurse.id, firstName: 'Nadia' } });
    await calls.move(id, 'OPEN');
    expect(await needs(worker)).toEqual([]);
  });

  it('show a comment until this side answers it, and the next one', async () => {
    const id = await refer();
    await assign(id);
    await calls.move(id, 'OPEN');
    await comment(id, nurse);
    expect((await itemsOf(worker))[0]).toMatchObject({ kind: 'COMMENT', by: { id: nurse.id } });
    expect(await needs(nurse)).toEqual([]);
    await comment(id, worker);
    expect(await needs(worker)).toEqual([]);
    expect((await itemsOf(nurse))[0]).toMatchObject({ kind: 'COMMENT', by: { id: worker.id } });
    await comment(id, nurse);
    expect(await needs(worker)).toEqual([['COMMENT', id]]);
  });

  it('show a NO and a missing answer of the member', async () => {
    const id = await refer();
    await assign(id);
    await pend(id);
    await pass(id, 7 * 24 + 1);
    expect((await needs(worker)).filter(([kind]: [string]) => kind !== 'STALLED')).toEqual([['NO_ANSWER', id]]);
    await memberAnswers(id, 'NO');
    expect((await itemsOf(worker))[0]).toMatchObject({ kind: 'MEMBER_SAID_NO', by: null });
    expect((await needs(worker)).map(([kind]: [string]) => kind)).not.toContain('NO_ANSWER');
    await calls.move(id, 'COMPLETED', worker.token, { outcome: { code: 'HELPED' } });
    expect(await needs(worker)).toEqual([]);
  });
});

describe('proposed changes', () => {
  it('wait for the admins of the organization that added the member', async () => {
    const id = await refer();
    const { body } = await test.call('GET /v1/service-requests/{id}', { params: { id }, token: nurse.token });
    const memberId = body.patient.id;
    const propose = (firstName: string) =>
      test.call('PUT /v1/users/{id}', { params: { id: memberId }, body: { firstName }, token: worker.token });
    expect((await propose('Maria')).status).toBe(200);
    expect(await needs(nurse)).toEqual([]);
    expect((await itemsOf(chief))[0]).toEqual({
      kind: 'PROPOSED_CHANGE',
      serviceRequest: null,
      member: { id: memberId, firstName: 'Marisol', lastName: body.patient.lastName },
      since: expect.any(String),
      by: { id: worker.id, firstName: 'Wim', lastName: 'Worker' },
    });
    expect((await done(nurse, { kind: 'PROPOSED_CHANGE', memberId })).status).toBe(404);
    expect((await done(chief, { kind: 'PROPOSED_CHANGE', memberId })).status).toBe(204);
    expect(await needs(chief)).toEqual([]);
    await propose('Mary');
    expect(await needs(chief)).toEqual([['PROPOSED_CHANGE', memberId]]);
    await propose('Marisol');
    expect(await needs(chief)).toEqual([]);
  });
});

describe('whose an item is', () => {
  it('falls to those who get email for the service, else to the admins', async () => {
    const id = await refer();
    expect(await needs(admin)).toEqual([['WAITING', id]]);
    expect(await needs(colleague)).toEqual([]);
    const choose = (user: SignedIn, isEmailRequired: boolean) =>
      test.call('POST /v1/users/{id}/email-preferences', {
        params: { id: user.id },
        body: { serviceId: partners.serviceId, isEmailRequired },
        token: user.token,
      });
    await choose(colleague, true);
    await choose(admin, false);
    expect(await needs(admin)).toEqual([]);
    expect(await needs(colleague)).toEqual([['WAITING', id]]);
    await choose(colleague, false);
    expect(await needs(admin)).toEqual([['WAITING', id]]);
  });

  it("falls to others once the assignee or the sender isn't active", async () => {
    const id = await refer();
    await assignUnnoticed(id);
    await pass(id, 49);
    expect([await needs(admin), await needs(chief)]).toEqual([[], []]);
    for (const user of [worker, nurse]) await terminate(user.id);
    expect([await needs(admin), await needs(chief)]).toEqual([[['WAITING', id]], [['OVERDUE', id]]]);
  });

  it("is nobody else's: other people and organizations", async () => {
    const id = await refer();
    await assign(id);
    const outsider = await buildSignedIn(test, stranger.id, { userType: 'ADMIN' });
    expect([await needs(outsider), await needs(admin)]).toEqual([[], []]);
    const of = { params: { id: worker.id } };
    for (const { token } of [admin, outsider, nurse]) {
      expect((await test.call('GET /v1/users/{id}/needs-you', { ...of, token })).status).toBe(404);
    }
    const body = { kind: 'WAITING', serviceRequestId: id };
    for (const user of [admin, outsider, nurse]) expect((await done(user, body)).status).toBe(404);
    expect((await test.call('GET /v1/users/{id}/needs-you', of)).status).toBe(401);
  });
});

describe('the list', () => {
  it('is newest first and has the total beyond its size', async () => {
    const ids = [await refer(), await refer(), await refer()];
    for (const [index, id] of ids.entries()) {
      await assign(id);
      await pass(id, index + 1);
    }
    expect(await needs(worker)).toEqual(ids.map((id) => ['WAITING', id]));
    expect((await ask(worker, { size: '0' })).body).toEqual({ total: 3, items: [] });
    const { body } = await ask(worker, { size: '1' });
    expect([body.total, body.items.length]).toEqual([3, 1]);
    expect((await ask(worker, { size: '201' })).status).toBe(400);
  });

  it('leaves out what is more than 30 days old', async () => {
    const id = await refer();
    await assign(id);
    await pass(id, 30 * 24 - 1);
    expect(await needs(worker)).toEqual([['WAITING', id]]);
    await pass(id, 2);
    expect(await needs(worker)).toEqual([]);
  });

  it('is recorded as read with the requests shown', async () => {
    const id = await refer();
    await assign(id);
    await ask(worker);
    const rows = await sql<{ shown: number[] }>`select detail -> 'shown' as shown from audit_log
      where action = 'service-request.list' and actor_id = ${worker.id} and detail ->> 'list' = 'needs-you'`.many(
      test.app.db,
    );
    expect(rows.at(-1)?.shown).toEqual([id]);
  });

  it('has one item of a request whose two sides are one person', async () => {
    const [serviceId] = await serviceIds(test, clinic.id);
    const id = (await calls.create({ serviceId, assigneeId: nurse.id })).body.id;
    await calls.move(id, 'OPEN', nurse.token);
    await pass(id, 8 * 24);
    expect(await needs(nurse)).toEqual([['STALLED', id]]);
    expect((await done(nurse, { kind: 'STALLED', serviceRequestId: id })).status).toBe(204);
    expect(await needs(nurse)).toEqual([]);
  });
});

describe('Done', () => {
  it('takes an item from everyone whose it is, until its cause happens again', async () => {
    const id = await refer();
    const second = await buildSignedIn(test, pantry.id, { userType: 'ADMIN' });
    for (const user of [admin, second]) expect(await needs(user)).toEqual([['WAITING', id]]);
    expect((await done(admin, { kind: 'WAITING', serviceRequestId: id })).status).toBe(204);
    for (const user of [admin, second]) expect(await needs(user)).toEqual([]);
    expect((await done(second, { kind: 'WAITING', serviceRequestId: id })).status).toBe(404);
    await comment(id, nurse);
    expect(await needs(second)).toEqual([['COMMENT', id]]);
    await calls.move(id, 'CANCELLED', nurse.token);
    await calls.move(id, 'REQUESTED', nurse.token);
    expect((await needs(second)).map(([kind]: [string]) => kind)).toEqual(['WAITING', 'COMMENT']);
    await terminate(second.id);
    expect(await calls.auditRows(id, 'needs-you.done')).toMatchObject([
      { actor_id: admin.id, detail: { kind: 'WAITING' } },
    ]);
  });

  it('on a decline tells the member without waiting for a day', async () => {
    const id = await refer();
    await decline(id);
    const isDue = () =>
      sql<{ due: boolean }>`select coalesce(decline_text_timestamp <= now(), false) as due
        from service_requests where id = ${id}`.one(test.app.db);
    expect(await isDue()).toEqual({ due: false });
    expect((await done(nurse, { kind: 'DECLINED', serviceRequestId: id })).status).toBe(204);
    expect(await isDue()).toEqual({ due: true });
  });

  it.each([
    [{ kind: 'WAITING' }, 'serviceRequestId'],
    [{ kind: 'WAITING', memberId: 1 }, 'serviceRequestId'],
    [{ kind: 'PROPOSED_CHANGE', serviceRequestId: 1 }, 'memberId'],
    [{ kind: 'LATE', serviceRequestId: 1 }, 'kind'],
  ])('refuses %j', async (body, field) => {
    const answer = await done(worker, body);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
  });
});

describe('the event', () => {
  let address: string;
  let listener: EventListener;

  beforeAll(async () => {
    address = await test.server.listen({ host: '127.0.0.1', port: 0 });
    listener = new EventListener(listenerOptions(test.app), (event) => test.app.events.publish(event));
    await listener.open();
  });
  afterAll(() => listener.close());

  /** The totals that a stream heard. */
  async function hear({ token }: SignedIn) {
    const { signal, abort } = new AbortController();
    const stream = await fetch(`${address}/v1/events`, { headers: { authorization: `Bearer ${token}` }, signal });
    const heard = { text: '', abort };
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const read = async () => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) heard.text += part.value;
    };
    void read().catch(() => undefined);
    const totals = () => Array.from(heard.text.matchAll(/event: needs-you\ndata: (.*)\n/g), ([, data = '']) => data);
    return { totals, text: () => heard.text };
  }

  it('tells those whose total changed, and nobody else', async () => {
    const [forWorker, forAdmin, forNurse] = [await hear(worker), await hear(admin), await hear(nurse)];
    const id = await refer();
    await until(() => forAdmin.totals().at(-1) === '{"total":1}');
    await assign(id);
    await until(() => forAdmin.totals().at(-1) === '{"total":0}' && forWorker.totals().at(-1) === '{"total":1}');
    await done(worker, { kind: 'WAITING', serviceRequestId: id });
    await until(() => forWorker.totals().at(-1) === '{"total":0}');
    const late = await refer();
    await assignUnnoticed(late);
    await sql`update service_requests set due_timestamp = now() - interval '1 minute' where id = ${late}`.run(
      test.owner,
    );
    await runResponseClock(test.app);
    await until(() => forNurse.totals().at(-1) === '{"total":1}');
    expect(forAdmin.totals().slice(-2)).toEqual(['{"total":1}', '{"total":0}']);
    expect(forAdmin.text()).not.toContain('needs-you-changed');
  });

  it('follows what time, a choice and a proposed change do', async () => {
    const [forWorker, forAdmin, forChief] = [await hear(worker), await hear(admin), await hear(chief)];
    const id = await refer();
    await assign(id);
    await pend(id);
    await sql`update service_requests set confirmation_timestamp = now() - interval '168 hours 1 minute'
      where id = ${id}`.run(test.owner);
    await runResponseClock(test.app);
    await until(() => forWorker.totals().at(-1) === '{"total":1}');
    const { body } = await test.call('GET /v1/service-requests/{id}', { params: { id }, token: nurse.token });
    const proposal = { params: { id: body.patient.id }, body: { firstName: 'Maria' }, token: worker.token };
    await test.call('PUT /v1/users/{id}', proposal);
    await until(() => forChief.totals().at(-1) === '{"total":1}');
    await refer();
    await until(() => forAdmin.totals().at(-1) === '{"total":1}');
    await test.call('POST /v1/users/{id}/email-preferences', {
      params: { id: worker.id },
      body: { serviceId: partners.serviceId, isEmailRequired: true },
      token: worker.token,
    });
    // The admin gets email as well until choosing not to.
    await until(() => forWorker.totals().at(-1) === '{"total":2}');
  });
});

describe('emails about comments', () => {
  const mailsOf = (id: number) =>
    sql<{ user_id: number; side: string }>`select user_id, payload ->> 'side' as side from emails
      where kind = 'request-note' and (payload ->> 'serviceRequestId')::bigint = ${id} order by id`.many(test.app.db);
  const choose = ({ id, token }: SignedIn, choice: object) =>
    test.call('PUT /v1/users/{id}', { params: { id }, body: choice, token });

  it('go to the other side, each at most once in 15 minutes, however many come', async () => {
    const id = await refer();
    await assign(id);
    await Promise.all(Array.from({ length: 10 }, (_, index) => comment(id, index % 2 ? nurse : worker)));
    for (let index = 0; index < 10; index++) await comment(id, nurse);
    const expected = [
      { user_id: nurse.id, side: 'sending' },
      { user_id: worker.id, side: 'providing' },
    ];
    const mails = await mailsOf(id);
    expect(mails.toSorted((a, b) => a.side.localeCompare(b.side) * -1)).toEqual(expected);
    await pass(id, 1);
    await comment(id, nurse);
    expect((await mailsOf(id)).slice(2)).toEqual([expected[1]]);
  });

  it("lead to the reader's own board, without the comment's text", async () => {
    const id = await refer();
    await assign(id);
    await comment(id, nurse);
    await comment(id, worker);
    for (const [user, board] of [
      [worker, 'incoming-service-requests'],
      [nurse, 'service-requests'],
    ] as const) {
      const mail = (await test.outbox(user.email)).find(({ text }) => text.includes(`new comment on ticket #${id}`));
      expect(mail?.text).toContain(`/${board}?ticket=${id}`);
      expect(mail?.text).not.toContain('secret');
    }
  });

  it('follow what the sender, the assignee and the others chose', async () => {
    const [first, second] = [await refer(), await refer()];
    await assign(first);
    await choose(worker, { mailAssignedRequests: false });
    await choose(nurse, { mailSentRequests: false });
    await comment(first, nurse);
    await comment(first, worker);
    expect(await mailsOf(first)).toEqual([]);
    await choose(worker, { mailAssignedRequests: true });
    await choose(nurse, { mailSentRequests: true });
    await comment(first, nurse);
    expect(await mailsOf(first)).toEqual([{ user_id: worker.id, side: 'providing' }]);
    await comment(second, nurse);
    expect(await mailsOf(second)).toEqual([{ user_id: admin.id, side: 'providing' }]);
  });
});
