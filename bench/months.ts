/**
 * `npm run bench -- months`: what a table that is divided by month costs per call, compared with the same rows in one
 * table, for a growing number of months. All of them are called in turns.
 */
import type pg from 'pg';
import { asOwner } from './fill.ts';
import { startDatabase } from './portal.ts';
import { median } from './report.ts';

const rows = 400_000;
const phones = 20_000;
const rounds = 400;
/** Months with rows; the rows from before and three empty months ahead come on top. */
const months = [2, 12, 60];

/** In each text, $1 is a random number: of a phone, or of the request it belongs to. */
const reads: Record<string, string> = {
  'the last text of a phone': `select id from texts where phone_number = '+1616' || $1::int and not is_received
    and state <> 'skipped' order by id desc limit 1`,
  'texts of a phone within a day': `select count(*) from texts where phone_number = '+1616' || $1::int and state <> 'skipped'
    and kind in ('request-member', 'confirmation') and create_timestamp > now() - interval '1 day'`,
  'texts of a request': 'select id, body from texts where service_request_id = $1::int order by id',
  "a request's audit rows": `select id, detail from log where entity_type = 'service-request' and entity_id = $1::int`,
  'the newest audit rows of an organization':
    'select id from log where organization_id = 1 + $1::int % 9 order by id desc limit 50',
  'the next text to send': `select id from texts where state = 'queued' and campaign_id is null and send_after <= now()
    and $1::int > 0 order by send_after, id limit 1`,
};
const writes: Record<string, string> = {
  'queue a text': `insert into texts (id, kind, phone_number, body, state) values (newest, 'answer', '+1616' || $1::int, 'Thank you.', 'queued')`,
  'write an audit row': `insert into log (id, action, entity_type, entity_id) values (newest, 'service-request.move', 'service-request', $1::int)`,
};

/** The tables for a number of months; 0 is one table for all. Names end with that number. */
async function createTables(owner: pg.Client, count: number): Promise<void> {
  for (const [name, like] of Object.entries({ texts: 'sms_messages', log: 'audit_log' })) {
    const divided = count > 0 ? 'partition by range (id)' : '';
    await owner.query(`create table ${name}_${count} (like ${like} including all) ${divided}`);
    // The first is for the rows from before, the last three for the next months: all of them are empty.
    for (let month = 0; divided !== '' && month < count + 4; month++) {
      const bounds = `from (${month}000000000) to (${month + 1}000000000)`;
      await owner.query(`create table ${name}_${count}_${month} partition of ${name}_${count} for values ${bounds}`);
    }
  }
  const id = `(1 + n::bigint * ${Math.max(count, 1)} / ${rows + 1}) * 1000000000 + n`;
  const at = `now() - (${rows} - n) * interval '1 minute'`;
  await owner.query(`insert into texts_${count} (id, kind, phone_number, body, state, service_request_id, create_timestamp)
    select ${id}, 'request-member', '+1616' || n % ${phones}, 'Your food box is ready on Friday from 9 to 5.', 'delivered',
      n % ${phones}, ${at} from generate_series(1, ${rows}) n`);
  await owner.query(`insert into log_${count} (id, create_timestamp, organization_id, actor_id, action, entity_type, entity_id)
    select ${id}, ${at}, 1 + n % 9, n % 99, 'service-request.move', 'service-request', n / 5 from generate_series(1, ${rows}) n`);
}

/** Each side calls three times in its turn, since the first call finds another side's pages in the processor's cache. */
async function measure(owner: pg.Client, what: string, text: string): Promise<string> {
  const sides = [0, ...months].map((count) => {
    const newest = `(select nextval('texts_ids') + ${Math.max(count, 1)}000000000)`;
    const statement = text.replace('newest', newest).replaceAll(/\b(texts|log)\b/g, `$1_${count}`);
    return { name: `${what} ${count}`, text: statement, times: [] as number[] };
  });
  for (let round = 0; round < rounds; round++) {
    for (const { name, text, times } of sides) {
      for (let call = 0; call < 3; call++) {
        const values = [1 + Math.floor(Math.random() * phones)];
        const begun = performance.now();
        await owner.query({ name, text, values });
        // The first rounds warm caches and plans.
        if (call > 0 && round >= 5) times.push(performance.now() - begun);
      }
    }
  }
  const [undivided = 0, ...others] = sides.map(({ times }) => median(times));
  const cells = others.map((time) => `${time.toFixed(2)} ms (${(time / undivided).toFixed(2)})`);
  return `| ${[what, `${undivided.toFixed(2)} ms`, ...cells].join(' | ')} |`;
}

const database = await startDatabase();
try {
  await asOwner(database.ownerUrl, async (owner) => {
    await owner.query('create sequence texts_ids start 500000000');
    for (const count of [0, ...months]) await createTables(owner, count);
    await owner.query('vacuum (analyze)');
    const head = ['call', 'one table', ...months.map((count) => `${count} months`)];
    process.stdout.write(`| ${head.join(' | ')} |\n|---|${'---:|'.repeat(months.length + 1)}\n`);
    for (const [what, text] of Object.entries({ ...reads, ...writes })) {
      process.stdout.write(`${await measure(owner, what, text)}\n`);
    }
  });
} finally {
  await database.stop();
}
