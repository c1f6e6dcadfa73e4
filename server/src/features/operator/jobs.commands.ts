import type { SystemState, TroubledJob } from '@kinbridge/contract/operator/operator-system.contract';
import type { Page } from '@kinbridge/contract/shared/paging';
import type { Caller } from '../../access/caller.ts';
import { notFound } from '../../app-error.ts';
import type { Executor, Tx } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { findQueueFigures } from '../../telemetry/queue-figures.queries.ts';

/** Runs a job that failed again, from its first try. A job that is running or done isn't found. */
export async function retryJob(tx: Tx, caller: Caller, id: number): Promise<undefined> {
  const job = await sql<{ task: string }>`
    select task_identifier as task from graphile_worker.jobs
    where id = ${id} and last_error is not null and locked_at is null`.maybeOne(tx);
  if (!job) throw notFound('failed job');
  await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := now(), attempts := 0)`.run(tx);
  await record(tx, { caller, action: 'job.retry', entityId: id, detail: { task: job.task } });
}

/** Jobs by state, and the workers, as the metrics count them. */
export async function findJobCounts(db: Executor): Promise<Pick<SystemState, 'jobs' | 'workers'>> {
  const figures = await findQueueFigures(db);
  const sum = (figure: string, state = '') =>
    figures
      .filter((one) => one.figure === figure && one.state === state)
      .reduce((total, { value }) => total + value, 0);
  return {
    jobs: {
      waiting: sum('jobs', 'waiting'),
      running: sum('jobs', 'running'),
      scheduled: sum('jobs', 'scheduled'),
      retrying: sum('jobs', 'retrying'),
      failed: sum('jobs', 'failed'),
      oldestSeconds: Math.round(sum('jobs_oldest')),
    },
    workers: sum('workers'),
  };
}

type JobRow = Omit<TroubledJob, 'error'> & { last_error: string | null };

/** Jobs that failed at least once, those that failed for good first. */
export async function findTroubledJobs(db: Executor, page: number, size: number): Promise<Page<TroubledJob>> {
  const rows = await sql<JobRow>`
    select j.id, j.task_identifier as task, j.attempts::int as attempts, j.max_attempts::int as "maxAttempts",
      case when j.attempts >= j.max_attempts then 'failed' else 'retrying' end as state,
      ${iso('j.created_at')} as "createTimestamp",
      case when j.attempts < j.max_attempts then ${iso('j.run_at')} end as "nextTimestamp", j.last_error
    from graphile_worker.jobs j where j.last_error is not null and j.locked_at is null
    order by j.attempts < j.max_attempts, j.id desc limit ${size} offset ${page * size}`.many(db);
  const { total } = await sql<{ total: number }>`
    select count(*) as total from graphile_worker.jobs where last_error is not null and locked_at is null`.one(db);
  const content = rows.map(({ last_error, ...job }) => ({ ...job, error: errorKind(last_error) }));
  return { content, totalElements: total, totalPages: Math.ceil(total / size), size, number: page };
}

const codes =
  /\b(ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|EAUTH|EENVELOPE|EMESSAGE|ESOCKET|ECONNECTION|EDNS|ETLS|ENOSPC|EACCES|ENOENT|EMFILE)\b/;

const kinds: [pattern: RegExp, kind: string][] = [
  [/\b(timeout|timed out)\b/i, 'Timeout'],
  [/\bviolates\b.*\bconstraint\b|\bduplicate key\b/is, 'Database constraint'],
  [/\b(relation|column|function) "[^"]*" does not exist\b|\bsyntax error at\b/i, 'Database schema'],
  [/\b(certificate|self-signed|TLS|SSL)\b/, 'Certificate'],
  [/\b(fetch failed|socket hang up|connection (terminated|closed|lost))\b/i, 'Connection failed'],
];

/** What kind of error it was. The text itself may quote names and addresses, so nothing else of it is shown. */
export function errorKind(text: string | null): string {
  if (text === null) return 'Unknown error';
  const code = codes.exec(text)?.[1];
  if (code) return code;
  const status = /\b(?:answered|status|responded with)(?: code)?:? ([45]\d\d)\b/i.exec(text)?.[1];
  if (status) return `Status ${status}`;
  return kinds.find(([pattern]) => pattern.test(text))?.[1] ?? 'Unknown error';
}
