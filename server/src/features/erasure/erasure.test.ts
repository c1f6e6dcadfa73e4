import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { sealAuditLog, verifyAuditLog } from '../../records/audit/audit-chain.commands.ts';
import { flushReads } from '../../records/audit/audit-reads.ts';
import { buildSignedIn, serviceIds, signedInAs } from '../../testing/build.ts';
import { buildForm } from '../../testing/forms.ts';
import { archiveTexts, findEverywhere, unusual } from '../../testing/member-traces.ts';
import { grayPicture } from '../../testing/pictures.ts';
import { buildXlsx } from '../../testing/spreadsheets.ts';
import { until } from '../../testing/until.ts';
import { usePartners, useTestApp } from '../../testing/use-test-app.ts';
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
    headers: { 'idempotency-key': `create ${number}` },
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

/** An account of the member's own, signed in, with an email on its way. */
async function openAccount(id: number, email: string): Promise<void> {
  await sql`insert into logins (user_id, email, password_hash, verified_timestamp) values (${id}, ${email}, 'x', now())`.run(
    test.app.db,
  );
  await signedInAs(test, { id, organizationId: null });
  await test.call('POST /v1/auth/forgotPassword/{email}', { params: { email } });
}

/** A request to the pantry, which no longer sees the member but reads them as it saw them last. */
async function referUntilSightEnds(patientId: number, word: string): Promise<number> {
  const description = `${word}-description`;
  const serviceRequest = {
    organizationId: admin.organizationId,
    serviceId: partners.serviceId,
    patientId,
    description,
  };
  const { body } = await as('POST /v1/service-requests', { parts: { serviceRequest } });
  await asWorker('POST /v1/notes', { parts: { note: { serviceRequestId: body.id, content: `${word}-note` } } });
  await sql`update organization_members set ends_timestamp = now() - interval '1 day'
    where organization_id = ${partners.pantry.id} and member_id = ${patientId}`.run(test.owner);
  await sql`update users set zip_code = '49001' where id = ${patientId}`.run(test.app.db);
  return body.id;
}

/** A row that an import skipped, a mass message that waits, and texts of an archived month, one of an unknown sender. */
async function leaveTraces(
  id: number,
  { firstName, lastName, phoneNumber }: Omit<ReturnType<typeof unusual>, 'secrets'>,
) {
  const columns = ['First Name', 'Last Name', 'Date of Birth', 'Phone Number'];
  const rows = [columns, [firstName, lastName, '13/13/1990', phoneNumber], ['Anna', 'Other', null, null]];
  await as('POST /v1/organizations/{id}/services/upload-patients', {
    params: { id: admin.organizationId },
    query: { serviceIds: String(ownService), serviceStatus: 'COMPLETED' },
    parts: { file: await buildXlsx(rows) },
    headers: { prefer: 'respond-async' },
  });
  await sql`with campaign as (
      insert into campaigns (organization_id, created_by, message, body)
      values (${admin.organizationId}, ${admin.id}, 'Hi', 'Hi') returning id)
    insert into campaign_pieces (campaign_id, user_ids, phone_numbers, reasons, queued, skipped, send_after)
    select id, array[${id}::bigint], array[${phoneNumber}], array[null::text], 1, 0, now() + interval '1 day' from campaign`.run(
    test.owner,
  );
  const text = { organization_id: admin.organizationId, phone_number: phoneNumber };
  await archiveTexts(test, [
    { ...text, user_id: id, body: `${firstName}, hi` },
    { ...text, user_id: null, body: 'Who is this?' },
  ]);
}

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
    await openAccount(member.id, member.patient.email);
    const ended = await referUntilSightEnds(member.id, 'Zorble');
    await leaveTraces(member.id, member.patient);
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
    const secrets = [...member.secrets, ...twin.secrets];
    const places = new Set((await everywhere(secrets)).map((place) => place.split(':')[0]));
    expect([...places]).toEqual(
      expect.arrayContaining([
        'public.audit_asked',
        'public.campaign_pieces',
        'public.logins',
        'public.member_merges',
        'public.member_upload_skipped_rows',
        'public.service_requests',
        'public.survey_answers',
      ]),
    );
    const before = await counts();

    const { body: preview } = await as('GET /v1/users/{id}/erasure', { params: { id: member.id } });
    expect(preview).toMatchObject({
      kind: 'record',
      answers: 2,
      notes: 3,
      requests: 3,
      mergedRecords: 1,
      sharedRequests: 0,
      hasAccount: true,
    });
    expect((await erase(member.id, ` zorbleina  Zorbleowski`, 'record')).body).toEqual(preview);
    await test.runJobs();

    expect(await everywhere(secrets)).toEqual([]);
    const listed = (await findErasures(test.app.db)).map(({ memberId }) => memberId);
    expect(listed).toEqual([member.id, twin.id]);
    for (const viewer of [admin, partners.worker]) {
      const download = await exports(viewer.token, viewer.organizationId);
      expect(secrets.filter((secret) => download.includes(secret))).toEqual([]);
    }
    expect(await counts()).toEqual(before);
    expect(await chain()).toMatchObject({ intact: true });
    expect(await as('GET /v1/users/{id}', { params: { id: member.id } })).toMatchObject({ status: 404 });
    for (const read of [
      await as('GET /v1/service-requests/{id}', { params: { id: member.ticket } }),
      await asWorker('GET /v1/service-requests/{id}', { params: { id: ended } }),
    ]) {
      expect(read.body).toMatchObject({
        patient: { firstName: 'Erased', lastName: 'member', phoneNumber: null },
        description: null,
        fileName: null,
      });
    }
  });

  it('leaves no search terms that are written a minute later', async () => {
    await flushReads(test.app.db, Number.POSITIVE_INFINITY);
    expect(await everywhere(['Zorble'])).not.toEqual([]);
    await sql`update graphile_worker._private_jobs set run_at = now()`.run(test.owner);
    await test.runJobs();
    expect(await everywhere(['Zorble'])).toEqual([]);
  });

  it('stays opted out from texts, without the number', async () => {
    const [erased] = await sql<{ phone_hash: Buffer }>`select phone_hash from erased_opt_outs`.many(test.app.db);
    const plain = createHash('sha256').update('+12695557731').digest();
    expect(erased?.phone_hash.equals(plain)).toBe(false);
    const { body } = await as('POST /v1/organizations/{id}/members', {
      params: { id: admin.organizationId },
      body: { firstName: 'New', lastName: 'Person', phoneNumber: '+12695557731' },
    });
    const params = { params: { id: body.member.id } };
    await as('POST /v1/users/{id}/messages', { ...params, body: { message: 'Hello' } });
    expect(await test.outbox('+12695557731')).toEqual([]);
    expect((await as('GET /v1/users/{id}', params)).body.smsBlockedReason).toContain('opted out');
  });

  it('takes the terms of searches that showed its requests, by their own ids', async () => {
    const member = await buildMember('Yondel', 7760, ownService);
    const searchBoard = (shown: number) =>
      sql<{ id: number }>`with entry as (
          insert into audit_log (organization_id, action, entity_type, detail)
          values (${admin.organizationId}, 'service-request.list', 'organization',
            ${JSON.stringify({ list: 'outgoing', shown: [shown] })}::jsonb) returning id)
        insert into audit_asked (audit_id, asked, salt) select id, '{"name":"someone"}', '' from entry
        returning audit_id as id`.one(test.owner);
    const [ofRequest, ofSameId] = [await searchBoard(member.ticket), await searchBoard(member.id)];
    expect((await erase(member.id, member.name, 'record')).status).toBe(200);
    await test.runJobs();
    const kept = await sql<{ id: number }>`
      select audit_id as id from audit_asked where audit_id in (${ofRequest.id}, ${ofSameId.id})`.many(test.owner);
    expect(kept).toEqual([ofSameId]);
  });

  it('takes the row of a list that may be them with it, whatever name the row has', async () => {
    const patient = { firstName: 'Yorrel', lastName: 'Yorrels', participantId: '00000009917' };
    const params = { id: admin.organizationId };
    const { body: added } = await as('POST /v1/organizations/{id}/members', { params, body: patient });
    const rows = [
      ['First Name', 'Last Name', 'Participant ID'],
      ['Yurrel', 'Yurrels', 9917],
    ];
    await as('POST /v1/organizations/{id}/services/upload-patients', {
      params,
      query: { serviceIds: String(ownService) },
      parts: { file: await buildXlsx(rows) },
      headers: { prefer: 'respond-async' },
    });
    await test.runJobs();
    expect(await everywhere(['Yurrels'])).not.toEqual([]);
    expect((await erase(added.member.id, 'Yorrel Yorrels', 'record')).status).toBe(200);
    expect(await everywhere(['Yurrels'])).toEqual([]);
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
    const texts = await test.outbox(member.patient.phoneNumber);
    const employeeId = partners.nurse.id;
    await as('POST /v1/service-requests/{id}/assign/{employeeId}', { params: { id: ownTicket, employeeId } });
    const bulk = { params: { status: 'PENDING' }, body: { serviceRequestIds: [ownTicket], status: 'PENDING' } };
    expect((await as('POST /v1/service-requests/transition/{status}', bulk)).body.moved).toEqual([ownTicket]);
    expect(await test.outbox(member.patient.phoneNumber)).toEqual(texts);
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
    const list = await findErasures(test.app.db);
    const lost = { organizationId: partners.clinic.id, memberId: member.id, kind: 'part' as const };
    const again = (createTimestamp: string) =>
      applyErasures(test.app.db, test.app.config, [...list, { ...lost, createTimestamp }]);
    // Ids are used again: a member who came after the erasure is another one.
    expect(await again('2026-01-02T03:04:05.000Z')).toBe(0);
    const now = new Date().toISOString();
    expect([await again(now), await again(now)]).toEqual([1, 0]);
    expect(await as('GET /v1/users/{id}', params())).toMatchObject({ status: 404 });
  });
});

describe('a restored backup', () => {
  it('loses a record whom another organization saw when it was made', async () => {
    const seen = await buildMember('Grumbo', 7752, partners.serviceId);
    await test.runJobs();
    const erasure = { organizationId: admin.organizationId, memberId: seen.id, kind: 'record' as const };
    const list = [{ ...erasure, createTimestamp: new Date().toISOString() }];
    expect(await applyErasures(test.app.db, test.app.config, list)).toBe(1);
    await test.runJobs();
    expect(await everywhere(seen.secrets)).toEqual([]);
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
    const answers = await whileHeld(
      (tx) =>
        eraseAgain(tx, test.app.config, {
          organizationId: admin.organizationId,
          memberId: id,
          kind: 'record',
          createTimestamp: new Date().toISOString(),
        }),
      writes,
      6,
    );
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
