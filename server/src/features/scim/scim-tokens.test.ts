import { describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildSignedIn } from '../../testing/build.ts';
import { findEverywhere } from '../../testing/member-traces.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp();
const home = useOrganization(test);
const away = useOrganization(test);

const admin = (organizationId: number) => buildSignedIn(test, organizationId, { userType: 'ADMIN' });
const list = (token: string) => test.call('GET /v1/organizations/{id}/scim-tokens', { params: { id: home.id }, token });
const create = (token: string, body?: object) =>
  test.call('POST /v1/organizations/{id}/scim-tokens', { params: { id: home.id }, token, body });
const daysLeft = (expireTimestamp: string) => (Date.parse(expireTimestamp) - Date.now()) / 86_400_000;
const remove = (tokenId: number, token: string) =>
  test.call('DELETE /v1/organizations/{id}/scim-tokens/{tokenId}', { params: { id: home.id, tokenId }, token });

describe('SCIM tokens', () => {
  it('are shown once and stored as a hash', async () => {
    const { token, id: adminId } = await admin(home.id);
    const created = await create(token);
    expect(created.status).toBe(201);
    expect(Object.keys(created.body).sort()).toEqual(['createTimestamp', 'expireTimestamp', 'id', 'name', 'token']);
    const listed = await list(token);
    expect(listed.body).toContainEqual({
      id: created.body.id,
      name: null,
      createTimestamp: created.body.createTimestamp,
      lastUsedTimestamp: null,
      expireTimestamp: created.body.expireTimestamp,
    });
    expect(JSON.stringify(listed.body)).not.toContain(created.body.token);
    const [stored] = await sql<{ row: string }>`
      select t::text as row from scim_tokens t where id = ${created.body.id}`.many(test.app.db);
    expect(stored?.row).not.toContain(created.body.token);
    const rows = await sql<{ actor_id: number | null; detail: object }>`select actor_id, detail from audit_log
      where action = 'scim-token.create' and organization_id = ${home.id}`.many(test.app.db);
    expect(rows).toContainEqual({ actor_id: adminId, detail: { tokenId: created.body.id } });
  });

  it('have a name and last as long as asked, or a year', async () => {
    const { token } = await admin(home.id);
    const named = await create(token, { name: ' Okta ', expireDays: 730 });
    expect(named).toMatchObject({ status: 201, body: { name: 'Okta' } });
    expect(daysLeft(named.body.expireTimestamp)).toBeCloseTo(730, 1);
    const { token: _, ...shown } = named.body;
    expect((await list(token)).body).toContainEqual({ ...shown, lastUsedTimestamp: null });
    expect(daysLeft((await create(token, { name: '' })).body.expireTimestamp)).toBeCloseTo(365, 1);
  });

  it.each([
    { expireDays: 0 },
    { expireDays: 731 },
    { expireDays: 1.5 },
    { expireDays: '30' },
    { name: 'a\nb' },
    { days: 3 },
  ])('are not created with %j', async (body) => {
    const { token } = await admin(home.id);
    const before = (await list(token)).body.length;
    expect(await create(token, body)).toMatchObject({ status: 400 });
    expect((await list(token)).body).toHaveLength(before);
  });

  it('are refused like wrong ones once they expired', async () => {
    const { token } = await admin(home.id);
    const { id, token: secret } = (await create(token, { expireDays: 1 })).body;
    const ask = async (bearer: string) => {
      const { status, body } = await test.call('GET /scim/v2/Users', { token: bearer });
      return { status, body };
    };
    expect(await ask(secret)).toMatchObject({ status: 200 });
    await sql`update scim_tokens set expire_timestamp = now() where id = ${id}`.run(test.app.db);
    expect(await ask(secret)).toEqual(await ask('made-up'));
    expect(await ask(secret)).toMatchObject({ status: 401 });
  });

  it('are created once per Idempotency-Key, and no table has the token', async () => {
    const { token } = await admin(home.id);
    const again = { params: { id: home.id }, token, headers: { 'idempotency-key': 'token 1' } };
    const first = await test.call('POST /v1/organizations/{id}/scim-tokens', again);
    expect(await test.call('POST /v1/organizations/{id}/scim-tokens', again)).toMatchObject({
      status: 201,
      body: first.body,
    });
    expect(await findEverywhere(test, [first.body.token])).toEqual([]);
  });

  it('are deleted once, and only by their own organization', async () => {
    const { token } = await admin(home.id);
    const { token: other } = await admin(away.id);
    const { id } = (await create(token)).body;
    expect((await remove(id, other)).status).toBe(404);
    const elsewhere = await test.call('DELETE /v1/organizations/{id}/scim-tokens/{tokenId}', {
      params: { id: away.id, tokenId: id },
      token: other,
    });
    expect(elsewhere.status).toBe(404);
    expect((await remove(id, token)).status).toBe(204);
    expect((await remove(id, token)).status).toBe(404);
  });

  it('need a recent proof to be created or deleted', async () => {
    const { token, id: adminId } = await admin(home.id);
    const { id } = (await create(token)).body;
    await sql`update sessions set proof_timestamp = now() - interval '11 minutes' where user_id = ${adminId}`.run(
      test.app.db,
    );
    for (const refused of [await create(token), await remove(id, token)]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'proof_required']);
    }
    expect((await list(token)).status).toBe(200);
  });

  it('are for active admins', async () => {
    const { token } = await buildSignedIn(test, home.id);
    expect((await list(token)).status).toBe(403);
    expect((await create(token)).status).toBe(403);
  });
});
