import type { Caller } from '../../access/caller.ts';
import { notFound } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';

/** Runs a job that failed again, from its first try. A job that is running or done isn't found. */
export async function retryJob(tx: Tx, caller: Caller, id: number): Promise<undefined> {
  const job = await sql<{ task: string }>`
    select task_identifier as task from graphile_worker.jobs
    where id = ${id} and last_error is not null and locked_at is null`.maybeOne(tx);
  if (!job) throw notFound('failed job');
  await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := now(), attempts := 0)`.run(tx);
  await record(tx, { caller, action: 'job.retry', entityId: id, detail: { task: job.task } });
}
