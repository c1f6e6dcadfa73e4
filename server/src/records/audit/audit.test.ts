import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn } from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { sealAuditLog, verifyAuditLog } from './audit-chain.commands.ts';
import { auditRead, flushReads } from './audit-reads.ts';

let test: TestApp;
let owner: pg.Client;

beforeAll(async () => {
  test = await startTestApp();
  owner = new pg.Client({ connectionString: test.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

async function record(count: number): Promise<void> {
  await sql`insert into audit_log (action, entity_type, entity_id, detail)
    select 'test.act', 'thing', n, '{"a": 1}' from generate_series(1, ${count}) n`.run(test.app.db);
}

/** Changes tables as someone with the owner's rights could. */
async function tamper(statement: string): Promise<void> {
  await owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
}

const rows = async (action: string) =>
  await sql<{
    detail: Record<string, unknown>;
  }>`select detail from audit_log where action = ${action} order by id`.many(test.app.db);

describe('the audit log', () => {
  it('is append-only for the application and the database owner', async () => {
    await record(1);
    const month = (await owner.query('select tableoid::regclass as name from audit_log limit 1')).rows[0].name;
    for (const table of ['audit_log', month]) {
      for (const statement of [`update ${table} set action = action`, `delete from ${table}`, `truncate ${table}`]) {
        await expect(sql.raw(statement).run(test.app.db)).rejects.toThrow(/permission denied|append-only/);
        await expect(owner.query(statement)).rejects.toThrow(/append-only/);
      }
    }
  });

  it('keeps its guard trigger when the application tries to remove it', async () => {
    await expect(sql.raw('drop trigger audit_log_append_only on audit_log').run(test.app.db)).rejects.toThrow(
      /must be owner/,
    );
    await expect(sql.raw('alter table audit_log disable trigger all').run(test.app.db)).rejects.toThrow(
      /must be owner/,
    );
  });

  it('records a read before responding, once per reader and record per minute', async () => {
    const organization = await buildOrganization(test);
    const user = await buildSignedIn(test, organization.id);
    for (let i = 0; i < 3; i++) await test.call('GET /v1/users/{id}', { params: { id: user.id }, token: user.token });
    expect(await rows('user.read')).toHaveLength(1);
    await flushReads(test.app.db, Number.POSITIVE_INFINITY);
    expect((await rows('user.read')).map((row) => row.detail)).toEqual([{}, { repeated: 2 }]);
  });

  it('records reads of the same moment once, and answers none of them before', async () => {
    const entry = { caller: null, action: 'survey-answer.read', entityId: 1 } as const;
    const recorded = async () => {
      await auditRead(test.app.db, entry);
      return rows('survey-answer.read');
    };
    for (const found of await Promise.all([recorded(), recorded(), recorded()])) expect(found).toHaveLength(1);
    await flushReads(test.app.db, Number.POSITIVE_INFINITY);
    expect((await rows('survey-answer.read')).map((row) => row.detail)).toEqual([{}, { repeated: 2 }]);
  });

  it('batches concurrent reads into a few statements', async () => {
    const statements: string[] = [];
    const { db } = test.app;
    const run = db.run.bind(db);
    db.run = (query) => {
      statements.push(query.text);
      return run(query);
    };
    const organization = await buildOrganization(test);
    const reader = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const users = await Promise.all(Array.from({ length: 12 }, () => buildSignedIn(test, organization.id)));
    const read = (id: number) => test.call('GET /v1/users/{id}', { params: { id }, token: reader.token });
    statements.length = 0;
    const answers = await Promise.all(users.map(({ id }) => read(id)));
    expect(answers.map(({ status }) => status)).toEqual(users.map(() => 200));
    const logged = await sql<{ id: number }>`select entity_id as id from audit_log
      where action = 'user.read' and actor_id = ${reader.id}`.many(db);
    expect(logged.map(({ id }) => id).sort()).toEqual(users.map(({ id }) => id).sort());
    expect(statements.filter((text) => text.includes('insert into audit_log')).length).toBeLessThan(users.length);
    expect(statements.filter((text) => text.includes('from sessions s')).length).toBeLessThan(users.length);
    db.run = run;
  });

  it("refuses only the read whose row can't be written", async () => {
    const organization = await buildOrganization(test);
    const reader = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const users = await Promise.all(Array.from({ length: 6 }, () => buildSignedIn(test, organization.id)));
    const [, , refused] = users;
    await owner.query(`alter table audit_log add constraint planted check (entity_id <> ${refused?.id}) not valid`);
    const read = (id: number) => test.call('GET /v1/users/{id}', { params: { id }, token: reader.token });
    const answers = await Promise.all(users.map(({ id }) => read(id)));
    await owner.query('alter table audit_log drop constraint planted');
    expect(answers.map(({ status }) => status)).toEqual(users.map((user) => (user === refused ? 500 : 200)));
    const logged = await sql<{ id: number }>`select entity_id as id from audit_log
      where action = 'user.read' and actor_id = ${reader.id}`.many(test.app.db);
    expect(logged).toHaveLength(users.length - 1);
  });

  it('starts a new count after a minute', async () => {
    const entry = {
      caller: { via: 'session', userId: 7, organizationId: 1, requestId: null },
      action: 'document.read',
      entityId: 1,
    } as const;
    for (const at of [0, 59_000, 60_000, 61_000]) await auditRead(test.app.db, entry, at);
    expect((await rows('document.read')).map((row) => row.detail)).toEqual([{}, { repeated: 1 }, {}]);
  });
});

const verdict = () => verifyAuditLog(test.app.db, test.app.config.auditKey);

describe('the hash chain', () => {
  it('seals every row once and verifies', async () => {
    await record(20);
    await sealAuditLog(test.app.db, test.app.config.auditKey);
    const unsealed = await sql`select 1 from audit_log a where not exists (
      select from audit_chain c where c.audit_id = a.id)`.many(test.app.db);
    expect(unsealed).toHaveLength(0);
    expect(await sealAuditLog(test.app.db, test.app.config.auditKey)).toBe(0);
    expect(await verifyAuditLog(test.app.db, test.app.config.auditKey)).toMatchObject({ intact: true });
  });

  it('seals a row that commits after a later one', async () => {
    const slow = new pg.Client({ connectionString: test.databaseUrl });
    await slow.connect();
    await slow.query("begin; insert into audit_log (action, entity_type) values ('slow', 'thing')");
    await record(3);
    await sealAuditLog(test.app.db, test.app.config.auditKey);
    await slow.query('commit');
    await slow.end();
    expect(await sealAuditLog(test.app.db, test.app.config.auditKey)).toBe(1);
    expect(await verifyAuditLog(test.app.db, test.app.config.auditKey)).toMatchObject({ intact: true });
  });

  it('stays intact when sealed in parallel', async () => {
    await record(50);
    await Promise.all([
      sealAuditLog(test.app.db, test.app.config.auditKey),
      sealAuditLog(test.app.db, test.app.config.auditKey),
      sealAuditLog(test.app.db, test.app.config.auditKey),
    ]);
    expect(await verifyAuditLog(test.app.db, test.app.config.auditKey)).toMatchObject({ intact: true });
  });

  it('reports a row inserted later as unsealed', async () => {
    await tamper(`insert into audit_log (action, entity_type, create_timestamp)
      values ('forged', 'thing', now() - interval '1 day')`);
    expect(await verifyAuditLog(test.app.db, test.app.config.auditKey)).toMatchObject({
      intact: true,
      unsealed: { count: 1 },
    });
    await tamper("delete from audit_log where action = 'forged'");
  });

  it('reports a row inserted between sealed ones, before and after sealing', async () => {
    const { auditKey } = test.app.config;
    const hourAgo = new Date(Date.now() - 3_600_000);
    // An unused id, as left by a rolled-back transaction.
    const { rows: skipped } = await owner.query(`select month_id(nextval('audit_log_id_seq')) as id`);
    await record(2);
    await sealAuditLog(test.app.db, auditKey, hourAgo);
    await tamper(`insert into audit_log (id, action, entity_type) overriding system value
      values (${skipped[0].id}, 'forged', 'thing')`);
    const first = Number(skipped[0].id);
    expect(await verdict()).toMatchObject({ intact: true, unsealed: { count: 1, first }, late: { count: 0 } });
    await sealAuditLog(test.app.db, auditKey);
    expect(await verdict()).toMatchObject({ intact: true, unsealed: { count: 0 }, late: { count: 1, first } });
  });

  it('fails verification with another key', async () => {
    await record(1);
    await sealAuditLog(test.app.db, test.app.config.auditKey);
    expect(await verifyAuditLog(test.app.db, 'another key')).toMatchObject({ intact: false, reason: 'changed' });
  });

  it('reports a row whose search terms were replaced', async () => {
    const { id } = await buildOrganization(test);
    const { token } = await buildSignedIn(test, id);
    await test.call('POST /v1/organizations/{id}/members/search', { params: { id }, body: { name: 'Marisol' }, token });
    await sealAuditLog(test.app.db, test.app.config.auditKey);
    expect(await verdict()).toMatchObject({ intact: true });
    await tamper(`update audit_asked set asked = replace(asked, 'Marisol', 'Nora')`);
    expect(await verdict()).toMatchObject({ intact: false, reason: 'asked' });
    await tamper(`update audit_asked set asked = replace(asked, 'Nora', 'Marisol')`);
  });

  it('spans months and reports a row changed in any of them', async () => {
    const { rows: next } = await owner.query(`insert into audit_log (id, action, entity_type)
      select nextval('audit_log_id_seq') + right(relname, 6)::bigint * 1000000000, 'next.month', 'thing'
      from pg_class where relname ~ '^audit_log_\\d{6}$' order by relname offset 1 limit 1 returning id`);
    await sealAuditLog(test.app.db, test.app.config.auditKey);
    // Written before the turn of the month, committed after it.
    await record(2);
    expect(await sealAuditLog(test.app.db, test.app.config.auditKey)).toBe(2);
    expect(await verdict()).toMatchObject({ intact: true });
    await tamper(`update audit_log set entity_id = 1 where id = ${next[0].id}`);
    expect(await verdict()).toEqual({ intact: false, auditId: Number(next[0].id), reason: 'changed' });
    await tamper(`update audit_log set entity_id = null where id = ${next[0].id}`);
  });

  it('reports the first changed, removed or unlinked row', async () => {
    await record(30);
    await sealAuditLog(test.app.db, test.app.config.auditKey);
    const victim = Number((await owner.query('select id from audit_log order by id offset 5 limit 1')).rows[0].id);
    const later = Number((await owner.query('select id from audit_log order by id offset 9 limit 1')).rows[0].id);

    await tamper(`update audit_log set entity_id = coalesce(entity_id, 0) + 1 where id in (${victim}, ${later})`);
    expect(await verdict()).toEqual({ intact: false, auditId: victim, reason: 'changed' });
    await tamper(`update audit_log set entity_id = entity_id - 1 where id in (${victim}, ${later})`);
    await tamper(`update audit_log set entity_id = null where id = ${victim} and entity_id = 0`);
    await tamper(`update audit_log set entity_id = null where id = ${later} and entity_id = 0`);
    expect(await verdict()).toMatchObject({ intact: true });

    await tamper(`delete from audit_chain where audit_id = ${later}`);
    expect(await verdict()).toMatchObject({ intact: false, reason: 'order' });
    await tamper(`delete from audit_log where id = ${victim}`);
    expect(await verdict()).toEqual({ intact: false, auditId: victim, reason: 'removed' });
  });
});

describe('a chain started without a key', () => {
  /** Builds a chain over all rows as earlier versions did. */
  async function withoutKey(): Promise<number> {
    await tamper('delete from audit_chain');
    await owner.query('alter table audit_chain drop constraint audit_chain_sealed');
    const { rows: all } =
      await owner.query(`select a.id, jsonb_build_array(a.id, to_char(a.create_timestamp at time zone 'UTC',
      'YYYY-MM-DD HH24:MI:SS.US'), a.organization_id, a.actor_id, a.action, a.entity_type, a.entity_id, a.detail,
      a.request_id)::text as content from audit_log a order by a.id`);
    let hash: Buffer = Buffer.alloc(32);
    for (const [index, row] of all.entries()) {
      hash = createHash('sha256').update(hash).update(row.content, 'utf8').digest();
      await owner.query('insert into audit_chain (position, audit_id, hash) values ($1, $2, $3)', [
        index + 1,
        row.id,
        hash,
      ]);
    }
    await owner.query(
      'alter table audit_chain add constraint audit_chain_sealed check (sealed_timestamp is not null) not valid',
    );
    return all.length;
  }

  it('continues with the key, which also covers its start', async () => {
    const old = await withoutKey();
    expect(await sealAuditLog(test.app.db, test.app.config.auditKey)).toBe(1);
    expect(await verdict()).toMatchObject({ intact: true, rows: old + 1, keyedFrom: old + 1 });
    expect(await rows('audit.keyed')).toMatchObject([{ detail: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) } }]);
    await record(2);
    await sealAuditLog(test.app.db, test.app.config.auditKey);
    expect(await verdict()).toMatchObject({ intact: true, rows: old + 3, keyedFrom: old + 1 });
  });

  it('detects a chain rebuilt without the key', async () => {
    await withoutKey();
    expect(await verdict()).toMatchObject({ intact: false, reason: 'unkeyed' });
  });

  it('accepts no new link without the key', async () => {
    const link = sql`insert into audit_chain (position, audit_id, hash) values (999999, 999999, '')`;
    await expect(link.run(test.app.db)).rejects.toThrow(/audit_chain_sealed/);
  });
});
