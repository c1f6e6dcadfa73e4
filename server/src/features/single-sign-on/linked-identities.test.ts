import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { mailedLink } from '../../testing/auth.ts';
import {
  buildOrganization,
  buildSignedIn,
  buildUser,
  nextNumber,
  signedInAs,
  testPassword,
} from '../../testing/build.ts';
import { type OidcProvider, startOidcProvider } from '../../testing/oidc-provider.ts';
import { SamlProviderStandIn } from '../../testing/saml-provider.ts';
import { type Answer, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { startSession } from '../auth/sessions.commands.ts';
import { findArrival } from './arrivals.queries.ts';

const publicUrl = 'http://127.0.0.1:3000';
const callbackUrl = `${publicUrl}/v1/auth/oidc/callback`;
const test = {} as TestApp;
let idp: OidcProvider;
let clinic: Awaited<ReturnType<typeof connected>>;

beforeAll(async () => {
  idp = await startOidcProvider(callbackUrl);
  Object.assign(test, await startTestApp({ PUBLIC_URL: publicUrl }));
});

afterAll(async () => {
  await test.close();
  await idp.stop();
});

beforeEach(async () => {
  clinic = await connected(true);
});

/** An organization whose people sign in at the provider, with an address in its domain. */
async function connected(proven: boolean) {
  const { id, name } = await buildOrganization(test);
  const admin = await buildSignedIn(test, id, { userType: 'ADMIN' });
  const domain = `clinic${nextNumber()}.example`;
  const save = async (path: 'oidc' | 'saml', body: object) => {
    const saved = await test.call(`PUT /v1/organizations/{id}/${path}`, {
      params: { id },
      token: admin.token,
      body: { domains: [domain], ...body },
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    return saved.body;
  };
  const { slug } = await save('oidc', idp.client);
  if (proven) {
    await sql`update sign_in_domains set proven_timestamp = now() where organization_id = ${id}`.run(test.app.db);
  }
  const remove = () => test.call('DELETE /v1/organizations/{id}/oidc', { params: { id }, token: admin.token });
  return { id, name, admin, slug: slug as string, email: `ida@${domain}`, save, remove };
}

/** Of the newest trip. */
let cookie = '';

/** Goes to the provider and back as this subject; answers the code, or the refusal. */
async function comeBack(sub: string, email = clinic.email): Promise<Answer & { code?: string | undefined }> {
  idp.person = { sub, email, email_verified: true, given_name: 'Ida', family_name: 'Lind' };
  const begun = await test.call('GET /v1/auth/sso/{slug}', { params: { slug: clinic.slug } });
  cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
  const { searchParams } = await idp.signIn(String(begun.headers.location));
  const back = await test.call('GET /v1/auth/oidc/callback', {
    query: Object.fromEntries(searchParams),
    headers: { cookie, accept: 'application/json' },
  });
  return Object.assign(back, { code: /code=([\w-]+)/.exec(String(back.headers.location))?.[1] });
}

const exchange = (code: string | undefined) => test.call('POST /v1/auth/sso', { body: { code }, headers: { cookie } });

async function arrive(sub: string, email = clinic.email): Promise<Answer> {
  const back = await comeBack(sub, email);
  return back.code === undefined ? back : exchange(back.code);
}

async function arrivedId(sub: string): Promise<number> {
  const { status, body } = await arrive(sub);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.body.id;
}

const unlink = (id: number, token = clinic.admin.token) =>
  test.call('DELETE /v1/users/{id}/single-sign-on', { params: { id }, token });
const person = async (id: number, token = clinic.admin.token) =>
  test.call('GET /v1/users/{id}', { params: { id }, token });

const details = async (action: string) => {
  const rows = await sql<{ detail: Record<string, unknown> }>`select detail from audit_log
    where organization_id = ${clinic.id} and action = ${action} order by id`.many(test.app.db);
  return rows.map(({ detail }) => detail);
};

describe('a provider that names a person differently', () => {
  it('gets a refusal with the way out', async () => {
    await arrivedId('before');
    const { status, body } = await arrive('after');
    expect(status).toBe(403);
    expect(body.message).toMatch(/^Your organization's sign-in service now sends another identifier .+ than before\./);
    expect(body.message).toContain(`Ask an administrator of ${clinic.name} to press Unlink Sign-In on your page`);
    expect(await details('sso.refused')).toEqual([{ reason: 'another identifier' }]);
  });

  it('is followed after the person was unlinked, and only then', async () => {
    const id = await arrivedId('before');
    expect((await unlink(id)).status).toBe(204);
    expect(await arrivedId('after')).toBe(id);
    expect((await arrive('before')).status).toBe(403);
  });
});

describe('unlinking a sign-in', () => {
  it('ends the link and its sessions, is told to the person, and happens once', async () => {
    const { body: signedIn } = await arrive('before');
    const { id } = signedIn.body;
    const withPassword = await signedInAs(test, { id, organizationId: clinic.id });
    expect(await person(id)).toMatchObject({ body: { singleSignOn: true } });
    expect([(await unlink(id)).status, (await unlink(id)).status]).toEqual([204, 204]);
    expect(await person(id)).toMatchObject({ body: { singleSignOn: false } });
    expect((await person(id, signedIn.idToken)).status).toBe(401);
    expect(await person(id, withPassword)).toMatchObject({ status: 200, body: { singleSignOn: false } });
    expect(await details('sso.unlinked')).toEqual([{ endedSessions: 1 }]);
    const subjects = (await test.outbox(clinic.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject?.includes('unlinked'))).toHaveLength(1);
  });

  it('leaves everything as it was for someone who has no link', async () => {
    const { id, email, token } = await buildSignedIn(test, clinic.id);
    expect((await unlink(id)).status).toBe(204);
    expect((await person(id, token)).status).toBe(200);
    expect([await details('sso.unlinked'), await test.outbox(email)]).toEqual([[], []]);
  });

  it('ends a sign-in that waits for its second factor', async () => {
    const id = await arrivedId('before');
    await sql`update organizations set single_sign_on_is_second_factor = false where id = ${clinic.id}`.run(
      test.app.db,
    );
    await sql`insert into authenticators (user_id, secret, confirm_timestamp) values (${id}, ''::bytea, now())`.run(
      test.app.db,
    );
    const { token } = (await arrive('before')).body.secondFactor;
    await unlink(id);
    const answer = await test.call('POST /v1/auth/second-factor', { body: { token, method: 'totp', code: '123456' } });
    expect(answer).toMatchObject({ status: 401, body: { code: 'sign_in_expired' } });
  });

  it('ends a session whose sign-in overtakes it', async () => {
    const id = await arrivedId('before');
    let unlinking: ReturnType<typeof unlink> | undefined;
    const idToken = await transaction(test.app.db, async (tx) => {
      const link = await sql<{ issuer: string }>`select issuer from linked_identities where user_id = ${id}`.one(tx);
      const vouched = { organizationId: clinic.id, kind: 'oidc', issuer: link.issuer, subject: 'before' } as const;
      const rest = { firstName: null, lastName: null, authenticatedAt: null, browserHash: Buffer.alloc(0) };
      const arrival = await findArrival(tx, { ...vouched, ...rest, email: clinic.email });
      expect(arrival).toMatchObject({ as: 'linked', person: { id } });
      unlinking = unlink(id);
      await until(async () => (await waiting()) !== undefined);
      const found = { id, user_type: 'EMPLOYEE', organization_id: clinic.id };
      return (await startSession(tx, test.app.config, found, { by: 'single-sign-on' })).idToken;
    });
    expect(await unlinking).toMatchObject({ status: 204 });
    expect((await person(id, idToken)).status).toBe(401);
  });

  const waiting = () =>
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.maybeOne(
      test.owner,
    );

  it("never opens the record to another address, nor another's record to the person", async () => {
    const id = await arrivedId('before');
    await unlink(id);
    const bob = await buildUser(test, clinic.id);
    await sql`update logins set email = ${`bob-${clinic.email}`} where user_id = ${bob.id}`.run(test.app.db);
    expect((await arrive('before', `bob-${clinic.email}`)).body).toHaveProperty('link');
    const other = await arrive('before', `eve-${clinic.email}`);
    expect([id, bob.id]).not.toContain(other.body.body.id);
    expect(await arrivedId('after')).toBe(id);
  });

  it('makes the next sign-in ask for the password', async () => {
    const withPassword = await arrivedId('before');
    await sql`update logins set has_password = true where user_id = ${withPassword}`.run(test.app.db);
    await unlink(withPassword);
    expect((await arrive('after')).body).toEqual({ link: { token: expect.any(String), email: clinic.email } });
  });

  it('makes the next sign-in outside a proven domain ask the mailbox', async () => {
    clinic = await connected(false);
    const confirm = async (sub: string) => {
      expect((await arrive(sub)).body).toEqual({ confirm: { email: clinic.email } });
      const body = { token: await mailedLink(test, clinic.email) };
      return (await test.call('POST /v1/auth/sso/confirm', { body, headers: { cookie } })).body.body.id;
    };
    const id = await confirm('before');
    await unlink(id);
    expect(await confirm('after')).toBe(id);
  });

  it('is refused for oneself, to employees and strangers, and without a fresh proof', async () => {
    const id = await arrivedId('before');
    const employee = await buildSignedIn(test, clinic.id);
    const stranger = await buildSignedIn(test, (await buildOrganization(test)).id, { userType: 'ADMIN' });
    expect(await unlink(clinic.admin.id)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect([(await unlink(id, employee.token)).status, (await unlink(id, stranger.token)).status]).toEqual([403, 404]);
    await sql`update sessions set proof_timestamp = now() - interval '11 minutes'
      where user_id = ${clinic.admin.id}`.run(test.app.db);
    expect(await unlink(id)).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    expect((await person(id)).body.singleSignOn).toBe(true);
  });
});

describe("a provider's links", () => {
  const linked = async () => {
    const rows = await sql`select 1 from linked_identities where organization_id = ${clinic.id}`.many(test.app.db);
    return rows.length;
  };

  it('end with its removal, and so do codes and links of people who are on their way', async () => {
    const id = await arrivedId('before');
    const { code } = await comeBack('before');
    expect((await clinic.remove()).status).toBe(200);
    expect([await linked(), (await exchange(code)).status]).toEqual([0, 401]);
    expect(await details('oidc.delete')).toEqual([{ unlinked: 1 }]);
    await clinic.save('oidc', idp.client);
    expect(await arrivedId('after')).toBe(id);
  });

  it('stay with the same issuer, and end with another', async () => {
    await arrivedId('before');
    await clinic.save('oidc', { ...idp.client, clientSecret: undefined });
    expect(await linked()).toBe(1);
    const other = await startOidcProvider(callbackUrl);
    await clinic.save('oidc', other.client);
    await other.stop();
    expect([await linked(), await details('oidc.edit')]).toEqual([0, [{}, {}, { unlinked: 1 }]]);
  });

  it('of another kind stay', async () => {
    await arrivedId('before');
    const saml = await new SamlProviderStandIn().start();
    await clinic.save('saml', { metadata: saml.metadata() });
    await sql`insert into linked_identities (organization_id, kind, issuer, subject, user_id)
      values (${clinic.id}, 'saml', ${`${saml.url}/metadata`}, 'ida', ${clinic.admin.id})`.run(test.app.db);
    saml.stop();
    const another = await new SamlProviderStandIn().start();
    await clinic.save('saml', { metadata: another.metadata() });
    another.stop();
    const rows = await sql`select kind from linked_identities where organization_id = ${clinic.id}`.many(test.app.db);
    expect(rows).toEqual([{ kind: 'oidc' }]);
    expect(await details('saml.edit')).toEqual([{}, { unlinked: 1 }]);
  });
});

it('a password that the person set with a mailed code is another way out', async () => {
  const id = await arrivedId('before');
  await test.call('POST /v1/auth/forgotPassword/{email}', { params: { email: clinic.email } });
  const [mail] = await test.outbox(clinic.email);
  const body = { email: clinic.email, token: /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1], password: testPassword };
  expect((await test.call('POST /v1/auth/forgotPasswordVerify', { body })).status).toBe(200);
  const { link } = (await arrive('after')).body;
  const confirmed = await test.call('POST /v1/auth/sso/link', {
    body: { token: link.token, password: testPassword },
    headers: { cookie },
  });
  expect(confirmed.body.body.id).toBe(id);
});
