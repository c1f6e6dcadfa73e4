import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../db/sql.ts';
import { sealAuditLog, verifyAuditLog } from '../records/audit/audit-chain.commands.ts';
import { asOwner } from '../testing/as-owner.ts';
import { buildOrganization, buildSignedIn, nextNumber, serviceIds } from '../testing/build.ts';
import { buildForm } from '../testing/forms.ts';
import { type KinbridgeProcess, startKinbridge } from '../testing/kinbridge-process.ts';
import { buildXlsx } from '../testing/spreadsheets.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { startTwilioServer, type TwilioServer } from '../testing/twilio-server.ts';
import { until } from '../testing/until.ts';

/** Kills per kind of work: one here, twenty in `npm run trust`. */
const kills = Number(process.env.KINBRIDGE_KILLS ?? 1);
/** `npm run trust` plants this fault to see the tests fail: a text is lost after its request was acknowledged. */
const plantsLoss = process.env.KINBRIDGE_PLANTED_LOSS !== undefined;
const patience = 60_000 * (kills + 1);

let test: TestApp;
let nurse: Awaited<ReturnType<typeof buildSignedIn>>;
let serviceId: number;
let provider: TwilioServer;
let running: KinbridgeProcess | undefined;
let settings: Record<string, string>;

beforeAll(async () => {
  test = await startTestApp();
  const { id } = await buildOrganization(test);
  nurse = await buildSignedIn(test, id);
  serviceId = (await serviceIds(test, id))[0] ?? 0;
  // A time zone where it is noon now, so mass messages are sent.
  const hours = (new Date().getUTCHours() + 12) % 24;
  const zone = hours > 12 ? `Etc/GMT-${24 - hours}` : `Etc/GMT+${hours}`;
  await sql`update organizations set time_zone = ${zone} where id = ${id}`.run(test.app.db);
  provider = await startTwilioServer();
  const { secret, auditKey, encryptionKey, dataDir } = test.app.config;
  settings = {
    DATABASE_URL: test.databaseUrl,
    DATA_DIR: dataDir,
    SESSION_SECRET: secret,
    AUDIT_KEY: auditKey,
    ENCRYPTION_KEY: encryptionKey,
    ...provider.environment,
    SMS_PER_SECOND: '300',
  };
  running = await startKinbridge(settings);
}, 120_000);

afterAll(async () => {
  await kill();
  await provider.stop();
  await test.close();
});

async function kill(): Promise<void> {
  running?.child.kill('SIGKILL');
  await running?.exited;
  // The dead worker hasn't reported for a while.
  await sql`update job_workers set seen_timestamp = now() - interval '5 minutes'`.run(test.app.db);
  await expireSending(0);
}

/** Ages texts that have been 'sending' for some seconds until they become 'unknown'. */
async function expireSending(seconds: number): Promise<void> {
  await sql`update sms_messages set update_timestamp = now() - interval '2 minutes'
    where state = 'sending' and update_timestamp <= now() - make_interval(secs => ${seconds})`.run(test.app.db);
}

/** Kills Kinbridge at a random moment during the work and restarts it. */
async function killDuring(work: Promise<unknown>, withinMs: number): Promise<void> {
  await delay(Math.random() * withinMs);
  await kill();
  await work;
  running = await startKinbridge(settings);
  // Otherwise it runs at the next full minute.
  await sql`select graphile_worker.add_job('mark-uncertain-sms')`.run(test.app.db);
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire document says is there
type Answered = { status: number; body: any };

/** The answer, or null if the connection ended without one, so nothing was acknowledged. */
async function call(path: string, init: RequestInit & { key?: string } = {}): Promise<Answered | null> {
  const headers = {
    authorization: `Bearer ${nurse.token}`,
    ...(init.key ? { 'idempotency-key': init.key } : {}),
    ...init.headers,
  };
  try {
    const response = await fetch(`${running?.url}${path}`, { ...init, headers });
    return { status: response.status, body: await response.json() };
  } catch {
    return null;
  }
}

function post(path: string, body: unknown, key?: string): Promise<Answered | null> {
  const json = !(body instanceof FormData);
  return call(path, {
    method: 'POST',
    body: json ? JSON.stringify(body) : (body as FormData),
    ...(json ? { headers: { 'content-type': 'application/json' } } : {}),
    ...(key ? { key } : {}),
  });
}

function file(blob: Blob): FormData {
  const form = new FormData();
  form.set('file', blob, 'list.xlsx');
  return form;
}

async function count(query: ReturnType<typeof sql<{ n: number }>>): Promise<number> {
  return (await query.one(test.app.db)).n;
}

/** A last name unique to this round. */
const newRound = () => `Round${nextNumber()}`;

/** Uploads members for this round, each with a request in REQUESTED. */
async function uploadMembers(round: string, people: number, phones?: string): Promise<number[]> {
  const rows = Array.from({ length: people }, (_, n) => [`First${n}`, round, phones ? `${phones}${1000 + n}` : null]);
  const list = await buildXlsx([['First Name', 'Last Name', 'Phone Number'], ...rows]);
  const path = `/v1/organizations/${nurse.organizationId}/services/upload-patients`;
  const query = `serviceIds=${serviceId}&serviceStatus=REQUESTED&smsConsent=true`;
  const uploaded = await post(`${path}?${query}`, file(list));
  expect(uploaded).toMatchObject({ status: 200, body: { created: people } });
  return requestsOf(round);
}

async function requestsOf(round: string): Promise<number[]> {
  const rows = await sql<{ id: number }>`select r.id from service_requests r join users u on u.id = r.member_id
    where u.last_name = ${round} order by r.id`.many(test.app.db);
  return rows.map(({ id }) => id);
}

function rounds(work: () => Promise<void>): () => Promise<void> {
  return async () => {
    for (let round = 0; round < kills; round++) await work();
  };
}

describe('kill -9 at a random moment', () => {
  afterEach(async () => {
    await sealAuditLog(test.app.db, test.app.config.auditKey);
    expect(await verifyAuditLog(test.app.db, test.app.config.auditKey)).toMatchObject({ intact: true });
  });

  it('keeps each created request, its text and its log entry once', rounds(creates), patience);
  it('moves all requests of a bulk move or none', rounds(bulkMove), patience);
  it('finishes an uploaded list of members, everyone once', rounds(memberUpload), patience);
  it('stores all responses of an upload or none', rounds(responseUpload), patience);
  it('finishes responses uploaded for the background, each once', rounds(responsesLater), patience);
  it('sends a mass message to everyone once, and to nobody after STOP', rounds(massMessage), patience);
});

interface Asked {
  patient: { firstName: string; lastName: string; phoneNumber: string };
  /** Set once the request was acknowledged. */
  id?: number;
}

async function creates(): Promise<void> {
  const round = newRound();
  const asked = new Map<string, Asked>();
  const loops = [1, 2, 3, 4].map(async () => {
    for (;;) {
      const patient = { firstName: `Person ${asked.size}`, lastName: round, phoneNumber: newPhone() };
      const key = randomUUID();
      asked.set(key, { patient });
      const answer = await create(key, patient);
      if (!answer) return;
      expect(answer.status).toBe(201);
      asked.set(key, { patient, id: answer.body.id });
    }
  });
  await killDuring(Promise.all(loops), 1_000);
  // Repeats the same call, like a browser that got no answer.
  for (const [key, { patient, id }] of asked) {
    const again = await create(key, patient);
    expect(again).toMatchObject({ status: 201, body: { patient } });
    if (id !== undefined) expect(again?.body.id).toBe(id);
  }
  if (plantsLoss) {
    const members = `select id from users where last_name = '${round}'`;
    await asOwner(test.databaseUrl, `delete from sms_messages where user_id in (${members} limit 1)`);
  }
  await expectEachOnce(round, asked.size);
}

const newPhone = () => `+1269${7_000_000 + nextNumber()}`;

function create(key: string, patient: Asked['patient']): Promise<Answered | null> {
  const form = new FormData();
  form.set('serviceRequest', JSON.stringify({ organizationId: nurse.organizationId, serviceId, patient }));
  return post('/v1/service-requests', form, key);
}

/** Expects this many people, each with one request, one text and one log entry. */
async function expectEachOnce(round: string, people: number): Promise<void> {
  const requests = await requestsOf(round);
  const found = {
    people: await count(sql`select count(*) as n from users where last_name = ${round}`),
    requests: requests.length,
    texts: await count(sql`select count(*) as n from sms_messages s join users u on u.id = s.user_id
      where u.last_name = ${round} and s.kind = 'request-member'`),
    entries: await count(sql`select count(*) as n from audit_log where action = 'service-request.create'
      and entity_id = any(${requests}::bigint[])`),
  };
  expect(found).toEqual({ people, requests: people, texts: people, entries: people });
}

async function bulkMove(): Promise<void> {
  const round = newRound();
  const serviceRequestIds = await uploadMembers(round, 150);
  const move = () => post('/v1/service-requests/transition/OPEN', { serviceRequestIds, status: 'OPEN' });
  const first = move();
  await killDuring(first, 150);
  const open = sql<{ n: number }>`select count(*) as n from service_requests
    where id = any(${serviceRequestIds}::bigint[]) and status = 'OPEN'`;
  const acknowledged = (await first)?.status === 200;
  expect(acknowledged ? [150] : [0, 150]).toContain(await count(open));
  await move();
  expect(await count(open)).toBe(150);
  const entries = sql<{ n: number }>`select count(*) as n from audit_log where action = 'service-request.move'
    and entity_id = any(${serviceRequestIds}::bigint[])`;
  expect(await count(entries)).toBe(150);
}

async function memberUpload(): Promise<void> {
  const round = newRound();
  const rows = Array.from({ length: 1_500 }, (_, n) => [`First${n}`, round]);
  const list = await buildXlsx([['First Name', 'Last Name'], ...rows]);
  const key = randomUUID();
  const path = `/v1/organizations/${nurse.organizationId}/services/upload-patients`;
  const query = `serviceIds=${serviceId}&serviceStatus=COMPLETED`;
  const upload = () =>
    call(`${path}?${query}`, { method: 'POST', body: file(list), key, headers: { prefer: 'respond-async' } });
  const first = upload();
  await killDuring(first, 700);
  const accepted = (await first) ?? (await upload());
  expect(accepted?.status).toBe(202);
  const end = await endOf(`/v1/uploads/${accepted?.body.uploadId}`);
  expect(end).toMatchObject({ state: 'done', result: { created: 1_500, requests: 1_500, rejected: [] } });
  expect(await requestsOf(round)).toHaveLength(1_500);
  const people = sql<{ n: number }>`select count(distinct first_name) as n from users where last_name = ${round}`;
  expect(await count(people)).toBe(1_500);
}

function endOf(upload: string) {
  return until(async () => {
    const { body } = (await call(upload)) ?? { body: {} };
    return (body.state === 'done' || body.state === 'failed') && body;
  }, 60_000);
}

let surveyId: number | undefined;

async function newResponses() {
  surveyId ??= (await buildForm(test, nurse, [{ type: 'text', name: 'need' }])).id;
  const round = newRound();
  const rows = Array.from({ length: 400 }, (_, n) => [`First${n}`, round, `need ${n}`]);
  return {
    path: `/v1/survey-answers/${surveyId}/upload-responses`,
    list: await buildXlsx([['First Name', 'Last Name', 'need'], ...rows]),
    key: randomUUID(),
    stored: sql<{ n: number }>`select count(*) as n from survey_answers a join users u on u.id = a.user_id
      where u.last_name = ${round}`,
  };
}

async function responseUpload(): Promise<void> {
  const { path, list, key, stored } = await newResponses();
  const upload = () => post(path, file(list), key);
  const first = upload();
  await killDuring(first, 500);
  expect((await first) ? [400] : [0, 400]).toContain(await count(stored));
  expect(await upload()).toMatchObject({ status: 200, body: { created: 400, rejected: [] } });
  expect(await count(stored)).toBe(400);
}

async function responsesLater(): Promise<void> {
  const { path, list, key, stored } = await newResponses();
  const upload = () => call(path, { method: 'POST', body: file(list), key, headers: { prefer: 'respond-async' } });
  const first = upload();
  await killDuring(first, 700);
  const accepted = (await first) ?? (await upload());
  expect(accepted?.status).toBe(202);
  const end = await endOf(`${path}/${accepted?.body.uploadId}`);
  expect(end).toMatchObject({ state: 'done', result: { created: 400, rejected: [] } });
  expect(await count(stored)).toBe(400);
}

/** A three-digit exchange unique to the round. */
let exchange = 200;

async function massMessage(): Promise<void> {
  const round = newRound();
  const phones = `+1616${++exchange}`;
  await uploadMembers(round, 60, phones);
  const rows = await sql<{ id: number; phone_number: string }>`
    select id, phone_number from users where last_name = ${round} order by id`.many(test.app.db);
  const key = randomUUID();
  const message = { ids: rows.map(({ id }) => id), message: `Hello from ${round}` };
  const send = () => post('/v1/messages/sendSMSToIdsList', message, key);
  const quitter = rows.at(-1)?.phone_number ?? '';
  const sid = `SM${randomUUID()}`;
  let stillQueued = false;
  const work = send().then(async (sent) => {
    if (!sent || !(await sayStop(quitter, sid))) return;
    stillQueued = (await statesOf(round)).get(quitter) === 'queued';
  });
  await killDuring(work, 400);
  const sent = await send();
  expect(sent?.status).toBe(202);
  expect(await sayStop(quitter, sid)).toBe(true);
  const states = await until(async () => {
    const now = await statesOf(round);
    const waiting = [...now.values()].filter((state) => state === 'queued' || state === 'sending');
    if (now.size === 60 && waiting.length === 0) return now;
    // PostgreSQL may finish the dead process's last statement after the kill.
    await expireSending(10);
    return false;
  }, 150_000);
  for (const [phone, state] of states) {
    // Other texts to a number aren't of the mass message.
    const times = provider.arrived.filter(({ form }) => form.To === phone && form.Body?.startsWith('Hello')).length;
    if (state === 'sent' || state === 'delivered') expect([phone, times]).toEqual([phone, 1]);
    else if (state === 'unknown') expect(times).toBeLessThanOrEqual(1);
    else expect([phone, state, times]).toEqual([quitter, 'skipped', 0]);
  }
  if (stillQueued) expect(states.get(quitter)).toBe('skipped');
}

async function statesOf(round: string): Promise<Map<string, string>> {
  const rows = await sql<{ phone_number: string; state: string }>`
    select s.phone_number, s.state from sms_messages s join users u on u.id = s.user_id
    where u.last_name = ${round} and s.campaign_id is not null`.many(test.app.db);
  return new Map(rows.map(({ phone_number, state }) => [phone_number, state]));
}

/** Sends a signed STOP from a phone; true once it was acknowledged. */
async function sayStop(phone: string, sid: string): Promise<boolean> {
  const form = { Body: 'STOP', From: phone, MessageSid: sid, To: '+12695550000' };
  const url = `${running?.url}/v1/messages/inbound`;
  const signed = Object.entries(form).reduce((text, [name, value]) => text + name + value, url);
  const signature = createHmac('sha1', 'token').update(signed).digest('base64');
  try {
    const headers = { 'x-twilio-signature': signature };
    return (await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })).ok;
  } catch {
    return false;
  }
}
