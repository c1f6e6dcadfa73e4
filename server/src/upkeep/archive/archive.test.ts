import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { countAuditRows } from '../../records/audit/audit.commands.ts';
import { sealAuditLog, verifyAuditLog } from '../../records/audit/audit-chain.commands.ts';
import { type BuiltOrganization, buildOrganization, buildSignedIn } from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { archiveMonth } from './archive.commands.ts';
import { type ArchivedPiece, findPieces, readMonth } from './archive.queries.ts';
import { archivedLinks, readPiece } from './archive-pieces.ts';

let test: TestApp;
let organization: BuiltOrganization;
const oldRows = 25;
const seal = () => sealAuditLog(test.app.db, test.app.config.auditKey);

/** Archives as the command does: with the owner's rights. */
const archive = (name: string) => {
  const month = readMonth(name);
  if (!month) throw new Error(`${name} is not a month`);
  return archiveMonth(test.owner, test.app, month);
};

const verdict = async (pieces?: ArchivedPiece[]) => {
  const { db, files, config } = test.app;
  const archived = archivedLinks(db, files, pieces ?? (await findPieces(db)));
  return verifyAuditLog(db, config.auditKey, undefined, archived);
};

/** Rows from before there were months, sealed and counted, and newer ones after them. */
beforeAll(async () => {
  test = await startTestApp();
  organization = await buildOrganization(test);
  await sql`insert into audit_log (id, create_timestamp, organization_id, action, entity_type, entity_id)
    select n, now() - interval '1 year', ${organization.id}, 'test.act', 'thing', n
    from generate_series(1, ${oldRows}) n`.run(test.owner);
  await sql`insert into emails (id, kind, to_address, state, create_timestamp)
    values (1, 'welcome', 'ana@example.org', 'sent', now() - interval '1 year')`.run(test.owner);
  await sql`insert into sms_messages (id, kind, phone_number, body, state, provider_id, create_timestamp)
    values (1, 'staff', '+12695550111', 'See you on Monday.', 'delivered', 'SM-old', now() - interval '1 year')`.run(
    test.owner,
  );
});
afterAll(() => test.close());

describe('a month', () => {
  it('stays if it is invalid, recent or absent', async () => {
    expect(readMonth('2026-13')).toBeNull();
    const { now } = await sql<{ now: string }>`select to_char(now() at time zone 'UTC', 'YYYY-MM') as now`.one(
      test.app.db,
    );
    await expect(archive(now)).rejects.toThrow('has rows of the last 90 days');
    await expect(archive('2026-01')).rejects.toThrow('The database has no month 2026-01');
  });

  it('stays until it is sealed, counted and followed by newer rows', async () => {
    await expect(archive('before')).rejects.toThrow("aren't sealed yet");
    await seal();
    await expect(archive('before')).rejects.toThrow("aren't counted yet");
    const later = new Date(Date.now() + 60_000);
    // Rows count once every transaction of their time has ended, those of other tests included.
    await until(async () => {
      await countAuditRows(test.app.db, later);
      const { counted } = await sql<{ counted: number }>`select counted_id as counted from audit_action_counted`.one(
        test.app.db,
      );
      return counted >= oldRows;
    });
  });

  it.each(['emails', 'sms_messages'])('stays while %s wait to be sent', async (table) => {
    const be = (state: string) => sql.raw(`update ${table} set state = '${state}' where id = 1`).run(test.owner);
    await be('queued');
    await expect(archive('before')).rejects.toThrow("emails or texts that haven't been sent");
    await be('sent');
  });

  it('leaves the database and stays part of the chain', async () => {
    const before = await verdict();
    expect(before).toMatchObject({ intact: true });
    expect(await archive('before')).toEqual({ files: 3, rows: oldRows + 2 });
    const left = await sql<{ n: number }>`select (select count(*) from audit_log where action = 'test.act')
      + (select count(*) from emails where id = 1) + (select count(*) from sms_messages where id = 1)
      + (select count(*) from sms_provider_ids where message_id = 1) as n`.one(test.app.db);
    expect(left.n).toBe(0);
    expect(await verdict()).toEqual(before);
    expect(await verdict([])).toMatchObject({ intact: false, reason: 'order' });
  });

  it('is readable as lines of JSON', async () => {
    const [log, emails, texts] = await findPieces(test.app.db);
    if (!log || !emails || !texts) throw new Error('nothing was archived');
    const [line = ''] = await readPiece(test.app.files, log);
    expect(JSON.parse(JSON.parse(line)[4])).toEqual(expect.arrayContaining([1, organization.id, 'test.act']));
    expect(JSON.parse((await readPiece(test.app.files, emails))[0] ?? '')).toMatchObject({
      to_address: 'ana@example.org',
    });
    expect(JSON.parse((await readPiece(test.app.files, texts))[0] ?? '')).toMatchObject({ body: 'See you on Monday.' });
  });

  it('no longer counts in the log of an organization', async () => {
    const { token } = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const query = { action: 'test.act' };
    const page = await test.call('GET /v1/organizations/{id}/audit', { params: { id: organization.id }, query, token });
    expect(page.body).toMatchObject({ content: [], totalElements: 0 });
  });

  it('is named on the screens that no longer show it', async () => {
    const { token } = await buildSignedIn(test, organization.id);
    const { body } = await test.call('GET /v1/archive', { token });
    const lastYear = new RegExp(`^${new Date().getUTCFullYear() - 1}-`);
    expect(body).toEqual({ auditLog: expect.stringMatching(lastYear), texts: expect.stringMatching(lastYear) });
  });

  it('takes new rows after it into the same chain', async () => {
    const sealed = await seal();
    expect(sealed).toBeGreaterThan(0);
    expect(await verdict()).toMatchObject({ intact: true });
  });
});

describe('an archived file', () => {
  /** Replaces a word in the archived log, as a person with the file store could. */
  async function forge(): Promise<{ piece: ArchivedPiece; restore(): Promise<void> }> {
    const [piece] = await findPieces(test.app.db);
    if (!piece) throw new Error('nothing was archived');
    const bytes = await test.app.files.read(piece.storageKey);
    const forged = gzipSync(gunzipSync(bytes).toString('utf8').replace('test.act', 'test.lie'));
    await test.app.files.write(piece.storageKey, forged);
    return { piece, restore: () => test.app.files.write(piece.storageKey, bytes) };
  }

  it('is named if it was changed or is missing', async () => {
    const { piece, restore } = await forge();
    await expect(verdict()).rejects.toThrow(`The archived file ${piece.fileName} was changed after it was written.`);
    await test.app.files.remove(piece.storageKey);
    await expect(verdict()).rejects.toThrow(`The archived file ${piece.fileName} is missing.`);
    await restore();
    expect(await verdict()).toMatchObject({ intact: true });
  });

  it('breaks the chain at the row that was changed, even with a new checksum', async () => {
    const { piece, restore } = await forge();
    const sha256 = createHash('sha256')
      .update(await test.app.files.read(piece.storageKey))
      .digest();
    await sql`update files set sha256 = ${sha256} where storage_key = ${piece.storageKey}`.run(test.owner);
    expect(await verdict()).toEqual({ intact: false, auditId: 1, reason: 'changed' });
    await sql`update files set sha256 = ${piece.sha256} where storage_key = ${piece.storageKey}`.run(test.owner);
    await restore();
  });

  it("can't be declared by the application", async () => {
    const declared = sql`insert into archived_pieces (table_name, month, file_id, row_count)
      values ('audit_log', '2026-05', 1, 1)`;
    await expect(declared.run(test.app.db)).rejects.toThrow(/permission denied/);
  });
});
