import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, testPassword } from '../../testing/build.ts';
import { SoftwarePasskey } from '../../testing/software-passkey.ts';
import type { Answer } from '../../testing/test-app.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp();
const organization = useOrganization(test);

type Person = Awaited<ReturnType<typeof buildSignedIn>>;
type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE';

const totp = (verb: Verb, person: Person, body?: object, id = person.id) =>
  test.call(`${verb} /v1/users/{id}/totp`, { params: { id }, token: person.token, body });
const renew = (person: Person, id = person.id) =>
  test.call('POST /v1/users/{id}/totp/recovery-codes', { params: { id }, token: person.token });
const login = (email: string, deviceToken?: string) =>
  test.call('POST /v1/auth/login', { body: { email, password: testPassword, deviceToken } });
const answer = (body: object) => test.call('POST /v1/auth/second-factor', { body });

/** The code of an app, this many seconds from now. */
function codeOf({ secret }: { secret: string }, seconds = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + seconds * 1000 });
}

/** A person with an authenticator app, whose current code is used. */
async function withApp() {
  const person = await buildSignedIn(test, organization.id);
  const { secret } = (await totp('POST', person)).body;
  const { recoveryCodes } = (await totp('PUT', person, { code: codeOf({ secret }) })).body;
  return { ...person, secret: secret as string, recoveryCodes: recoveryCodes as string[] };
}

async function askedToken(email: string): Promise<string> {
  return (await login(email)).body.secondFactor.token;
}

const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

async function age(
  table: 'sessions' | 'attempts' | 'second_factor_tokens' | 'passkey_challenges',
  minutes: number,
): Promise<void> {
  const by = sql`make_interval(mins => ${minutes})`;
  const changes = {
    sessions: sql`update sessions set proof_timestamp = proof_timestamp - ${by}`,
    attempts: sql`update attempts set times = array(select t - ${by} from unnest(times) t)`,
    passkey_challenges: sql`update passkey_challenges set expires_timestamp = expires_timestamp - ${by}`,
    second_factor_tokens: sql`update second_factor_tokens set expires_timestamp = expires_timestamp - ${by}`,
  };
  await changes[table].run(test.app.db);
}

async function actions({ id }: { id: number }): Promise<string[]> {
  const rows = await sql<{ action: string }>`select action from audit_log where entity_type = 'user'
    and entity_id = ${id} order by id`.many(test.app.db);
  return rows.map((row) => row.action);
}

describe('an authenticator app', () => {
  it('is on after its first code, with ten recovery codes', async () => {
    const person = await buildSignedIn(test, organization.id);
    const begun = await totp('POST', person);
    expect(begun.body).toEqual({ secret: expect.stringMatching(/^[A-Z2-7]{32}$/), uri: expect.any(String) });
    expect((await totp('GET', person)).body).toEqual({ enabled: false, recoveryCodesLeft: 0 });
    const confirmed = await totp('PUT', person, { code: codeOf(begun.body) });
    expect([confirmed.status, new Set(confirmed.body.recoveryCodes).size]).toEqual([200, 10]);
    expect((await totp('GET', person)).body).toEqual({ enabled: true, recoveryCodesLeft: 10 });
    expect(await actions(person)).toEqual(['totp.enabled']);
  });

  it('stays off after a wrong first code', async () => {
    const person = await buildSignedIn(test, organization.id);
    expect((await totp('PUT', person, { code: '123456' })).status).toBe(400);
    const { body } = await totp('POST', person);
    const refused = await totp('PUT', person, { code: codeOf(body, -90) });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['code']]);
    expect((await totp('GET', person)).body.enabled).toBe(false);
    expect(await actions(person)).toEqual(['totp.refused', 'totp.refused']);
    expect((await login(person.email)).body).toHaveProperty('idToken');
  });

  it('is stored without its secret or recovery codes in plain text', async () => {
    const person = await withApp();
    const { stored } = await sql<{ stored: string }>`select concat(
      (select json_agg(encode(secret, 'escape')) from authenticators where user_id = ${person.id}),
      (select json_agg(encode(code_hash, 'escape')) from recovery_codes where user_id = ${person.id}),
      (select json_agg(a) from audit_log a)) as stored`.one(test.app.db);
    expect(stored).not.toContain(person.secret);
    for (const code of person.recoveryCodes) expect(stored).not.toContain(code);
  });

  it("can't be replaced while it is on", async () => {
    const person = await withApp();
    expect((await totp('POST', person)).status).toBe(409);
    expect((await totp('PUT', person, { code: codeOf(person, 30) })).status).toBe(409);
  });

  it('is switched off with the password and a code, and says so by email', async () => {
    const person = await withApp();
    const off = (password: string, code: string) => totp('DELETE', person, { password, code });
    const code = codeOf(person, 30);
    expect((await off('Wrong-Horse7!', code)).body.fields).toHaveProperty('password');
    expect((await off(testPassword, 'abcdef')).body.fields).toHaveProperty('code');
    expect((await off(testPassword, code)).status).toBe(204);
    expect((await totp('GET', person)).body).toEqual({ enabled: false, recoveryCodesLeft: 0 });
    expect(await actions(person)).toContain('totp.disabled');
    expect((await test.outbox(person.email))[0]?.subject).toBe('Your authenticator app was switched off');
  });

  it('is switched off with a recovery code', async () => {
    const person = await withApp();
    const code = person.recoveryCodes[0]?.toUpperCase().replace('-', ' ');
    expect((await totp('DELETE', person, { password: testPassword, code })).status).toBe(204);
    expect((await totp('DELETE', person, { password: testPassword, code })).status).toBe(404);
  });

  it('gets new recovery codes, which replace the old ones, and says so by email', async () => {
    const person = await withApp();
    const renewed = await renew(person);
    expect([renewed.status, new Set(renewed.body.recoveryCodes).size]).toEqual([200, 10]);
    const use = async (code: string | undefined) =>
      (await answer({ token: await askedToken(person.email), method: 'recovery', code })).status;
    expect([await use(person.recoveryCodes[0]), await use(renewed.body.recoveryCodes[0])]).toEqual([401, 200]);
    expect(await actions(person)).toContain('totp.recovery-codes');
    expect((await test.outbox(person.email)).map(({ subject }) => subject)).toContain('You have new recovery codes');
  });

  it('is needed for recovery codes', async () => {
    expect((await renew(await buildSignedIn(test, organization.id))).status).toBe(404);
  });

  it("is 404 for someone else's user id", async () => {
    const person = await withApp();
    const admin = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const off = { password: testPassword, code: codeOf(person, 30) };
    const answers = [
      await totp('GET', admin, undefined, person.id),
      await totp('POST', admin, undefined, person.id),
      await totp('PUT', admin, { code: '123456' }, person.id),
      await totp('DELETE', admin, off, person.id),
      await renew(admin, person.id),
    ];
    expect(statuses(answers)).toEqual(Array(5).fill(404));
    expect((await totp('GET', person)).body.enabled).toBe(true);
  });

  it('changes only with a fresh proof', async () => {
    const person = await withApp();
    await age('sessions', 11);
    const answers = [
      await totp('POST', person),
      await totp('PUT', person, { code: '123456' }),
      await totp('DELETE', person, { password: testPassword, code: '123456' }),
      await renew(person),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(Array(4).fill('proof_required'));
    expect((await totp('GET', person)).status).toBe(200);
  });
});

describe('signing in with an authenticator app', () => {
  it('asks for a code and gives no tokens before it', async () => {
    const person = await withApp();
    const asked = await login(person.email);
    expect([asked.status, asked.body]).toEqual([
      200,
      { secondFactor: { token: expect.any(String), methods: ['totp', 'recovery'] } },
    ]);
    const { token } = asked.body.secondFactor;
    const signedIn = await answer({ token, method: 'totp', code: codeOf(person, 30) });
    expect([signedIn.status, Object.keys(signedIn.body).sort()]).toEqual([
      200,
      ['body', 'deviceToken', 'idToken', 'refreshToken'],
    ]);
    expect((await answer({ token, method: 'recovery', code: person.recoveryCodes[0] })).status).toBe(401);
  });

  it('still asks on a known device, which stays known', async () => {
    const person = await withApp();
    const method = 'recovery';
    const [first, second] = person.recoveryCodes;
    const known = await answer({ token: await askedToken(person.email), method, code: first });
    const asked = await login(person.email, known.body.deviceToken);
    const again = await answer({ token: asked.body.secondFactor.token, method, code: second });
    expect((await login(person.email, again.body.deviceToken)).body).toHaveProperty('secondFactor');
    expect(await actions(person)).not.toContain('session.new-device');
  });

  it('counts a device once, however often it signs in', async () => {
    const person = await withApp();
    let deviceToken: string | undefined;
    for (const code of person.recoveryCodes.slice(0, 3)) {
      const { token } = (await login(person.email, deviceToken)).body.secondFactor;
      ({ deviceToken } = (await answer({ token, method: 'recovery', code })).body);
    }
    const known = await sql`select token_hash = sha256(${deviceToken}::bytea) as "isLast"
      from device_tokens where user_id = ${person.id}`.many(test.app.db);
    expect(known).toEqual([{ isLast: true }]);
  });

  it('refuses a used code, also one that two calls use together', async () => {
    const person = await withApp();
    const code = codeOf(person, 30);
    const tokens = [await askedToken(person.email), await askedToken(person.email)];
    const together = await Promise.all(tokens.map((token) => answer({ token, method: 'totp', code })));
    expect(statuses(together)).toEqual([200, 401]);
    const token = await askedToken(person.email);
    expect((await answer({ token, method: 'totp', code: codeOf(person) })).status).toBe(401);
  });

  it('refuses and records a code of another minute', async () => {
    const person = await withApp();
    const token = await askedToken(person.email);
    const { status, body } = await answer({ token, method: 'totp', code: codeOf(person, -90) });
    expect([status, body.code]).toEqual([401, 'wrong_factor']);
    expect(await actions(person)).toEqual(['totp.enabled', 'totp.refused']);
  });

  it('is over at the password if the organization takes only single sign-on', async () => {
    const person = await withApp();
    await takeOnlySingleSignOn(organization.id, true);
    expect((await login(person.email)).body.code).toBe('single_sign_on_only');
    await takeOnlySingleSignOn(organization.id, false);
  });

  it('takes a recovery code once', async () => {
    const person = await withApp();
    const [code] = person.recoveryCodes;
    const use = async () => (await answer({ token: await askedToken(person.email), method: 'recovery', code })).status;
    expect([await use(), await use()]).toEqual([200, 401]);
    expect((await totp('GET', person)).body.recoveryCodesLeft).toBe(9);
  });

  it('has five tries, then the right code is refused too', async () => {
    const person = await withApp();
    const token = await askedToken(person.email);
    const wrong = await Promise.all(Array.from({ length: 5 }, () => answer({ token, method: 'totp', code: 'abcdef' })));
    expect(statuses(wrong)).toEqual(Array(5).fill(401));
    const late = await answer({ token, method: 'totp', code: codeOf(person, 30) });
    expect([late.status, late.body.code]).toEqual([401, 'sign_in_expired']);
  });

  it('has five minutes', async () => {
    const person = await withApp();
    const token = await askedToken(person.email);
    await age('second_factor_tokens', 5);
    expect((await answer({ token, method: 'totp', code: codeOf(person, 30) })).status).toBe(401);
  });

  it('starts again after the password changes', async () => {
    const person = await withApp();
    const token = await askedToken(person.email);
    const body = { currentPassword: testPassword, password: 'Quiet-Harbor-Lantern7!' };
    await test.call('PUT /v1/users/{id}/password', { params: { id: person.id }, body, token: person.token });
    expect((await answer({ token, method: 'totp', code: codeOf(person, 30) })).status).toBe(401);
  });

  it('takes ten wrong codes a minute and twenty an hour', async () => {
    const person = await withApp();
    const guess = async (code: string) => answer({ token: await askedToken(person.email), method: 'totp', code });
    const guessTen = async () => {
      const wrong = await Promise.all(Array.from({ length: 10 }, () => guess('abcdef')));
      expect(statuses(wrong)).toEqual(Array(10).fill(401));
    };
    const waitAfterRefusal = async () => {
      const bounded = await guess(codeOf(person, 30));
      expect(bounded.status).toBe(429);
      return Number(bounded.headers['retry-after']);
    };
    await guessTen();
    expect(await waitAfterRefusal()).toBeLessThanOrEqual(60);
    await age('attempts', 2);
    await guessTen();
    await age('attempts', 2);
    // Refused tries count against no bound, so the wait stays that of the hour.
    for (let tries = 0; tries < 11; tries++) expect(await waitAfterRefusal()).toBeGreaterThan(60);
  });
});

const passkeys = (verb: 'GET' | 'POST', person: Person, body?: object, id = person.id) =>
  test.call(`${verb} /v1/users/{id}/passkeys`, { params: { id }, token: person.token, body });
const creationOptions = async (person: Person, id = person.id) =>
  test.call('POST /v1/users/{id}/passkeys/options', { params: { id }, token: person.token });
const remove = (person: Person, passkeyId: number, id = person.id) =>
  test.call('DELETE /v1/users/{id}/passkeys/{passkeyId}', { params: { id, passkeyId }, token: person.token });
const requestOptions = async () => (await test.call('POST /v1/auth/passkey/options')).body;
const signIn = (response: object, deviceToken?: string) =>
  test.call('POST /v1/auth/passkey', { body: { response, deviceToken } });

const takeOnlySingleSignOn = (id: number, only: boolean) =>
  sql`update organizations set only_single_sign_on = ${only} where id = ${id}`.run(test.app.db);

/** A person of the organization with a passkey. */
async function withPasskey(organizationId = organization.id) {
  const person = await buildSignedIn(test, organizationId);
  const passkey = new SoftwarePasskey();
  const response = passkey.create((await creationOptions(person)).body);
  const { body: added } = await passkeys('POST', person, { name: 'Phone', response });
  return { ...person, passkey, added: added as { id: number } };
}

describe('a passkey', () => {
  it('is offered as the contract says', async () => {
    const { id, passkey: _, ...person } = await withPasskey();
    const { status, body } = await creationOptions({ id, ...person });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rp: { id: '127.0.0.1', name: 'Kinbridge' },
      user: { name: person.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key', transports: ['internal'] }],
    });
    expect(body.pubKeyCredParams).toContainEqual({ alg: -7, type: 'public-key' });
  });

  it('is added with a name, listed and removed, each with an email', async () => {
    const person = await withPasskey();
    const listed = (await passkeys('GET', person)).body;
    expect(listed).toEqual([person.added]);
    expect(listed[0]).toMatchObject({ name: 'Phone', lastUsedTimestamp: null });
    expect((await remove(person, person.added.id)).status).toBe(204);
    expect((await passkeys('GET', person)).body).toEqual([]);
    expect(await actions(person)).toEqual(['passkey.added', 'passkey.removed']);
    const subjects = (await test.outbox(person.email)).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual(['A passkey was added to your account', 'A passkey was removed from your account']);
  });

  it.each([
    ['another origin', { origin: 'https://kinbridge.example' }],
    ['another site', { rpId: 'kinbridge.example' }],
    ['a page inside another site', { crossOrigin: true }],
    ['someone whom the device has not verified', { userVerified: false }],
  ])("isn't added for %s", async (_, flaw) => {
    const person = await buildSignedIn(test, organization.id);
    const response = new SoftwarePasskey().create((await creationOptions(person)).body, flaw);
    expect((await passkeys('POST', person, { name: 'Phone', response })).status).toBe(400);
    expect((await passkeys('GET', person)).body).toEqual([]);
    expect(await actions(person)).toEqual(['passkey.refused']);
  });

  it("isn't added with a challenge that is used, expired, or someone else's", async () => {
    const [person, other] = [await withPasskey(), await buildSignedIn(test, organization.id)];
    const add = async (options: { challenge: string }) => {
      const response = new SoftwarePasskey().create(options);
      return (await passkeys('POST', person, { name: 'Phone', response })).status;
    };
    const used = (await creationOptions(person)).body;
    expect(await add(used)).toBe(201);
    expect(await add(used)).toBe(400);
    expect(await add((await creationOptions(other)).body)).toBe(400);
    const expired = (await creationOptions(person)).body;
    await age('passkey_challenges', 5);
    expect(await add(expired)).toBe(400);
  });

  it("doesn't sign in where the organization takes only single sign-on", async () => {
    const { id } = await buildOrganization(test);
    const { passkey } = await withPasskey(id);
    await takeOnlySingleSignOn(id, true);
    const refused = await signIn(passkey.get(await requestOptions()));
    expect(refused).toMatchObject({ status: 403, body: { code: 'single_sign_on_only' } });
    expect(refused.body.idToken).toBeUndefined();
  });

  it('belongs to one person', async () => {
    const [person, other] = [await withPasskey(), await buildSignedIn(test, organization.id)];
    const response = person.passkey.create((await creationOptions(other)).body);
    expect((await passkeys('POST', other, { name: 'Mine', response })).status).toBe(400);
    const answers = [
      await passkeys('GET', other, undefined, person.id),
      await creationOptions(other, person.id),
      await passkeys('POST', other, { name: 'Mine', response }, person.id),
      await remove(other, person.added.id, person.id),
      await remove(other, person.added.id),
    ];
    expect(statuses(answers)).toEqual(Array(5).fill(404));
    expect((await passkeys('GET', person)).body).toHaveLength(1);
  });

  it('changes only with a fresh proof, which a passkey gives', async () => {
    const person = await withPasskey();
    await age('sessions', 11);
    const answers = [await creationOptions(person), await remove(person, person.added.id)];
    expect(answers.map(({ body }) => body.code)).toEqual(['proof_required', 'proof_required']);
    expect((await test.call('GET /v1/auth/proof', { token: person.token })).body).toEqual({
      methods: ['password', 'passkey'],
      slug: null,
    });
    const prove = (response: object) => test.call('POST /v1/auth/proof', { body: { response }, token: person.token });
    const foreign = await withPasskey();
    expect((await prove(foreign.passkey.get(await requestOptions()))).status).toBe(400);
    expect((await prove(person.passkey.get(await requestOptions()))).status).toBe(204);
    expect((await remove(person, person.added.id)).status).toBe(204);
  });
});

describe('signing in with a passkey', () => {
  it('needs no address, password or code', async () => {
    const person = await withPasskey();
    const { secret } = (await totp('POST', person)).body;
    await totp('PUT', person, { code: codeOf({ secret }) });
    const { status, body } = await signIn(person.passkey.get(await requestOptions()));
    expect([status, body.body?.id]).toEqual([200, person.id]);
    expect((await passkeys('GET', person)).body[0].lastUsedTimestamp).not.toBeNull();
  });

  it.each([
    ['another origin', { origin: 'https://kinbridge.example' }],
    ['another site', { rpId: 'kinbridge.example' }],
    ['a page inside another site', { crossOrigin: true }],
    ['someone whom the device has not verified', { userVerified: false }],
    ['a counter that went back', { counter: 1 }],
  ])('is refused and recorded for %s', async (_, flaw) => {
    const person = await withPasskey();
    const { status, body } = await signIn(person.passkey.get(await requestOptions(), flaw));
    expect([status, body.code]).toEqual([401, 'wrong_factor']);
    expect(await actions(person)).toEqual(['passkey.added', 'passkey.refused']);
  });

  it('refuses unknown and removed passkeys, foreign signatures and malformed responses', async () => {
    const [person, other] = [await withPasskey(), await withPasskey()];
    const unknown = new SoftwarePasskey().get(await requestOptions());
    const mine = person.passkey.get(await requestOptions());
    const theirs = other.passkey.get(await requestOptions());
    const mixed = { ...theirs, id: mine.id, rawId: mine.id };
    const malformed = [{}, { ...mine, response: null }, { ...mine, response: { clientDataJSON: '!' } }];
    const removed = person.passkey.get(await requestOptions());
    await remove(person, person.added.id);
    const answers = await Promise.all([unknown, mixed, removed, ...malformed].map((response) => signIn(response)));
    expect(statuses(answers)).toEqual(Array(6).fill(401));
  });

  it('uses a challenge once, within five minutes', async () => {
    const person = await withPasskey();
    const response = person.passkey.get(await requestOptions());
    expect(statuses(await Promise.all([signIn(response), signIn(response)]))).toEqual([200, 401]);
    const late = person.passkey.get(await requestOptions());
    await age('passkey_challenges', 5);
    expect((await signIn(late)).status).toBe(401);
    const foreign = person.passkey.get((await creationOptions(person)).body);
    expect((await signIn(foreign)).status).toBe(401);
  });
});

describe('a passkey as the second factor', () => {
  const strict = useOrganization(test);
  const options = (token: string) => test.call('POST /v1/auth/second-factor/options', { body: { token } });

  it('is asked for only if the organization requires one', async () => {
    const relaxed = await withPasskey();
    expect((await login(relaxed.email)).body).toHaveProperty('idToken');
    await sql`update organizations set require_second_factor = true where id = ${strict.id}`.run(test.app.db);
    const person = await withPasskey(strict.id);
    const { token, methods } = (await login(person.email)).body.secondFactor;
    expect(methods).toEqual(['passkey']);
    const { body } = await options(token);
    expect(body.allowCredentials).toHaveLength(1);
    const signedIn = await answer({ token, method: 'passkey', response: person.passkey.get(body) });
    expect([signedIn.status, signedIn.body.body?.id]).toEqual([200, person.id]);
    expect((await options(token)).status).toBe(401);
  });

  it("refuses someone else's passkey, and a challenge for something else", async () => {
    const [person, other] = [await withPasskey(strict.id), await withPasskey(strict.id)];
    const { token } = (await login(person.email)).body.secondFactor;
    const use = (response: object) => answer({ token, method: 'passkey', response });
    expect((await use(other.passkey.get((await options(token)).body))).status).toBe(401);
    expect((await use(person.passkey.get(await requestOptions()))).status).toBe(401);
    expect((await use(person.passkey.get((await options(token)).body))).status).toBe(200);
  });
});
