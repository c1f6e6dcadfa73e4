import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, testPassword } from '../../testing/build.ts';
import { type SmtpServer, startSmtpServer } from '../../testing/smtp-server.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let server: SmtpServer;
let test: TestApp;
let organizationId: number;

beforeAll(async () => {
  server = await startSmtpServer();
  test = await startTestApp({ EMAIL_PROVIDER: 'smtp', SMTP_URL: `smtp://127.0.0.1:${server.port}` });
  organizationId = (await buildOrganization(test)).id;
});

afterAll(async () => {
  await test.close();
  await server.stop();
});

/** An email to them, about a code that they asked for. */
async function sendEmail(email: string): Promise<void> {
  await test.call('POST /v1/auth/forgotPassword/{email}', { params: { email } });
  await test.runJobs();
}

async function readAs(token: string, id: number) {
  return (await test.call('GET /v1/users/{id}', { params: { id }, token })).body;
}

async function listedFor(token: string, id: number) {
  const query = { entityId: String(organizationId), entityType: 'ORGANIZATION', role: 'EMPLOYEE' };
  const { body } = await test.call('GET /v1/users', { query, token });
  return body.find((user: { id: number }) => user.id === id);
}

it('show the person and their admins which address refuses email', async () => {
  const admin = await buildSignedIn(test, organizationId, { userType: 'ADMIN' });
  const colleague = await buildSignedIn(test, organizationId);
  const person = await buildSignedIn(test, organizationId, { email: 'nobody@clinic.example' });
  expect(await readAs(person.token, person.id)).not.toHaveProperty('refusedEmail');
  await sendEmail(person.email);
  for (const shown of [
    await readAs(person.token, person.id),
    await readAs(admin.token, person.id),
    await listedFor(admin.token, person.id),
  ]) {
    expect(shown.refusedEmail).toBe(person.email);
  }
  expect(await listedFor(colleague.token, person.id)).not.toHaveProperty('refusedEmail');
  const kept = await test.call('PUT /v1/users/{id}', {
    params: { id: person.id },
    token: person.token,
    body: { city: 'Detroit', refusedEmail: person.email },
  });
  expect(kept.status).toBe(200);

  await sql`update logins set refused_email = ${colleague.email} where user_id = ${colleague.id}`.run(test.app.db);
  expect((await readAs(colleague.token, colleague.id)).refusedEmail).toBe(colleague.email);
  await sendEmail(colleague.email);
  expect(await readAs(colleague.token, colleague.id)).not.toHaveProperty('refusedEmail');
});

it('are about the requested address for its owner alone, and end with the address', async () => {
  const admin = await buildSignedIn(test, organizationId, { userType: 'ADMIN' });
  const person = await buildSignedIn(test, organizationId);
  const request = async (email: string) => {
    const body = { email, currentPassword: testPassword };
    await test.call('PUT /v1/users/{id}', { params: { id: person.id }, token: person.token, body });
    await test.runJobs();
  };
  await request('rcpt-550-typo@clinic.example');
  expect((await readAs(person.token, person.id)).refusedEmail).toBe('rcpt-550-typo@clinic.example');
  expect(await readAs(admin.token, person.id)).not.toHaveProperty('refusedEmail');
  const right = `right-${person.email}`;
  await request(right);
  expect(await readAs(person.token, person.id)).not.toHaveProperty('refusedEmail');

  await sql`update logins set refused_email = email where user_id = ${person.id}`.run(test.app.db);
  expect((await readAs(admin.token, person.id)).refusedEmail).toBe(person.email);
  const source = server.messages
    .find(({ to }) => to[0] === right)
    ?.source.replace(/=\r\n/g, '')
    .replace(/=3D/g, '=');
  const token = /token=([\w-]+)/.exec(source ?? '')?.[1];
  expect((await test.call('POST /v1/auth/verify-email', { body: { token } })).status).toBe(200);
  expect(await readAs(admin.token, person.id)).not.toHaveProperty('refusedEmail');
});

it('leave the address alone when the server refuses everyone', async () => {
  const person = await buildSignedIn(test, organizationId, { email: 'rcpt-554-5.7.1-relay-denied@clinic.example' });
  await sendEmail(person.email);
  expect(await readAs(person.token, person.id)).not.toHaveProperty('refusedEmail');
});

it('have the same Message-ID at each attempt, of their row', async () => {
  const [{ id } = { id: 0 }] = await sql<{ id: number }>`select id from emails where state = 'sent'`.many(test.app.db);
  await sql`update emails set state = 'sending' where id = ${id}`.run(test.app.db);
  await sql`select graphile_worker.add_job('send-email', json_build_object('emailId', ${id}::bigint))`.run(test.owner);
  await test.runJobs();
  const ids = server.messages.map(({ source }) => /^Message-ID: (.*)\r$/m.exec(source)?.[1]);
  expect(ids.filter((text) => text?.startsWith(`<${id}.`))).toHaveLength(2);
  expect(server.messages.every(({ source }) => /^Auto-Submitted: auto-generated\r$/m.test(source))).toBe(true);
});
