import { beforeAll, describe, expect, it } from 'vitest';
import { type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { buildSignedIn, serviceIds } from '../../testing/build.ts';
import { buildForm } from '../../testing/forms.ts';
import { archiveTexts, findEverywhere, unusual } from '../../testing/member-traces.ts';
import { grayPicture } from '../../testing/pictures.ts';
import { until } from '../../testing/until.ts';
import { usePartners, useTestApp } from '../../testing/use-test-app.ts';
import { sealAuditLog, verifyAuditLog } from '../audit/audit-chain.commands.ts';
import { addComment } from '../service-requests/comments.commands.ts';
import { eraseAgain } from './erasure.commands.ts';
import { applyErasures, findErasures } from './erasures.commands.ts';

const test = useTestApp();
const partners = usePartners(test);
let admin: Awaited<ReturnType<typeof buildSignedIn>>;
let form: Awaited<ReturnType<typeof buildForm>>;
let ownService: number;
beforeAll(async () => {
  admin = await buildSignedIn(test, partners.clinic.id, { userType: 'ADMIN', firstName: 'Ada', lastName: 'Admin' });
  form = await buildForm(test, admin, [
    { type: 'text', name: 'need' },
    { type: 'file', name: 'proof' },
  ]);
  [ownService = 0] = await serviceIds(test, partners.clinic.id);
});

const as = (call: string, options: object = {}) => test.call(call, { token: admin.token, ...options });
const asWorker = (call: string, options: object = {}) => as(call, { token: partners.worker.token, ...options });
const erase = (id: number, name: string, kind: string, options: object = {}) =>
  as('POST /v1/users/{id}/erasure', { params: { id }, body: { name, kind }, ...options });

/** A member with something of every kind that the clinic can have about them. */
async function buildMember(word: string, number: number, serviceId: number) {
  const { secrets, ...patient } = unusual(word, number);
  const picture = new File([new Uint8Array(await grayPicture('png', 4, 4))], `${word}-file.png`);
  const file = new File([`${word}-file`], `${word}-file.txt`);
  const { body: request } = await as('POST /v1/service-requests', {
    parts: {
      serviceRequest: { organizationId: admin.organizationId, serviceId, patient, description: `${word}-description` },
      file: picture,
    },
    headers: { 'idempotency-key': `create ${word}` },
  });
  const id: number = request.patient.id;
  const note = { serviceRequestId: request.id, content: `${word}-note` };
  await as('POST /v1/notes', { parts: { note, file: picture } });
  await as('POST /v1/users/{userId}/documents', { params: { userId: id }, parts: { files: file } });
  await as('POST /v1/users/{id}/messages', { params: { id }, body: { message: `${word}-text` } });
  await as('POST /v1/users/{id}/surveys', { params: { id }, body: { surveyId: form.id } });
  const uploaded = await test.call('POST /v1/surveys/{uniqueSurveyId}/files', {
    params: { uniqueSurveyId: form.uniqueSurveyId },
    parts: { file: picture },
  });
  const data = {
    need: `${word}-answer`,
    proof: [{ name: `${word}-file.png`, type: 'image/png', content: uploaded.body.fileId }],
  };
  const answered = await as('POST /v1/surveys/{id}/answer', {
    params: { id: form.id },
    body: { userId: id, data, version: 1 },
  });
  expect([answered.status, answered.body]).toEqual([201, expect.anything()]);
  const name = patient.lastName.slice(0, 6);
  const search = { params: { id: admin.organizationId }, body: { name } };
  for (const again of [1, 2])
    expect([again, (await as('POST /v1/organizations/{id}/members/search', search)).status]).toEqual([again, 200]);
  return { id, name: `${patient.firstName} ${patient.lastName}`, ticket: request.id as number, patient, secrets };
}

const everywhere = (secrets: string[]) => findEverywhere(test, secrets);

/** What an organization downloads or lists. */
async function exports(token: string, id: number): Promise<string> {
  const calls: [string, object][] = [
    ['GET /v1/organizations/{id}/members', { params: { id } }],
    ['GET /v1/organizations/{id}/service-requests', { params: { id } }],
    ['GET /v1/organizations/{id}/incoming-service-requests', { params: { id } }],
    ['GET /v1/organizations/{id}/audit/csv', { params: { id } }],
    ['GET /v1/organizations/{id}/metrics/report.csv', { params: { id } }],
  ];
  const answers = await Promise.all(calls.map(([call, options]) => test.call(call, { token, ...options })));
  return answers.map(({ bytes }) => bytes.toString('utf8')).join('\n');
}

const counts = async () => {
  const { body: metrics } = await as('GET /v1/organizations/{id}/metrics', { params: { id: admin.organizationId } });
  const { body: board } = await as('GET /v1/organizations/{id}/service-requests/counts', {
    params: { id: admin.organizationId },
  });
  return { metrics, board };
};
const chain = async () => {
  await sealAuditLog(test.app.db, test.app.config.auditKey);
  return verifyAuditLog(test.app.db, test.app.config.auditKey);
};
const logOf = async (token: string, id: number, entityId: number) =>
  (
    await test.call('GET /v1/organizations/{id}/audit', {
      token,
      params: { id },
      query: { entityId: String(entityId), action: 'member.erase' },
    })
  ).body.content;

describe('a member whom no other organization sees', () => {
  it('is nowhere afterwards, while counts and the audit chain stay', async () => {
    const member = await buildMember('Zorble', 7731, ownService);
    const twin = await buildMember('Quaxly', 7732, ownService);
    await as('POST /v1/users/{id}/merges', { params: { id: member.id }, body: { mergedId: twin.id, take: [] } });
    await test.runJobs();
    await test.call('POST /v1/messages/inbound', {
      body: new URLSearchParams({
        From: member.patient.phoneNumber,
        To: '+12695550000',
        Body: 'STOP',
        MessageSid: 'SM1',
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await as('POST /v1/users/{id}/messages', { params: { id: member.id }, body: { message: 'Zorble-text' } });
    await archiveTexts(test, [
      { organization_id: admin.organizationId, user_id: member.id, phone_number: '+12695557731', body: 'Zorble-text' },
    ]);
    const secrets = [...member.secrets, ...twin.secrets];
    expect(new Set((await everywhere(secrets)).map((place) => place.split(':')[0])).size).toBeGreaterThan(10);
    const before = await counts();

    const { body: preview } = await as('GET /v1/users/{id}/erasure', { params: { id: member.id } });
    expect(preview).toMatchObject({
      kind: 'record',
      answers: 2,
      notes: 2,
      requests: 2,
      mergedRecords: 1,
      sharedRequests: 0,
    });
    expect((await erase(member.id, ` zorbleina  Zorbleowski`, 'record')).body).toEqual(preview);
    await test.runJobs();

    expect(await everywhere(secrets)).toEqual([]);
    const download = await exports(admin.token, admin.organizationId);
    expect(secrets.filter((secret) => download.includes(secret))).toEqual([]);
    expect(await counts()).toEqual(before);
    expect(await chain()).toMatchObject({ intact: true });
    expect(await as('GET /v1/users/{id}', { params: { id: member.id } })).toMatchObject({ status: 404 });
    expect((await as('GET /v1/service-requests/{id}', { params: { id: member.ticket } })).body).toMatchObject({
      patient: { firstName: 'Erased', lastName: 'member', phoneNumber: null },
      description: null,
      fileName: null,
    });
  });

  it('stays opted out from texts, without the number, until somebody enters it again', async () => {
    const { body } = await as('POST /v1/organizations/{id}/members', {
      params: { id: admin.organizationId },
      body: { firstName: 'New', lastName: 'Person', phoneNumber: '+12695557731' },
    });
    const { body: read } = await as('GET /v1/users/{id}', { params: { id: body.member.id } });
    expect(read.smsBlockedReason).toContain('opted out');
  });

  it('stays until an admin who proved who they are types the name', async () => {
    const { id, name } = await buildMember('Vexley', 7733, ownService);
    expect((await erase(id, 'Somebody Else', 'record')).body.fields).toHaveProperty('name');
    expect(await erase(id, name, 'part')).toMatchObject({ status: 409 });
    expect(await erase(id, name, 'record', { token: partners.nurse.token })).toMatchObject({ status: 403 });
    await sql`update sessions set proof_timestamp = now() - interval '11 minutes' where user_id = ${admin.id}`.run(
      test.app.db,
    );
    expect((await erase(id, name, 'record')).body.code).toBe('proof_required');
    await sql`update sessions set proof_timestamp = now() where user_id = ${admin.id}`.run(test.app.db);
    expect(await as('GET /v1/users/{id}', { params: { id } })).toMatchObject({ status: 200 });
  });
});

describe('everything about a member', () => {
  it('is downloaded by admins as JSON and as a PDF, and both are logged', async () => {
    const member = await buildMember('Wumble', 7735, ownService);
    const json = await as('GET /v1/users/{id}/export.json', { params: { id: member.id } });
    const text = json.bytes.toString('utf8');
    expect(member.secrets.filter((secret) => !text.includes(secret))).toEqual([]);
    expect(JSON.parse(text)).toMatchObject({
      requests: [{ id: member.ticket, notes: [{ content: 'Wumble-note' }] }],
      files: [
        { of: 'request' },
        { of: 'note' },
        { of: 'member' },
        { of: 'answer', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ],
    });
    const pdf = await as('GET /v1/users/{id}/export.pdf', { params: { id: member.id } });
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const { body } = await as('GET /v1/organizations/{id}/audit', {
      params: { id: admin.organizationId },
      query: { entityId: String(member.id), action: 'member.export' },
    });
    expect(body.content.map(({ detail }: { detail: object }) => detail)).toEqual([
      { format: 'pdf' },
      { format: 'json' },
    ]);
  });
});

describe('a member whom another organization sees', () => {
  let member: Awaited<ReturnType<typeof buildMember>>;
  let ownTicket: number;
  let before: Awaited<ReturnType<typeof counts>>;
  const params = () => ({ params: { id: member.id } });
  const ticket = () => ({ params: { id: member.ticket } });

  beforeAll(async () => {
    member = await buildMember('Brindle', 7734, partners.serviceId);
    const serviceRequest = {
      organizationId: admin.organizationId,
      serviceId: ownService,
      patientId: member.id,
      description: 'Brindle-own',
    };
    ownTicket = (await as('POST /v1/service-requests', { parts: { serviceRequest } })).body.id;
    await asWorker('POST /v1/notes', { parts: { note: { serviceRequestId: member.ticket, content: 'Theirs' } } });
    const { body: theirs } = await asWorker('GET /v1/users/{id}', params());
    await asWorker('PUT /v1/users/{id}', {
      ...params(),
      body: {
        ...theirs,
        smsBlockedReason: undefined,
        proposedChanges: undefined,
        secondFactor: undefined,
        firstName: 'Brindabel',
      },
    });
    await test.runJobs();
    before = await counts();
    const { status, body } = await erase(member.id, member.name, 'part');
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ kind: 'part', answers: 1, notes: 1, requests: 2, sharedRequests: 1 }),
    ]);
    await test.runJobs();
  });

  it("loses the organization's answers, notes, texts and files", async () => {
    expect(await everywhere(['Brindle-answer', 'Brindle-note', 'Brindle-text', 'Brindle-own'])).toEqual([]);
    expect(await as('GET /v1/users/{id}', params())).toMatchObject({ status: 404 });
    expect(await counts()).toEqual(before);
    expect(await chain()).toMatchObject({ intact: true });
  });

  it('stays for the other organization, which decides about the record now', async () => {
    expect((await asWorker('GET /v1/users/{id}', params())).body).toMatchObject({
      firstName: 'Brindabel',
      lastName: member.patient.lastName,
      phoneNumber: member.patient.phoneNumber,
      addedByOrganizationId: partners.pantry.id,
      proposedChanges: [],
    });
    const { body } = await asWorker('GET /v1/service-requests/{id}', ticket());
    expect(body).toMatchObject({ patient: { firstName: 'Brindabel' }, description: 'Brindle-description' });
    expect((await asWorker('GET /v1/service-requests/{id}/notes', ticket())).body).toHaveLength(1);
  });

  it("has no name, description or notes on the organization's own requests", async () => {
    for (const id of [member.ticket, ownTicket]) {
      const { body } = await as('GET /v1/service-requests/{id}', { params: { id } });
      expect(body).toMatchObject({
        patient: { firstName: 'Erased', lastName: 'member' },
        description: null,
        fileName: null,
      });
    }
    expect((await as('GET /v1/service-requests/{id}/notes', ticket())).body).toEqual([]);
    const { body: timeline } = await as('GET /v1/service-requests/{id}/timeline', ticket());
    expect(timeline.map(({ kind }: { kind: string }) => kind)).not.toContain('note');
    expect(await as('GET /v1/service-requests/{id}/file', ticket())).toMatchObject({ status: 404 });
    expect((await as('GET /v1/messages/getServiceRequestMessages/{id}', ticket())).body).toEqual([]);
    const download = await exports(admin.token, admin.organizationId);
    expect(download).not.toContain('Brind');
  });

  it("isn't found by name on the organization's boards", async () => {
    for (const list of ['service-requests', 'incoming-service-requests']) {
      const { body } = await as(`POST /v1/organizations/{id}/${list}/search`, {
        params: { id: admin.organizationId },
        body: { name: 'Brind', page: 0, size: 10 },
      });
      expect(body.totalElements).toBe(0);
    }
  });

  it('gets no text from the organization when its request moves', async () => {
    const { worker: _, ...rest } = partners;
    const nurse = rest.nurse.id;
    await as('POST /v1/service-requests/{id}/assign/{employeeId}', { params: { id: ownTicket, employeeId: nurse } });
    const bulk = { params: { status: 'PENDING' }, body: { serviceRequestIds: [ownTicket], status: 'PENDING' } };
    expect((await as('POST /v1/service-requests/transition/{status}', bulk)).body.moved).toEqual([ownTicket]);
    await test.runJobs();
    expect(
      (await test.outbox(member.patient.phoneNumber)).filter(({ text }) => text.includes(String(ownTicket))),
    ).toEqual([]);
  });

  it("is in the log of each organization, without the member's name", async () => {
    const own = await logOf(admin.token, partners.clinic.id, member.id);
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({ actor: { id: admin.id }, detail: { kind: 'part', notes: 1 } });
    const theirAdmin = await buildSignedIn(test, partners.pantry.id, { userType: 'ADMIN' });
    const [theirs] = await logOf(theirAdmin.token, partners.pantry.id, member.id);
    expect(theirs.detail).toEqual({ kind: 'part', organizationId: partners.clinic.id });
  });

  it('is erased again after a backup from before was restored', async () => {
    await sql`select show_member(${partners.clinic.id}::bigint, ${member.id}::bigint)`.run(test.owner);
    const [known] = await findErasures(test.app.db);
    const lost = {
      organizationId: partners.clinic.id,
      memberId: member.id,
      kind: 'part' as const,
      createTimestamp: '2026-01-02T03:04:05.000Z',
    };
    const again = () => applyErasures(test.app.db, known ? [known, lost] : []);
    expect([await again(), await again()]).toEqual([1, 0]);
    expect(await as('GET /v1/users/{id}', params())).toMatchObject({ status: 404 });
  });
});

describe('writes at the moment of an erasure', () => {
  const held = () =>
    sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.one(test.owner);
  /** Runs `work` in a transaction that ends once `others` wait for it. */
  async function whileHeld<T>(
    work: (tx: Tx) => Promise<unknown>,
    others: () => Promise<T>[],
    waiting: number,
  ): Promise<T[]> {
    const begun: Promise<T>[] = [];
    await transaction(test.app.db, async (tx) => {
      await work(tx);
      begun.push(...others());
      await until(async () => (await held()).n >= waiting);
    });
    return Promise.all(begun);
  }

  it('are refused if they come after it, and leave nothing behind', async () => {
    const { id, ticket, secrets } = await buildMember('Mirrow', 7741, ownService);
    await test.runJobs();
    const picture = new File([new Uint8Array(await grayPicture('png', 4, 4))], 'Mirrow-file.png');
    const serviceRequest = {
      organizationId: admin.organizationId,
      serviceId: ownService,
      patientId: id,
      description: 'Mirrow-description',
    };
    const writes = () => [
      as('POST /v1/service-requests', { parts: { serviceRequest } }),
      as('POST /v1/users/{userId}/documents', { params: { userId: id }, parts: { files: picture } }),
      as('POST /v1/users/{id}/messages', { params: { id }, body: { message: 'Mirrow-text' } }),
      as('POST /v1/users/{id}/surveys', { params: { id }, body: { surveyId: form.id } }),
      as('POST /v1/surveys/{id}/answer', {
        params: { id: form.id },
        body: { userId: id, data: { need: 'Mirrow-answer' }, version: 1 },
      }),
      as('POST /v1/notes', { parts: { note: { serviceRequestId: ticket, content: 'Mirrow-note' } } }),
      as('POST /v1/messages/sendSMSToIdsList', { body: { ids: [id], message: 'Mirrow-text' } }),
    ];
    const answers = await whileHeld((tx) => eraseAgain(tx, admin.organizationId, id), writes, 6);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 409, 404]);
    await test.runJobs();
    expect(await everywhere(secrets)).toEqual([]);
  });

  it('are erased if they come before it', async () => {
    const { id, name, ticket, secrets } = await buildMember('Tansel', 7742, ownService);
    await test.runJobs();
    const comment = (tx: Tx) =>
      addComment(
        tx,
        { ...admin, userId: admin.id } as never,
        { serviceRequestId: ticket, content: 'Tansel-note' },
        null,
      );
    const [answer] = await whileHeld(comment, () => [erase(id, name, 'record')], 1);
    expect(answer).toMatchObject({ status: 200, body: { notes: 2 } });
    await test.runJobs();
    expect(await everywhere(secrets)).toEqual([]);
  });
});
