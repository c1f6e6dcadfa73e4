import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemState } from '@kinbridge/contract/operator/operator-system.contract';
import type { AppContext } from '../../app-context.ts';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { findJobCounts } from './jobs.commands.ts';

type Facts = Pick<SystemState, 'migrations' | 'textsPausedSince' | 'audit' | 'questions' | 'backup' | 'restoreTest'> & {
  database: number;
  files: number;
};

/** What the database knows about the system. */
async function findSystemFacts(db: Executor): Promise<Facts> {
  return sql<Facts>`
    select
      (select json_build_object('count', count(*), 'last', max(m.name),
        'lastTimestamp', ${iso('max(m.applied_timestamp)')}) from schema_migrations m) as migrations,
      (select ${iso('s.since')} from sms_outage s where s.next_try is not null) as "textsPausedSince",
      json_build_object(
        'rows', coalesce((select max(c.position) from audit_chain c), 0),
        'sealedTimestamp', (select ${iso('c.sealed_timestamp')} from audit_chain c order by c.position desc limit 1),
        'verification', (select json_build_object('timestamp', ${iso('v.create_timestamp')}, 'intact', v.intact,
          'rows', v.row_count, 'problem', v.problem) from audit_verifications v order by v.id desc limit 1)) as audit,
      (select json_build_object('open', count(*), 'oldestTimestamp', ${iso('min(q.state_timestamp)')})
        from support_messages q where q.question_state = 'OPEN') as questions,
      (select json_build_object('state', b.state, 'startTimestamp', ${iso('b.start_timestamp')}, 'bytes', b.bytes,
        'problem', b.problem) from backups b order by b.id desc limit 1) as backup,
      (select json_build_object('state', b.test_state, 'timestamp', ${iso('b.test_timestamp')},
        'problem', b.test_problem) from backups b where b.test_timestamp is not null
        order by b.test_timestamp desc limit 1) as "restoreTest",
      pg_database_size(current_database()) as database,
      (select coalesce(sum(f.size), 0)::bigint from files f) as files`.one(db);
}

/** How the system is doing. */
export async function readSystem({ db, config }: AppContext): Promise<SystemState> {
  const [{ database, files, ...facts }, jobs, disk, version] = await Promise.all([
    findSystemFacts(db),
    findJobCounts(db),
    readDisk(config.dataDir),
    readVersion(config.root),
  ]);
  return { version, node: process.version, ...facts, ...jobs, disk: { ...disk, database, files } };
}

async function readDisk(folder: string): Promise<{ free: number | null; total: number | null }> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return { free: null, total: null };
  }
}

async function readVersion(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The database server's time, in milliseconds. */
export async function findServerClock(db: Executor): Promise<number> {
  return (await sql<{ now: Date }>`select clock_timestamp() as now`.one(db)).now.getTime();
}
