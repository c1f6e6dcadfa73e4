import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { deliverSms, markUncertainSms } from '../../records/sms/sms-delivery.commands.ts';
import { buildOrganization, buildSignedIn, nextNumber, serviceIds } from '../../testing/build.ts';
import { usePartners, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp({ SMS_AUTOMATIC_PER_DAY: '5' });
const partners = usePartners(test);
const { clinic, pantry, nurse, worker } = partners;
let admin: Awaited<ReturnType<typeof buildSignedIn>>;

beforeAll(async () => {
  admin = await buildSignedIn(test, pantry.id, { userType: 'ADMIN' });
});

let phone: string;
beforeEach(() => {
  phone = `+1269555${String(2000 + nextNumber())}`;
});

async function refer(over: Record<string, unknown> = {}) {
  const patient = { firstName: 'Marisol', lastName: `Vega${nextNumber()}`, phoneNumber: phone, ...over };
  const serviceRequest = { organizationId: clinic.id, serviceId: partners.serviceId, patient };
  const answer = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: nurse.token });
  expect(answer.status).toBe(201);
  return answer.body as { id: number; patient: { id: number } };
}

const move = (id: number, newStatus: string) =>
  test.call('POST /v1/service-requests/{id}/transition/{newStatus}', {
    params: { id, newStatus },
    token: worker.token,
  });

const assign = (id: number) =>
  test.call('POST /v1/service-requests/{id}/assign/{employeeId}', {
    params: { id, employeeId: worker.id },
    token: worker.token,
  });

async function toPending(id: number) {
  for (const status of ['OPEN', 'IN_PROGRESS', 'PENDING']) expect((await move(id, status)).status).toBe(200);
}

let sid = 0;
const write = (body: string, from = phone, messageSid = `SM-${++sid}`) =>
  test.server.inject({
    method: 'POST',
    url: '/v1/messages/inbound',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ From: from, To: '+12695550000', Body: body, MessageSid: messageSid }).toString(),
  });

const texts = async (to = phone) =>
  (await test.outbox(to)).filter((message) => message.channel === 'sms').map((message) => message.text);
const read = async (id: number) =>
  (await test.call('GET /v1/service-requests/{id}', { params: { id }, token: worker.token })).body;
const transcript = async (id: number) =>
  (await test.call('GET /v1/messages/getServiceRequestMessages/{id}', { params: { id }, token: nurse.token })).body as {
    smsText: string;
    isReceived: boolean;
    state: string;
    reason: string | null;
  }[];

describe('a new request', () => {
  it("texts the member once with the provider's template, and its admins", async () => {
    await refer();
    expect(await texts()).toEqual([
      'Hi Marisol, Pantry received your request. Our team will contact you within 24 to 48hrs. Reply STOP to opt out, HELP for help.',
    ]);
    const told = await sql`select 1 from sms_messages where kind = 'request-employee' and user_id = ${admin.id}`.many(
      test.app.db,
    );
    expect(told.length).toBeGreaterThan(0);
  });

  it('emails subscribers links without a name', async () => {
    const { id } = await refer();
    const [mail] = (await test.outbox(admin.email)).filter((message) => message.channel === 'email');
    expect(mail?.text).toContain(`/incoming-service-requests?ticket=${id}`);
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/Marisol|Vega/);
    expect((await test.outbox(worker.email)).filter((message) => message.channel === 'email')).toHaveLength(0);
  });

  it.each([
    ["<script>alert('x')</script>", 'there'],
    ['Visit http://evil.example now', 'there'],
    ["Anne-Marie O'Neil", "Anne-Marie O'Neil"],
    ['José', 'José'],
    ['x'.repeat(41), 'there'],
  ])('greets %s as %s', async (firstName, greeted) => {
    await refer({ firstName });
    expect((await texts())[0]).toMatch(new RegExp(`^Hi ${greeted},`));
  });

  it('sends one text for several requests of a member at one organization', async () => {
    const { patient } = await refer();
    const again = { organizationId: clinic.id, serviceId: partners.serviceId, patientId: patient.id };
    const send = () => test.call('POST /v1/service-requests', { parts: { serviceRequest: again }, token: nurse.token });
    await Promise.all([send(), send()]);
    expect(await texts()).toHaveLength(1);
    await sql`update service_requests set create_timestamp = now() - interval '11 minutes' where member_id = ${patient.id}`.run(
      test.app.db,
    );
    await send();
    expect(await texts()).toHaveLength(2);
  });

  it('respects the daily limit of automatic texts', async () => {
    for (let i = 0; i < 7; i++) await refer();
    expect(await texts()).toHaveLength(5);
    const rows = await sql<{
      reason: string;
    }>`select reason from sms_messages where phone_number = ${phone} and state = 'skipped'`.many(test.app.db);
    expect(rows.map((row) => row.reason)).toEqual(
      Array(2).fill('This number has reached its limit of automatic texts for today.'),
    );
  });

  it('respects the limit when many requests are created in parallel', async () => {
    await Promise.all(Array.from({ length: 12 }, () => refer()));
    expect(await texts()).toHaveLength(5);
  });

  it('skips people without consent or a US number, with the reason', async () => {
    const { id } = await refer({ phoneNumber: undefined });
    expect(await read(id)).toMatchObject({ smsBlockedReason: 'There is no phone number.' });
    phone = '+442071838750';
    const abroad = await refer();
    expect((await read(abroad.id)).smsBlockedReason).toBe('Texts go to US numbers only.');
    expect((await transcript(abroad.id))[0]).toMatchObject({
      state: 'skipped',
      reason: 'Texts go to US numbers only.',
    });
    expect(await texts()).toEqual([]);
  });
});

describe('the confirmation', () => {
  it("is sent once on PENDING, and only the member's YES completes the request", async () => {
    const { id } = await refer();
    await assign(id);
    await toPending(id);
    expect(await texts()).toContain(
      `Hi Marisol, did you get Food box from Wim Worker at Pantry? Reply YES ${id} or NO ${id}.`,
    );
    await write(`YES ${id}`, '+12695559999');
    expect((await read(id)).status).toBe('PENDING');
    const answer = await write(`Yes #${id}!`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/xml/);
    expect(answer.body).toContain('<Response></Response>');
    expect(await read(id)).toMatchObject({
      status: 'COMPLETED',
      completeTimestamp: expect.any(String),
      allowedMoves: [],
    });
    const timeline = (await test.call('GET /v1/service-requests/{id}/timeline', { params: { id }, token: nurse.token }))
      .body;
    expect(timeline.findLast(({ kind }: { kind: string }) => kind === 'moved')).toMatchObject({
      actor: null,
      detail: { from: 'PENDING', to: 'COMPLETED' },
    });
  });

  it('is sent by a bulk move too', async () => {
    const { id } = await refer();
    await test.call('POST /v1/service-requests/transition/{status}', {
      params: { status: 'PENDING' },
      body: { serviceRequestIds: [id] },
      token: nurse.token,
    });
    expect((await texts()).filter((text) => text.includes(`Reply YES ${id}`))).toHaveLength(1);
  });

  it.each(['yes', 'Y', 'CONFIRM', 'received', 'Done', 'SI', 'sí'])(
    'accepts a bare "%s" when one request waits',
    async (word) => {
      const { id } = await refer();
      await toPending(id);
      await write(word);
      expect((await read(id)).status).toBe('COMPLETED');
    },
  );

  it('asks which request when several wait', async () => {
    const one = await refer();
    const two = await refer();
    await toPending(one.id);
    await toPending(two.id);
    await write('yes');
    expect((await read(one.id)).status).toBe('PENDING');
    expect((await texts())[0]).toBe(
      `You have more than one open request. Please reply with its number: YES ${one.id}, YES ${two.id}.`,
    );
    await write('sí');
    expect((await texts())[0]).toBe(
      `Tiene varias solicitudes abiertas. Responda con una de estas opciones: SI ${one.id}, SI ${two.id}.`,
    );
    await write(`yes ${two.id}`);
    expect([(await read(one.id)).status, (await read(two.id)).status]).toEqual(['PENDING', 'COMPLETED']);
  });

  it('keeps the request PENDING on NO and marks it', async () => {
    const { id } = await refer();
    await toPending(id);
    await write(`NO ${id}`);
    expect(await read(id)).toMatchObject({ status: 'PENDING', memberSaysNo: true });
  });

  it.each([
    ['YES', 'Thank you, Marisol. We are glad you got help.'],
    ['NO', 'Thank you for telling us, Marisol. Pantry will contact you.'],
    ['SI', 'Gracias, Marisol. Nos alegra que haya recibido ayuda.'],
  ])('answers %s once, in its language', async (word, sentence) => {
    const { id } = await refer();
    await toPending(id);
    await write(`${word} ${id}`);
    expect((await texts()).filter((text) => text === sentence)).toHaveLength(1);
  });

  it('loses the mark of a NO when the request moves', async () => {
    const { id } = await refer();
    await toPending(id);
    await write(`NO ${id}`);
    await move(id, 'CANCELLED');
    expect((await read(id)).memberSaysNo).toBe(false);
  });

  it('texts a NO to the assignee, or to admins without one', async () => {
    const [assigned, free] = [await refer(), await refer()];
    await assign(assigned.id);
    for (const { id } of [assigned, free]) {
      await toPending(id);
      await write(`NO ${id}`);
    }
    const textedAbout = async ({ id }: { id: number }) => {
      const rows = await sql<{ user_id: number }>`select user_id from sms_messages
        where kind = 'member-says-no' and service_request_id = ${id}`.many(test.app.db);
      return rows.map((row) => row.user_id);
    };
    expect(await textedAbout(assigned)).toEqual([worker.id]);
    expect(await textedAbout(free)).toEqual([admin.id]);
  });

  it('emails a NO to subscribers', async () => {
    const { id } = await refer();
    await toPending(id);
    await write(`NO ${id}`);
    const subject = `A member answered NO (#${id})`;
    expect((await test.outbox(admin.email)).filter((mail) => mail.subject === subject)).toHaveLength(1);
  });

  it('counts the same text once when delivered a hundred times', async () => {
    const { id } = await refer();
    await toPending(id);
    await Promise.all(Array.from({ length: 100 }, () => write(`NO ${id}`, phone, 'SM-repeated')));
    expect((await transcript(id)).filter((message) => message.isReceived)).toHaveLength(1);
    const rows =
      await sql`select 1 from audit_log where action = 'service-request.member-says-no' and entity_id = ${id}`.many(
        test.app.db,
      );
    expect(rows).toHaveLength(1);
  });
});

describe('opting out', () => {
  it('STOP ends all texts, even queued ones, with one confirmation', async () => {
    const { id } = await refer();
    expect(await texts()).toHaveLength(1);
    await toPending(id);
    await write('please stop texting me');
    await write('STOP');
    const after = await texts();
    expect(after).toEqual(['You are opted out and will get no more texts. Reply START to opt in again.', after[1]]);
    expect((await transcript(id)).find((message) => message.smsText.includes('did you get'))).toMatchObject({
      state: 'skipped',
    });
    const next = await refer();
    expect(await texts()).toHaveLength(2);
    expect((await read(next.id)).smsBlockedReason).toBe(
      'This number opted out by texting STOP. They can text START to opt in again.',
    );
    const direct = await test.call('POST /v1/users/{id}/messages', {
      params: { id: next.patient.id },
      body: { message: 'Hello' },
      token: nurse.token,
    });
    expect(direct.status).toBe(409);
    expect(direct.body.message).toMatch(/opted out/);
  });

  it('only START lifts it', async () => {
    const { id } = await refer();
    await write('STOP');
    await write('yes');
    expect((await read(id)).smsBlockedReason).toMatch(/opted out/);
    await write('START');
    expect((await read(id)).smsBlockedReason).toBeNull();
    expect((await texts())[0]).toBe('You are opted in again. Reply STOP to opt out, HELP for help.');
  });

  it.each(['BAJA', 'detener.', 'Salir', 'ALTO'])('%s, INICIAR and AYUDA are answered in Spanish', async (stop) => {
    const { id } = await refer();
    await write(stop);
    expect((await texts())[0]).toBe(
      'Su baja queda registrada y no va a recibir otros mensajes. Responda INICIAR para recibirlos de nuevo.',
    );
    expect((await read(id)).smsBlockedReason).toMatch(/opted out/);
    await write(stop === 'BAJA' ? 'Iniciar' : 'COMENZAR');
    expect((await read(id)).smsBlockedReason).toBeNull();
    expect((await texts())[0]).toBe(
      'Vuelve a recibir nuestros mensajes. Responda STOP para no recibirlos, AYUDA para ayuda.',
    );
    await write('Ayuda');
    expect((await texts())[0]).toBe('Pantry: por favor llame al +12695550100. Responda STOP para no recibir mensajes.');
  });

  it('an edit that began before START is stale', async () => {
    const { patient } = await refer();
    const params = { id: patient.id };
    await write('STOP');
    const { body: before } = await test.call('GET /v1/users/{id}', { params, token: nurse.token });
    await write('START');
    const answer = await test.call('PUT /v1/users/{id}', { params, body: before, token: nurse.token });
    expect(answer.status).toBe(409);
  });

  it('STOP and START are logged for every organization that sees the member', async () => {
    const { patient } = await refer();
    const elsewhere = await buildOrganization(test);
    const row = await sql<{ id: number }>`
      with member as (insert into users (user_type, status, organization_id, first_name, last_name, phone_number, send_sms_texts)
        values ('PATIENT', 'ACTIVE', ${elsewhere.id}, 'Ana', 'Vega', ${phone}, false) returning id)
      insert into organization_members (organization_id, member_id, search)
      select ${elsewhere.id}, id, '' from member returning member_id as id`.maybeOne(test.app.db);
    await write('STOP');
    await write('START');
    const rows = await sql<{ action: string; organization_id: number; entity_id: number }>`
      select action, organization_id, entity_id from audit_log where action in ('member.opted-out', 'member.opted-in')
        and entity_id in (${patient.id}, ${row?.id}) order by id`.many(test.app.db);
    const one = (action: string) => [
      { action, organization_id: clinic.id, entity_id: patient.id },
      { action, organization_id: pantry.id, entity_id: patient.id },
      { action, organization_id: elsewhere.id, entity_id: row?.id },
    ];
    expect(rows).toEqual([...one('member.opted-out'), ...one('member.opted-in')]);
  });

  it('HELP from a number that opted out is not answered', async () => {
    await refer();
    await write('STOP');
    const before = await texts();
    await write('HELP');
    expect(await texts()).toEqual(before);
  });

  it("HELP answers with the organization's name and number", async () => {
    await refer();
    await write('HELP');
    expect((await texts())[0]).toBe('Pantry: please call +12695550100. Reply STOP to opt out.');
  });
});

describe('texts between staff and a member', () => {
  it('appear with their authors in the transcripts of request and member', async () => {
    const { id, patient } = await refer();
    const sent = await test.call('POST /v1/users/{id}/messages', {
      params: { id: patient.id },
      body: { message: 'We open at nine.', serviceRequestId: id },
      token: worker.token,
    });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      smsText: 'We open at nine.',
      state: 'queued',
      sender: { firstName: 'Wim', lastName: 'Worker' },
    });
    await test.runJobs();
    await write('Thank you, see you then');
    const messages = await transcript(id);
    expect(messages.map((message) => [message.isReceived, message.state])).toEqual(
      [
        [false, 'sent'],
        [false, 'sent'],
        [false, 'sent'],
        [true, 'delivered'],
      ].slice(-messages.length),
    );
    expect(messages.at(-1)).toMatchObject({ smsText: 'Thank you, see you then', isReceived: true });
    const member = await test.call('GET /v1/messages/getPatientMessages/{patientId}', {
      params: { patientId: patient.id },
      token: worker.token,
    });
    expect(member.body.map((message: { smsText: string }) => message.smsText)).toContain('Thank you, see you then');
  });

  it.each([
    ['', 'Please type a message'],
    ['x'.repeat(301), 'A message can have at most 300 characters.'],
  ])('refuses "%.10s"', async (message, sentence) => {
    const { patient } = await refer();
    const answer = await test.call('POST /v1/users/{id}/messages', {
      params: { id: patient.id },
      body: { message },
      token: worker.token,
    });
    expect(answer.body.fields).toEqual({ message: sentence });
  });

  it('are exported with the six columns of §9, with formulas escaped', async () => {
    const { id } = await refer({ firstName: '=HYPERLINK("http://x")' });
    await test.runJobs();
    const csv = await test.call('GET /v1/messages/getServiceRequestMessagesCsv/{id}', {
      params: { id },
      token: nurse.token,
    });
    expect(csv.headers['content-disposition']).toContain('filename="SMS Transcripts.csv"');
    const [header, ...lines] = csv.bytes.toString().trim().split('\r\n');
    expect(header).toBe('SMS ID,RECIPIENT TYPE,FIRST NAME,PHONE NUMBER,SERVICE TYPE,SERVICE REQUEST ID');
    expect(lines[0]).toMatch(
      new RegExp(`^\\d+,Member,"'=HYPERLINK\\(""http://x""\\)",\\(269\\) 555-${phone.slice(-4)},FOOD,${id}$`),
    );
  });

  it('are exported with the organization as the recipient of member texts', async () => {
    const { id, patient } = await refer();
    await test.runJobs();
    await write('On my way');
    const forTicket = await test.call('GET /v1/messages/getServiceRequestMessagesCsv/{id}', {
      params: { id },
      token: worker.token,
    });
    expect(forTicket.bytes.toString()).toMatch(new RegExp(`,Organization,Pantry,,FOOD,${id}\r\n$`));
    const forMember = await test.call('GET /v1/messages/getPatientMessagesCsv/{patientId}', {
      params: { patientId: patient.id },
      token: worker.token,
    });
    expect(forMember.headers['content-disposition']).toContain('filename="SMS Transcripts.csv"');
    const lines = forMember.bytes.toString().trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',').slice(1))).toEqual([
      ['Member', 'Marisol', `(269) 555-${phone.slice(-4)}`, 'FOOD', String(id)],
      ['Organization', 'Pantry', '', 'FOOD', String(id)],
    ]);
  });

  it('are exported without phone numbers of the other organization’s staff', async () => {
    const { id } = await refer();
    const linesFor = async (token: string) => {
      const answer = await test.call('GET /v1/messages/getServiceRequestMessagesCsv/{id}', { params: { id }, token });
      const lines = answer.bytes.toString().trim().split('\r\n').slice(1);
      return lines.map((line) => line.split(',').slice(1, 4));
    };
    const member = ['Member', 'Marisol', `(269) 555-${phone.slice(-4)}`];
    expect(await linesFor(worker.token)).toEqual([member, ['Admin', 'Test', '(269) 555-0111']]);
    expect(await linesFor(nurse.token)).toEqual([member, ['Admin', 'Test Person (Pantry)', '']]);
  });

  it('are hidden when they come from a number that was never texted', async () => {
    expect((await write('Hello?', '+12695558888')).statusCode).toBe(200);
    const rows = await sql<{
      organization_id: number | null;
    }>`select organization_id from sms_messages where phone_number = '+12695558888'`.many(test.app.db);
    expect(rows).toEqual([{ organization_id: null }]);
  });

  it.each([
    [{ Body: 'x', MessageSid: 'y' }],
    [{ From: 'nobody', Body: 'x', MessageSid: 'y' }],
    [{ From: '+12695550001', Body: 'x' }],
  ])('refuses the callback %j', async (form) => {
    const answer = await test.server.inject({
      method: 'POST',
      url: '/v1/messages/inbound',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form as Record<string, string>).toString(),
    });
    expect(answer.statusCode).toBe(400);
  });
});

describe('delivery', () => {
  it('sends each text once with two workers', async () => {
    for (let i = 0; i < 5; i++) await refer();
    await Promise.all([deliverSms(test.app), deliverSms(test.app), deliverSms(test.app)]);
    expect(new Set(await texts()).size).toBe(1);
    expect(await texts()).toHaveLength(5);
  });

  it("marks texts cut off by a crash as unknown and doesn't resend them", async () => {
    const { id } = await refer();
    await sql`update sms_messages set state = 'sending', update_timestamp = now() - interval '5 minutes' where service_request_id = ${id} and phone_number = ${phone}`.run(
      test.app.db,
    );
    await markUncertainSms(test.app);
    expect((await transcript(id)).find((message) => message.state === 'unknown')?.reason).toMatch(/may or may not/);
    expect(await texts()).toEqual([]);
  });

  it("follows the provider's callbacks in any order", async () => {
    const { id } = await refer();
    await test.runJobs();
    const row = await sql<{
      provider_id: string;
    }>`select provider_id from sms_messages where service_request_id = ${id} and phone_number = ${phone}`.maybeOne(
      test.app.db,
    );
    const status = (MessageStatus: string) =>
      test.server.inject({
        method: 'POST',
        url: '/v1/messages/status',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ MessageSid: row?.provider_id ?? '', MessageStatus }).toString(),
      });
    const stateNow = async () =>
      (
        await sql<{
          state: string;
        }>`select state from sms_messages where provider_id = ${row?.provider_id}`.one(test.app.db)
      ).state;
    expect((await status('delivered')).statusCode).toBe(204);
    expect(await stateNow()).toBe('delivered');
    await status('sent');
    await status('nonsense');
    expect(await stateNow()).toBe('delivered');
  });
});

describe('templates', () => {
  const put = (msg: string, key = 'service_request_patient', token = admin.token) =>
    test.call('PUT /v2/organizations/{id}/custom-messages', { params: { id: pantry.id }, body: { key, msg }, token });

  it('start with the defaults and can be changed by an admin', async () => {
    const { body } = await test.call('GET /v1/organizations/{id}/custom-messages', {
      params: { id: clinic.id },
      token: nurse.token,
    });
    expect(body.map((row: { key: string; id: number | null }) => [row.key, row.id])).toEqual([
      ['service_request_patient', null],
      ['service_request_employee', null],
      ['service_request_confirmation_patient', null],
      ['service_request_declined_patient', null],
      ['service_request_yes_patient', null],
      ['service_request_no_patient', null],
    ]);
    const saved = await put('{member_name}: {assignee_name} at {organization_name} is on it. {unknown} {constructor}');
    expect(saved.body).toMatchObject({ id: expect.any(Number), organizationId: pantry.id });
    await refer();
    expect((await texts())[0]).toBe('Marisol: our team at Pantry is on it. {unknown} {constructor}');
  });

  it('can be switched off, if they are not of the specification', async () => {
    const key = 'service_request_yes_patient';
    const off = (input: { key: string; msg: string }) =>
      test.call('PUT /v2/organizations/{id}/custom-messages', {
        params: { id: pantry.id },
        body: { ...input, enabled: false },
        token: admin.token,
      });
    const first = await off({
      key: 'service_request_patient',
      msg: '{member_name}: {assignee_name} at {organization_name} is on it.',
    });
    expect(first.body.fields).toEqual({ enabled: "This message can't be switched off." });
    expect((await off({ key, msg: 'Thanks!' })).body).toMatchObject({ enabled: false });
    const { id } = await refer();
    await toPending(id);
    await write(`YES ${id}`);
    expect(await texts()).not.toContain('Thanks!');
    await put('Thanks!', key);
    const { body } = await test.call('GET /v1/organizations/{id}/custom-messages', {
      params: { id: pantry.id },
      token: admin.token,
    });
    expect(body.find((row: { key: string }) => row.key === key)).toMatchObject({ msg: 'Thanks!', enabled: false });
  });

  it.each([
    ['', 'This is required'],
    ['Hi {member_name}', 'You must include the following variables: {assignee_name}, {organization_name}'],
  ])('§5 refuses "%s"', async (msg, sentence) => {
    expect((await put(msg)).body.fields).toEqual({ msg: sentence });
  });
});

describe('email preferences', () => {
  it('default to on for admins and off for employees', async () => {
    const list = async (user: typeof worker) =>
      (await test.call('GET /v1/users/{id}/email-preferences', { params: { id: user.id }, token: user.token })).body;
    expect(await list(admin)).toEqual([
      { id: null, userId: admin.id, serviceName: 'Food box', serviceId: partners.serviceId, isEmailRequired: true },
    ]);
    expect((await list(worker))[0].isEmailRequired).toBe(false);
    const saved = await test.call('POST /v1/users/{id}/email-preferences', {
      params: { id: worker.id },
      body: [
        { id: null, userId: worker.id, serviceName: 'Food box', serviceId: partners.serviceId, isEmailRequired: true },
      ],
      token: worker.token,
    });
    expect(saved.body).toEqual([
      {
        id: expect.any(Number),
        userId: worker.id,
        serviceName: 'Food box',
        serviceId: partners.serviceId,
        isEmailRequired: true,
      },
    ]);
    await refer();
    expect((await test.outbox(worker.email)).filter((message) => message.channel === 'email').length).toBeGreaterThan(
      0,
    );
    const [foreign = 0] = await serviceIds(test, clinic.id);
    const refused = await test.call('PUT /v1/users/{id}/email-preferences', {
      params: { id: worker.id },
      body: { serviceId: foreign, isEmailRequired: true },
      token: worker.token,
    });
    expect(refused.status).toBe(404);
  });
});
