import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, buildUser } from '../../testing/build.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp();
let organizationId: number;
let admin: Awaited<ReturnType<typeof buildSignedIn>>;

beforeEach(async () => {
  organizationId = (await buildOrganization(test)).id;
  admin = await buildSignedIn(test, organizationId, { userType: 'ADMIN' });
});

const defaults = {
  requireSecondFactor: false,
  idleMinutes: null,
  onlySingleSignOn: false,
  breakGlassUserId: null,
  newPeople: 'PENDING',
};

const rules = (token = admin.token) =>
  test.call('GET /v1/organizations/{id}/sign-in', { params: { id: organizationId }, token });
const change = (body: Record<string, unknown>, token = admin.token) =>
  test.call('PUT /v1/organizations/{id}/sign-in', { params: { id: organizationId }, body, token });

/** Gives a person a passkey, as far as the rules know. */
const addPasskey = (userId: number) =>
  sql`insert into passkeys (user_id, credential_id, public_key, counter, name)
    values (${userId}, ${Buffer.from(`key ${userId}`)}, '', 0, 'Key')`.run(test.app.db);
const makeUnproven = (userId: number) =>
  sql`update sessions set proof_timestamp = now() - interval '11 minutes' where user_id = ${userId}`.run(test.app.db);

describe('the sign-in rules of an organization', () => {
  it('start with everything off', async () => {
    expect(await rules()).toMatchObject({ status: 200, body: defaults });
  });

  it('keep fields that are left out', async () => {
    await change({ idleMinutes: 15, newPeople: 'ACTIVE' });
    const answer = await change({ requireSecondFactor: false, newPeople: 'PENDING' });
    expect(answer).toMatchObject({ status: 200, body: { ...defaults, idleMinutes: 15 } });
    expect((await rules()).body).toEqual(answer.body);
  });

  it.each([
    ['too few minutes', { idleMinutes: 4 }],
    ['too many minutes', { idleMinutes: 481 }],
    ['half minutes', { idleMinutes: 5.5 }],
    ['minutes as a text', { idleMinutes: '15' }],
    ['another status', { newPeople: 'INACTIVE' }],
    ['null for a switch', { requireSecondFactor: null }],
    ['an unknown rule', { slug: 'clinic' }],
    ['only single sign-on without a break-glass admin', { onlySingleSignOn: true }],
    ['a break-glass admin who does not exist', { breakGlassUserId: 999_999_999 }],
  ])('refuse %s', async (_what, body) => {
    expect(await change({ newPeople: 'ACTIVE', ...body })).toMatchObject({ status: 400 });
    expect((await rules()).body).toEqual(defaults);
  });

  it('need a fresh proof to change', async () => {
    await makeUnproven(admin.id);
    expect(await change({ idleMinutes: 15 })).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    expect((await rules()).body).toEqual(defaults);
  });

  it('audit what changed, once', async () => {
    await change({ idleMinutes: 15, newPeople: 'PENDING' });
    await change({ idleMinutes: 15 });
    const entries = await sql<{ detail: unknown; entity_id: number }>`select detail, entity_id from audit_log
      where organization_id = ${organizationId} and action = 'organization.sign-in-rules'`.many(test.app.db);
    expect(entries).toEqual([
      { detail: { fields: ['idleMinutes'], rules: { idleMinutes: 15 } }, entity_id: organizationId },
    ]);
  });
});

describe('the break-glass admin', () => {
  const candidates = {
    'an admin without a factor': { userType: 'ADMIN', factor: false },
    'an employee': { userType: 'EMPLOYEE' },
    'a terminated admin': { userType: 'ADMIN', status: 'INACTIVE' },
    'an admin of another organization': { userType: 'ADMIN', elsewhere: true },
  } as const;

  it.each(Object.entries(candidates))('is never %s', async (_who, given) => {
    const { elsewhere, factor, ...person } = { elsewhere: false, factor: true, ...given };
    const home = elsewhere ? (await buildOrganization(test)).id : organizationId;
    const { id } = await buildUser(test, home, person);
    if (factor) await addPasskey(id);
    const answer = await change({ onlySingleSignOn: true, breakGlassUserId: id });
    expect(answer).toMatchObject({ status: 400, body: { fields: { breakGlassUserId: expect.any(String) } } });
  });

  it('is an active admin with a second factor', async () => {
    await addPasskey(admin.id);
    const answer = await change({ onlySingleSignOn: true, breakGlassUserId: admin.id });
    expect(answer).toMatchObject({ status: 200, body: { onlySingleSignOn: true, breakGlassUserId: admin.id } });
  });

  it('stays while only single sign-on is on', async () => {
    await addPasskey(admin.id);
    await change({ onlySingleSignOn: true, breakGlassUserId: admin.id });
    expect(await change({ breakGlassUserId: null })).toMatchObject({ status: 400 });
    expect(await change({ onlySingleSignOn: false, breakGlassUserId: null })).toMatchObject({ status: 200 });
  });
});
