import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { projectRoot } from '../main/config.ts';
import { asOwner } from '../testing/as-owner.ts';
import { databaseNamed, templateDatabase } from '../testing/global-setup.ts';
import { findBreaks } from '../testing/migration-breaks.ts';
import { schemaOf } from '../testing/schema.ts';
import { until } from '../testing/until.ts';
import { applyMigrations, readMigrations } from './migrations.ts';
import { idsPerMonth } from './months.ts';
import { squashedMigrations } from './squashed-migrations.ts';

const root = projectRoot();
const folder = join(root, 'db/migrations');
const squashedFolder = join(root, 'server/src/testing/migrations-until-0021');
/** The newest migration when 0001 to 0021 became the baseline. */
const newestBeforeBaseline = '0042_setup_checklist.sql';
const databases: string[] = [];

/** Creates a database that ran these migrations as versions before the baseline did. */
async function databaseWith(migrations: Awaited<ReturnType<typeof readMigrations>>): Promise<pg.Client> {
  const database = `migrated_${randomUUID().replaceAll('-', '')}`;
  await asOwner(inject('databaseUrl'), `create database ${database}`);
  databases.push(database);
  const client = new pg.Client({ connectionString: databaseNamed(inject('databaseUrl'), database) });
  await client.connect();
  await client.query(`create table schema_migrations (
    name text primary key, checksum text not null, applied_timestamp timestamptz not null default now())`);
  for (const { name, checksum, sql } of migrations) {
    await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  }
  return client;
}

async function upgrade(client: pg.Client): Promise<void> {
  await applyMigrations(client, folder);
  await client.query('select prepare_months(), divide_texts()');
}

/** The schema of a database that was empty before its first start. */
async function schemaOfEmptyStart(): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseNamed(inject('databaseUrl'), templateDatabase) });
  await client.connect();
  return schemaOf(client);
}

afterAll(async () => {
  for (const database of databases) await asOwner(inject('databaseUrl'), `drop database ${database} with (force)`);
});

describe('a database', () => {
  it('made at 0021 gets the schema of an empty start', async () => {
    const client = await databaseWith(await readMigrations(squashedFolder));
    await upgrade(client);
    expect(await schemaOf(client)).toEqual(await schemaOfEmptyStart());
  });

  it('made by the version before the baseline gets the schema of an empty start', async () => {
    const later = (await readMigrations(folder)).filter(({ name }) => name > '0022' && name <= newestBeforeBaseline);
    const client = await databaseWith([...(await readMigrations(squashedFolder)), ...later]);
    await upgrade(client);
    expect(await schemaOf(client)).toEqual(await schemaOfEmptyStart());
  });

  it('from before 0021 is refused', async () => {
    const client = await databaseWith((await readMigrations(squashedFolder)).slice(0, 1));
    await expect(applyMigrations(client, folder)).rejects.toThrow('Start commit 5a35702 once');
    await client.end();
  });
});

describe('texts of an upgraded database', () => {
  let client: pg.Client;
  const written: number[] = [];
  /** As the version before writes what a member texts. */
  const receive = async (providerId: string, onConflict = '') => {
    const { rows } = await client.query(
      `insert into sms_messages (kind, phone_number, body, is_received, state, provider_id)
      values ('inbound', '+13135550100', 'YES', true, 'delivered', $1) ${onConflict} returning id`,
      [providerId],
    );
    return rows.map(({ id }) => Number(id));
  };
  const areDivided = async () => {
    const { rows } = await client.query(
      "select relkind = 'p' as divided from pg_class where oid = 'sms_messages'::regclass",
    );
    return rows[0]?.divided;
  };

  beforeAll(async () => {
    client = await databaseWith((await readMigrations(folder)).filter(({ name }) => name < '0051'));
    written.push(...(await receive('SM-1')));
  });
  afterAll(() => client.end());

  it('stay in one table while the version before is connected', async () => {
    const former = new pg.Client({
      connectionString: databaseNamed(inject('databaseUrl'), client.database ?? ''),
      application_name: 'kinbridge',
    });
    await former.connect();
    await upgrade(client);
    expect(await areDivided()).toBe(false);
    expect(await receive('SM-1', 'on conflict (provider_id) do nothing')).toEqual([]);
    written.push(...(await receive('SM-2', 'on conflict (provider_id) do nothing')));
    expect(written).toHaveLength(2);
    await former.end();
  });

  it('are divided by month once it has ended, and keep their ids', async () => {
    await until(async () => {
      await client.query('select divide_texts()');
      return areDivided();
    });
    const { rows } = await client.query(`select s.id from sms_messages s
      join sms_provider_ids p on p.provider_id = s.provider_id and p.message_id = s.id order by 1`);
    expect(rows.map(({ id }) => Number(id))).toEqual(written);
  });

  it('arrive once, in whichever month the first was', async () => {
    expect(await receive('SM-1')).toEqual([]);
    const [id = 0] = await receive('SM-3');
    expect(id).toBeGreaterThan(202_601 * idsPerMonth);
    const taken = client.query("update sms_messages set provider_id = 'SM-1' where id = $1", [id]);
    await expect(taken).rejects.toThrow('Another text has this id of the provider.');
  });
});

describe('the migrations', () => {
  it('keep their names and contents once they have landed', async () => {
    const landed = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n');
    const present = (await readMigrations(folder)).map(({ name, checksum }) => `${checksum}  ${name}`);
    expect(present).toEqual(landed);
  });

  it('have numbers of their own, in four digits', async () => {
    const names = (await readMigrations(folder)).map(({ name }) => name);
    expect(names.filter((name) => !/^\d{4}_[a-z_]+\.sql$/.test(name))).toEqual([]);
    expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
  });

  it('keep the version before working', async () => {
    const changes = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
    const released = [...changes.matchAll(/^## v?(\d+\.\d+\.\d+)/gm)].map(([, version]) => version ?? '');
    const later = (await readMigrations(folder)).filter(({ name }) => name > newestBeforeBaseline);
    expect(later.flatMap(({ name, sql }) => findBreaks(sql, released).map((found) => `${name} ${found}`))).toEqual([]);
  });

  it('that the baseline replaces are known by their checksums', async () => {
    const files = (await readMigrations(squashedFolder)).map(({ name, checksum }) => ({ name, checksum }));
    expect(squashedMigrations).toEqual(files);
  });
});
