import { describe, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { hashOpaqueToken } from '../../opaque-token.ts';
import { createActToken } from '../../records/emails/act-tokens.commands.ts';
import { buildOrganization, buildSignedIn, buildUser, setApproval } from '../../testing/build.ts';
import { usePartners, useTestApp } from '../../testing/use-test-app.ts';

const portal = useTestApp();
const partners = usePartners(portal);
const { nurse, worker, clinic, pantry } = partners;

test('a token has 256 bits, lasts 7 days, and only its hash is stored', async () => {
  const token = await createActToken(portal.app.db, { userId: partners.worker.id, serviceId: partners.serviceId });
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const rows = await sql<{ token_hash: Buffer; days: number }>`
    select token_hash, extract(epoch from expire_timestamp - create_timestamp)::float / 86400 as days
    from act_tokens`.many(portal.app.db);
  expect(rows).toEqual([{ token_hash: hashOpaqueToken(token), days: 7 }]);
});

interface Entry {
  kind: string;
  actor: { id: number } | null;
}

const reason = { code: 'NO_CAPACITY' };

async function newRequest(): Promise<number> {
  const patient = { firstName: 'Zephyrine', lastName: 'Canaryworth', dateOfBirth: '1971-03-14' };
  const serviceRequest = { organizationId: clinic.id, serviceId: partners.serviceId, patient };
  const { status, body } = await portal.call('POST /v1/service-requests', {
    parts: { serviceRequest },
    token: nurse.token,
  });
  expect(status).toBe(201);
  return body.id;
}

/** A new request, with the link that an employee of the pantry got for it. */
async function newLink(userId = worker.id): Promise<{ id: number; token: string }> {
  const id = await newRequest();
  return { id, token: await createActToken(portal.app.db, { userId, serviceRequestId: id }) };
}

const read = (token: string) => portal.call('GET /v1/acts/{token}', { params: { token } });
const act = (token: string, body: object) => portal.call('POST /v1/acts/{token}', { params: { token }, body });
const request = async (id: number) =>
  (await portal.call('GET /v1/service-requests/{id}', { params: { id }, token: nurse.token })).body;

test('an email about a request has links to answer it, and no name of the member', async () => {
  const admin = await buildUser(portal, pantry.id, { userType: 'ADMIN' });
  const id = await newRequest();
  const [mail] = await portal.outbox(admin.email);
  expect(mail?.subject).toBe(`New service request (#${id})`);
  const token = /\/act\/([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? '';
  for (const part of [mail?.text, mail?.html]) {
    for (const words of [
      'Food box',
      'Clinic',
      `#${id}`,
      'Accept',
      'Decline',
      'Open in Kinbridge',
      `/act/${token}?action=decline`,
    ]) {
      expect(part).toContain(words);
    }
    expect(part).not.toMatch(/Zephyrine|Canaryworth/);
  }
  expect(mail?.html).not.toMatch(/<img|url\(|<script|<link/);
  expect((await act(token, { action: 'accept' })).body.status).toBe('OPEN');
});

describe('a link', () => {
  test('shows the service, both organizations, and the first name and age', async () => {
    const { id, token } = await newLink();
    const { status, headers, body } = await read(token);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      id,
      status: 'REQUESTED',
      service: expect.objectContaining({
        id: partners.serviceId,
        organization: pantry,
        contact: expect.objectContaining({ phoneNumber: '+12695550100', zipCode: '49007' }),
      }),
      organization: clinic,
      patient: { firstName: 'Zephyrine', age: expect.any(Number) },
    });
  });

  test('accepts with the rights of its employee, and the timeline says so', async () => {
    const { id, token } = await newLink();
    const { status, body } = await act(token, { action: 'accept' });
    expect([status, body.id, body.status]).toEqual([200, id, 'OPEN']);
    const timeline = (
      await portal.call('GET /v1/service-requests/{id}/timeline', { params: { id }, token: nurse.token })
    ).body;
    expect(timeline.filter(({ kind, actor }: Entry) => kind === 'viewed' && actor?.id === worker.id)).toEqual([]);
    expect(timeline.find(({ kind }: Entry) => kind === 'moved')).toMatchObject({
      actor: { id: worker.id },
      organization: pantry,
      detail: { from: 'REQUESTED', to: 'OPEN', byEmailLink: true },
    });
  });

  test('declines with a reason only', async () => {
    const { id, token } = await newLink();
    for (const body of [
      { action: 'decline' },
      { action: 'decline', outcome: { code: 'HELPED' } },
      { action: 'decline', outcome: { code: 'OTHER' } },
      { action: 'accept', outcome: reason },
    ]) {
      expect((await act(token, body)).status).toBe(400);
    }
    const { status, body } = await act(token, { action: 'decline', outcome: { ...reason, note: 'Until May' } });
    expect([status, body.status]).toEqual([200, 'CANCELLED']);
    expect((await request(id)).outcome).toMatchObject({ code: 'NO_CAPACITY', note: 'Until May', by: 'staff' });
  });

  test('changes nothing when it is opened, however often', async () => {
    const { id, token } = await newLink();
    const before = await request(id);
    for (const method of ['GET', 'HEAD'] as const) {
      for (const url of [`/act/${token}`, `/act/${token}?action=accept`, `/v1/acts/${token}`]) {
        const headers = { purpose: 'prefetch', 'sec-purpose': 'prefetch' };
        expect((await portal.server.inject({ method, url, headers })).statusCode).toBe(200);
      }
    }
    expect(await request(id)).toEqual(before);
    const { html } = { html: (await portal.server.inject({ url: `/act/${token}` })).body };
    expect(html).not.toContain('Zephyrine');
  });

  test('confirms a service', async () => {
    await sql`update services set confirmed_timestamp = now() - interval '4 months' where id = ${partners.serviceId}`.run(
      portal.app.db,
    );
    const token = await createActToken(portal.app.db, { userId: worker.id, serviceId: partners.serviceId });
    expect((await read(token)).body).toMatchObject({ service: { id: partners.serviceId }, organization: pantry });
    const { status, body } = await act(token, { action: 'confirm' });
    expect(status).toBe(200);
    expect(Date.now() - Date.parse(body.service.confirmedTimestamp)).toBeLessThan(86_400_000);
    const [row] = await sql<{ detail: object; actor_id: number }>`select detail, actor_id from audit_log
      where action = 'service.confirm' order by id desc limit 1`.many(portal.app.db);
    expect(row).toEqual({ detail: { byEmailLink: true }, actor_id: worker.id });
  });
});

describe('a link that no longer works', () => {
  /** Reading and acting get the same answer, and the request stays as it is. */
  async function expectDead({ id, token }: { id: number; token: string }, status: number, sentence: string) {
    const before = await request(id);
    for (const answer of [await read(token), await act(token, { action: 'accept' })]) {
      expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(sentence)]);
      expect(answer.body.signInUrl).toContain(portal.app.config.publicUrl);
    }
    expect(await request(id)).toEqual(before);
  }

  test('was forged', async () => {
    const id = await newRequest();
    for (const token of ['x', 'A'.repeat(43), "' or 1=1"]) await expectDead({ id, token }, 404, "isn't valid");
  });

  test('has expired', async () => {
    const link = await newLink();
    await sql`update act_tokens set expire_timestamp = now() where service_request_id = ${link.id}`.run(portal.app.db);
    await expectDead(link, 410, 'has expired');
  });

  test.each(['PENDING', 'INACTIVE'] as const)('was sent to someone who is %s', async (status) => {
    const { id } = await buildUser(portal, pantry.id, { status });
    await expectDead(await newLink(id), 410, "isn't active");
  });

  test('was sent before its reader was terminated and activated again', async () => {
    const admin = await buildSignedIn(portal, pantry.id, { userType: 'ADMIN' });
    const { id } = await buildUser(portal, pantry.id);
    const link = await newLink(id);
    for (const step of ['terminate', 'activate'] as const) {
      await portal.call(`POST /v1/users/{id}/${step}`, { params: { id }, token: admin.token });
    }
    await expectDead(link, 410, 'has expired');
  });

  test('was sent to someone who lacks a required second factor', async () => {
    const { id: organizationId } = await buildOrganization(portal);
    const { id } = await buildUser(portal, organizationId);
    const link = await newLink(id);
    await sql`update organizations set require_second_factor = true where id = ${organizationId}`.run(portal.app.db);
    await expectDead(link, 403, 'requires a second factor');
    expect((await read(link.token)).body.signInUrl).toMatch(
      new RegExp(`/incoming-service-requests\\?ticket=${link.id}$`),
    );
    await sql`insert into linked_identities (organization_id, kind, issuer, subject, user_id)
      values (${organizationId}, 'oidc', 'https://idp.example', 'nora', ${id})`.run(portal.app.db);
    await sql`update organizations set single_sign_on_is_second_factor = false where id = ${organizationId}`.run(
      portal.app.db,
    );
    await expectDead(link, 403, 'requires a second factor');
    await sql`update organizations set single_sign_on_is_second_factor = true where id = ${organizationId}`.run(
      portal.app.db,
    );
    expect((await read(link.token)).body.code).not.toBe('second_factor_required');
  });

  test('was used before', async () => {
    const link = await newLink();
    await act(link.token, { action: 'decline', outcome: reason });
    await expectDead(link, 410, 'already Cancelled');
  });

  test('is about a request that a colleague moved', async () => {
    const link = await newLink();
    const colleague = await buildUser(portal, pantry.id);
    await act(await createActToken(portal.app.db, { userId: colleague.id, serviceRequestId: link.id }), {
      action: 'accept',
    });
    await expectDead(link, 410, 'already Open');
  });

  test('is not about a request that only the sender moved', async () => {
    const link = await newLink();
    for (const newStatus of ['OPEN', 'IN_PROGRESS']) {
      const params = { id: link.id, newStatus };
      await portal.call('POST /v1/service-requests/{id}/transition/{newStatus}', { params, token: nurse.token });
    }
    expect((await read(link.token)).body).toMatchObject({ status: 'IN_PROGRESS' });
    expect((await request(link.id)).respondedTimestamp).toBeNull();
    expect((await act(link.token, { action: 'accept' })).body).toMatchObject({ status: 'IN_PROGRESS' });
    expect((await request(link.id)).respondedTimestamp).not.toBeNull();
    await expectDead(link, 410, 'already In Progress');
  });

  test('is about a request that was reopened since', async () => {
    const link = await newLink();
    await act(link.token, { action: 'decline', outcome: reason });
    const params = { id: link.id, newStatus: 'REQUESTED' };
    await portal.call('POST /v1/service-requests/{id}/transition/{newStatus}', { params, token: nurse.token });
    await expectDead(link, 410, 'was reopened');
  });

  test("is about another organization's request or service", async () => {
    const { id } = await buildUser(portal, (await buildOrganization(portal)).id);
    await expectDead(await newLink(id), 410, 'no longer exists');
    const token = await createActToken(portal.app.db, { userId: nurse.id, serviceId: partners.serviceId });
    expect((await act(token, { action: 'confirm' })).status).toBe(410);
  });

  test('was made for something else', async () => {
    const { id, token } = await newLink();
    expect((await act(token, { action: 'confirm' })).status).toBe(400);
    const other = await createActToken(portal.app.db, { userId: worker.id, serviceId: partners.serviceId });
    expect((await act(other, { action: 'accept' })).status).toBe(400);
    expect((await request(id)).status).toBe('REQUESTED');
  });

  test('belongs to a suspended organization', async () => {
    const { id, token } = await newLink();
    await setApproval(portal.app.db, pantry.id, 'SUSPENDED');
    expect((await act(token, { action: 'accept' })).status).toBe(403);
    await setApproval(portal.app.db, pantry.id, 'APPROVED');
    expect((await request(id)).status).toBe('REQUESTED');
  });
});

test('two presses at once move the request once', async () => {
  const { id, token } = await newLink();
  const answers = await Promise.all([
    act(token, { action: 'accept' }),
    act(token, { action: 'decline', outcome: reason }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  expect((await request(id)).version).toBe(2);
});
