import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, nextNumber } from '../../testing/build.ts';
import { type DnsServer, startDnsServer } from '../../testing/dns-server.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { setDomains } from './domains.commands.ts';
import { listDomains } from './domains.queries.ts';
import { ensureSlug } from './providers.commands.ts';

let dns: DnsServer;
const test = {} as TestApp;

beforeAll(async () => {
  dns = await startDnsServer();
  Object.assign(test, await startTestApp({ DNS_SERVERS: dns.address }));
});

afterAll(async () => {
  await test.close();
  dns.stop();
});

/** An organization with a provider, its admin, and a domain with its record. */
async function claiming(domain = `clinic${nextNumber()}.example`) {
  const { id, name } = await buildOrganization(test);
  const admin = await buildSignedIn(test, id, { userType: 'ADMIN' });
  const slug = await ensureSlug(test.app.db, id);
  await sql`insert into identity_providers (organization_id, kind, issuer) values (${id}, 'oidc', 'https://id.example')`.run(
    test.app.db,
  );
  await transaction(test.app.db, (tx) => setDomains(tx, id, [domain]));
  const [{ txtRecord = '' } = {}] = await listDomains(test.app.db, id);
  const check = (named = domain) =>
    test.call('POST /v1/organizations/{id}/sign-in-domains/{domain}/check', {
      params: { id, domain: named },
      token: admin.token,
    });
  const find = () => test.call('POST /v1/auth/sso/find', { body: { email: `anyone@${domain}` } });
  const actions = async () =>
    (
      await sql<{ action: string }>`select action from audit_log where organization_id = ${id} and action like 'sso.%'
        order by id`.many(test.app.db)
    ).map(({ action }) => action);
  return { id, name, slug, domain, txtRecord, check, find, actions };
}

const nowhere = { slug: null, organization: null };

describe('an email domain', () => {
  it('is proven by its DNS record, among others', async () => {
    const clinic = await claiming();
    dns.texts.set(clinic.domain, ['v=spf1 -all', clinic.txtRecord]);
    expect((await clinic.find()).body).toEqual(nowhere);
    const checked = await clinic.check();
    expect(checked).toMatchObject({ status: 200, body: [{ domain: clinic.domain, proven: true }] });
    expect((await clinic.find()).body).toEqual({ slug: clinic.slug, organization: clinic.name });
    expect(await clinic.actions()).toEqual(['sso.domain-proven']);
  });

  it.each([
    ['without a record', undefined],
    ['with no text', []],
    ['with another text', ['kinbridge-sign-in=another']],
  ])('stays unproven %s', async (_name, texts) => {
    const clinic = await claiming();
    if (texts) dns.texts.set(clinic.domain, texts);
    expect((await clinic.check()).body).toEqual([
      { domain: clinic.domain, proven: false, txtRecord: clinic.txtRecord },
    ]);
    expect((await clinic.find()).body).toEqual(nowhere);
    expect(await clinic.actions()).toEqual([]);
  });

  it('belongs to one organization while its record is published', async () => {
    const first = await claiming();
    const second = await claiming(first.domain);
    dns.texts.set(first.domain, [first.txtRecord, second.txtRecord]);
    expect((await first.check()).body).toMatchObject([{ proven: true }]);
    expect((await second.check()).status).toBe(409);
    expect((await first.find()).body.slug).toBe(first.slug);

    dns.texts.set(first.domain, [second.txtRecord]);
    expect((await second.check()).body).toMatchObject([{ proven: true }]);
    expect((await first.find()).body.slug).toBe(second.slug);
    expect(await first.actions()).toEqual(['sso.domain-proven', 'sso.domain-lost']);
  });

  it('keeps its record when it stays in the list', async () => {
    const clinic = await claiming();
    await transaction(test.app.db, (tx) => setDomains(tx, clinic.id, ['other.example', clinic.domain]));
    expect(await listDomains(test.app.db, clinic.id)).toContainEqual(
      expect.objectContaining({ domain: clinic.domain, txtRecord: clinic.txtRecord }),
    );
  });

  it("can't be checked by an organization that didn't list it", async () => {
    const clinic = await claiming();
    expect((await clinic.check('unlisted.example')).status).toBe(404);
    expect((await clinic.check('not a domain')).status).toBe(400);
  });
});

describe('the sign-in page of an organization', () => {
  it('has an address from its name, with a number if another has the same name', async () => {
    const name = `St. Mary's Clinic ${nextNumber()}`;
    const [one, two] = [await buildOrganization(test, { name }), await buildOrganization(test, { name })];
    const slug = await ensureSlug(test.app.db, one.id);
    expect(await ensureSlug(test.app.db, two.id)).toBe(`${slug}-2`);
    await sql`update organizations set name = 'Renamed' where id = ${one.id}`.run(test.app.db);
    expect(await ensureSlug(test.app.db, one.id)).toBe(slug);
  });

  it('names the organization once a provider is set up', async () => {
    const clinic = await claiming();
    const name = (slug: string) => test.call('GET /v1/auth/sso/{slug}/organization', { params: { slug } });
    expect(await name(clinic.slug)).toMatchObject({ status: 200, body: { name: clinic.name } });
    expect((await name('unknown')).status).toBe(404);
  });

  it('is a page for browsers and the error shape for scripts if unknown', async () => {
    const open = (accept: string) =>
      test.call('GET /v1/auth/sso/{slug}', { params: { slug: 'unknown' }, headers: { accept } });
    const page = await open('text/html,application/xhtml+xml');
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.bytes.toString()).toContain('find that sign-in page');
    expect(await open('application/json')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
