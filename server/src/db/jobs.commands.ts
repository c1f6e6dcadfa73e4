import { activeTracer } from '../trace.ts';
import type { Executor } from './database.ts';
import { type RawBuilder, sql } from './sql.ts';

/**
 * Enqueues a job in the caller's transaction, so a rollback removes it. Payloads contain ids, and nothing personal in clear. Jobs of one queue
 * run one at a time, in order, unless their priorities differ: a lower one is first.
 */
export async function addJob(
  db: Executor,
  task: string,
  payload: Record<string, unknown>,
  options: { maxAttempts?: number; key?: string; queue?: string; afterSeconds?: number; priority?: number } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, payload := ${JSON.stringify({ ...payload, ...traceOfJob() })}::json,
    max_attempts := ${options.maxAttempts ?? 12}, job_key := ${options.key ?? null},
    queue_name := ${options.queue ?? null}, priority := ${options.priority ?? 0},
    run_at := now() + make_interval(secs => ${options.afterSeconds ?? null}::float))`.run(db);
}

/** Ties the job to the request that queues it. */
function traceOfJob(): { traceparent?: string } {
  const traceparent = activeTracer()?.current();
  return traceparent ? { traceparent } : {};
}

/** Enqueues a job for each row of `source`, in the statement that creates the rows. */
export function addJobFor(source: string, task: string, given: RawBuilder<unknown>): RawBuilder<unknown> {
  const trace = traceOfJob();
  const payload = trace.traceparent ? sql`(${given}::jsonb || ${JSON.stringify(trace)}::jsonb)::json` : given;
  return sql`select graphile_worker.add_jobs(array_agg(
      (${sql.lit(task)}, ${payload}, null, null, 12, null, null, null)::graphile_worker.job_spec))
    from ${sql.raw(source)} having count(*) > 0`;
}

export async function markWorkersAlive(db: Executor, workerIds: string[]): Promise<void> {
  await sql`insert into job_workers (worker_id) select * from unnest(${workerIds}::text[])
    on conflict (worker_id) do update set seen_timestamp = now()`.run(db);
}

/** The workers stopped, with no job left, so nobody should count them. */
export async function forgetWorkers(db: Executor, workerIds: string[]): Promise<void> {
  await sql`delete from job_workers where worker_id = any(${workerIds}::text[])`.run(db);
}

/**
 * Releases the jobs of dead workers, which would otherwise stay locked for hours. Workers are alive if they reported
 * recently, or if they are in `living`.
 */
export async function releaseJobsOfDeadWorkers(db: Executor, living: string[] | null = null): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct j.locked_by from graphile_worker.jobs j where j.locked_by is not null and not exists (
        select from job_workers w where w.worker_id = j.locked_by and w.seen_timestamp > now() - interval '40 seconds'
          and (${living}::text[] is null or w.worker_id = any(${living}::text[])))))`.run(db);
  await sql`delete from job_workers where seen_timestamp < now() - interval '1 hour'
    or worker_id <> all(${living}::text[])`.run(db);
}

/** Jobs that could run now, if none of their queue were running. */
export async function countDueJobs(db: Executor): Promise<number> {
  const { due } = await sql<{ due: number }>`select count(*) as due from graphile_worker.jobs
    where run_at <= now() and locked_at is null and attempts < max_attempts`.one(db);
  return due;
}
