/**
 * `npm run bench -- upgrade`: takes a database from before tables were divided by month to the newest version while
 * people write and read, and prints how long each migration took and how long anybody waited. `-- upgrade 100000` fills
 * in fewer rows than 10 million.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { applyMigrations, readMigrations } from '../server/src/db/migrate/migrations.ts';
import { startEmbeddedDatabase } from '../server/src/embedded-postgres/embedded-database.ts';
import { asOwner, withoutIndexes } from './fill.ts';

const rows = Number(globalThis.bench.arguments[0] ?? 10_000_000);
/** The first migration that divides a table. */
const firstStep = '0043';
const folder = join(globalThis.bench.portal, 'db/migrations');
const say = (line: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

/** Every call by its name; $1 is a random request and $2 a random phone, where the text has them. */
type Calls = Record<string, string>;
const writes: Calls = {
  'audit row': `insert into audit_log (organization_id, actor_id, action, entity_type, entity_id)
    values (1, 7, 'service-request.move', 'service-request', $1)`,
  email:
    "insert into emails (kind, to_address, payload) values ('new-request', 'staff@example.org', to_jsonb($1::int))",
  text: `with made as (
      insert into sms_messages (kind, phone_number, body, state) values ('answer', $2, 'Request ' || $1::int, 'sending') returning id)
    update sms_messages s set state = 'sent', provider_id = 'SM' || gen_random_uuid() from made where s.id = made.id`,
};
const reads: Calls = {
  timeline: "select * from audit_log where entity_type = 'service-request' and entity_id = $1 order by id desc",
  'audit list': 'select * from audit_log where organization_id = 1 + $1::int % 50 order by id desc limit 50',
  thread: 'select * from sms_messages where phone_number = $2 and id <> $1 order by id desc limit 1',
};
const random = (below: number) => Math.floor(Math.random() * below);
const valuesFor = (text: string) => {
  const values = [1 + random(rows / 5), `+1616${2_000_000 + random(500_000)}`];
  return text.includes('$2') ? values : values.slice(0, 1);
};

/** Clients that call in a loop, two that write and two that read, and their longest call. */
async function startLoad(url: string) {
  let [longest, failed, going] = [0, 0, true];
  const client = async (calls: Calls) => {
    const connection = new pg.Client({ connectionString: url, application_name: 'kinbridge-bench' });
    await connection.connect();
    while (going) {
      for (const [name, text] of Object.entries(calls)) {
        const begun = performance.now();
        await connection.query({ name, text, values: valuesFor(text) }).catch((error: Error) => {
          failed += 1;
          say(`${name}: ${error.message}`);
        });
        longest = Math.max(longest, performance.now() - begun);
      }
    }
    await connection.end();
  };
  const clients = [writes, writes, reads, reads].map(client);
  return {
    take: () => {
      const taken = { longest, failed };
      [longest, failed] = [0, 0];
      return taken;
    },
    async stop() {
      going = false;
      await Promise.all(clients);
    },
  };
}

async function fill(owner: pg.Client): Promise<void> {
  const piece = 500_000;
  for (let start = 0; start < rows; start += piece) {
    const series = `generate_series(${start + 1}, ${Math.min(start + piece, rows)}) n`;
    await owner.query(`insert into audit_log (create_timestamp, organization_id, actor_id, action, entity_type, entity_id, detail)
      select now() - (${rows} - n) * interval '3 seconds', 1 + n % 50, n % 999, 'service-request.move', 'service-request', n / 5,
        '{"from": "OPEN", "to": "IN_PROGRESS"}' from ${series}`);
    await owner.query(`insert into audit_chain (position, audit_id, hash, sealed_timestamp)
      select n, n, sha256(n::text::bytea), now() from ${series}`);
    await owner.query(`insert into sms_messages (kind, phone_number, body, state, provider_id, create_timestamp)
      select 'staff', '+1616' || (2000000 + n % 500000), 'Your food box is ready on Friday from 9 to 5.', 'delivered',
        'SM' || md5(n::text), now() - (${rows} - n) * interval '3 seconds' from ${series}`);
    await owner.query(`insert into emails (kind, to_address, state)
      select 'new-request', 'staff' || n || '@example.org', 'sent' from ${series} where n % 10 = 0`);
    say(`${Math.min(start + piece, rows).toLocaleString('en-US')} rows in the log, in the chain and of texts`);
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const dataDir = await mkdtemp(join(tmpdir(), 'kinbridge-upgrade-'));
const database = await startEmbeddedDatabase({ dataDir, say: () => undefined });
try {
  await asOwner(database.ownerUrl, async (owner) => {
    const names = (await readMigrations(folder)).map(({ name }) => name);
    const later = names.filter((name) => name >= firstStep);
    await applyMigrations(owner, folder, { except: later });
    await owner.query("alter system set max_wal_size = '8GB'");
    await owner.query('select pg_reload_conf()');
    // A unique id at random places is slow to fill in row by row.
    await owner.query('alter table sms_messages drop constraint sms_messages_provider_id_key');
    await withoutIndexes(owner, () => fill(owner));
    say('indexes');
    await owner.query('alter table sms_messages add constraint sms_messages_provider_id_key unique (provider_id)');
    await owner.query('vacuum (analyze)');
    await owner.query('checkpoint');
    const load = await startLoad(database.ownerUrl);
    const total = { took: 0, longest: 0, failed: 0 };
    const step = async (name: string, work: () => Promise<unknown>) => {
      load.take();
      const begun = performance.now();
      await work();
      const took = performance.now() - begun;
      const { longest, failed } = load.take();
      total.took += took;
      total.longest = Math.max(total.longest, longest);
      total.failed += failed;
      process.stdout.write(`| ${name} | ${seconds(took)} | ${seconds(longest)} | ${failed} |\n`);
    };
    process.stdout.write('| step | took | longest call meanwhile | failed calls |\n|---|---:|---:|---:|\n');
    await step('nothing, for comparison', () => owner.query('select pg_sleep(10)'));
    Object.assign(total, { took: 0, longest: 0 });
    for (const [index, name] of later.entries()) {
      await step(name.replace('.sql', ''), () => applyMigrations(owner, folder, { except: later.slice(index + 1) }));
    }
    await step('`prepare_months()`, `divide_texts()`', () => owner.query('select prepare_months(), divide_texts()'));
    await load.stop();
    process.stdout.write(`| in all | ${seconds(total.took)} | ${seconds(total.longest)} | ${total.failed} |\n`);
    const { rows: divided } = await owner.query(
      "select relkind from pg_class where oid = 'public.sms_messages'::regclass",
    );
    if (total.failed > 0 || divided[0]?.relkind !== 'p') process.exitCode = 1;
  });
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
