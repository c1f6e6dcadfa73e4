/** Compares importing 50,000 members with a COPY of the same rows into the same tables. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { familyTime, processTime } from './cpu.ts';
import { buildMemberList } from './member-list-file.ts';
import { openPortal, type Place } from './portal.ts';
import { median } from './report.ts';

const rows = Number(process.argv[3] ?? 50_000);
const rounds = Number(process.argv[4] ?? 3);
const portal = await openPortal();
const owner = new pg.Client({ connectionString: portal.databaseUrl });
await owner.connect();
const folder = await mkdtemp(join(tmpdir(), 'kinbridge-copy-'));
// The database may run as another user.
await chmod(folder, 0o777);

const postmaster = await serverProcess(owner);

interface Cost {
  time: number;
  /** Milliseconds of the processor: of this process, which is the portal, and of the database. */
  portal: number;
  database: number;
}

async function costOf(work: () => Promise<void>): Promise<Cost> {
  const before = { time: performance.now(), portal: processTime(process.pid), database: familyTime(postmaster) };
  await work();
  return {
    time: performance.now() - before.time,
    portal: processTime(process.pid) - before.portal,
    database: familyTime(postmaster) - before.database,
  };
}

function upload(place: Place, file: Buffer): Promise<Cost> {
  return costOf(async () => {
    const { created } = await portal.uploadMembers(place, file);
    if (created !== rows) throw new Error(`only ${created} came in`);
  });
}

/** Of the copied rows' ids. */
const offset = 10_000_000;
/** The columns that a list fills, and the order of its rows. */
const tables: Record<string, [columns: string, rows: string]> = {
  users: [
    `id, user_type, status, organization_id, first_name, last_name, email, phone_number, date_of_birth, address_line1,
      address_line2, city, state, zip_code, participant_id, send_push_notifications, send_sms_texts`,
    `user_type = 'PATIENT' order by id`,
  ],
  organization_members: [
    `organization_id, member_id, search, create_timestamp, first_name, last_name, date_of_birth, email, phone_number,
      zip_code`,
    'true order by member_id',
  ],
  service_requests: [
    `id, organization_id, provider_id, service_id, member_id, assignee_id, status, version, description, file_id,
      created_by, member_says_no, furthest_step, responded_timestamp, create_timestamp, update_timestamp,
      status_timestamp, complete_timestamp, search, member_first_name, member_last_name, source, due_timestamp,
      response_hours`,
    'true order by id',
  ],
  audit_log: [
    'id, create_timestamp, organization_id, actor_id, action, entity_type, entity_id, detail, request_id',
    `entity_type = 'service-request' order by id`,
  ],
};

async function copy(place: Place): Promise<Cost> {
  for (const [table, [columns, rows]] of Object.entries(tables)) {
    const fresh = columns.replace(/\b(id|member_id)\b/g, `$1 + ${offset}`);
    const select = `select ${fresh} from ${table} where organization_id = ${place.id} and ${rows}`;
    await owner.query(`copy (${select}) to '${join(folder, table)}'`);
  }
  const cost = await costOf(async () => {
    await owner.query('begin');
    for (const [table, [columns]] of Object.entries(tables)) {
      await owner.query(`copy ${table} (${columns}) from '${join(folder, table)}'`);
    }
    await owner.query('commit');
  });
  // The next round starts without the copied rows and with clean indexes.
  await owner.query(`set session_replication_role = replica`);
  await owner.query(`delete from service_requests where id > ${offset}`);
  await owner.query(`delete from organization_members where member_id > ${offset}`);
  await owner.query(`delete from users where id > ${offset}`);
  await owner.query(`delete from audit_log where id % 1000000000 > ${offset}`);
  await owner.query(`set session_replication_role = origin`);
  await owner.query('vacuum analyze');
  return cost;
}

const cpuOf = ({ portal, database }: Cost) => portal + database;
const inWords = (cost: Cost) =>
  `${cost.time.toFixed(0)} ms (CPU ${cost.portal.toFixed(0)} + ${cost.database.toFixed(0)})`;
const ratios: { time: number; cpu: number }[] = [];
for (let round = 0; round < rounds; round++) {
  const place = await portal.addOrganization(`Clinic ${round}`);
  const file = await buildMemberList(rows, round);
  const uploaded = await upload(place, file);
  await owner.query('vacuum analyze');
  const copied = await copy(place);
  const ratio = { time: uploaded.time / copied.time, cpu: cpuOf(uploaded) / cpuOf(copied) };
  ratios.push(ratio);
  process.stdout.write(
    `upload ${inWords(uploaded)}, COPY ${inWords(copied)}, ratio ${ratio.time.toFixed(2)} (CPU ${ratio.cpu.toFixed(2)})\n`,
  );
}
const times = median(ratios.map(({ time }) => time));
const cpu = median(ratios.map(({ cpu }) => cpu));
process.stdout.write(`median ratio ${times.toFixed(2)} (CPU ${cpu.toFixed(2)})\n`);

await owner.end();
await portal.close();
await rm(folder, { recursive: true, force: true });

/** The process whose children serve the connections. */
async function serverProcess(client: pg.Client): Promise<number> {
  const { rows: found } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const stat = await readFile(`/proc/${found[0]?.pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
