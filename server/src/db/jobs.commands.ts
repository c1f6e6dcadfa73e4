import { sql } from 'kysely';
import type { Executor } from './database.ts';

/** Enqueues a job in the caller's transaction: if that rolls back, the job never was. Payloads hold ids only. */
export async function addJob(
  db: Executor,
  task: string,
  payload: Record<string, unknown>,
  options: { maxAttempts?: number } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, payload := ${JSON.stringify(payload)}::json,
    max_attempts := ${options.maxAttempts ?? 12})`.execute(db);
}
