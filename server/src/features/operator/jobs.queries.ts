import type { SystemState, TroubledJob } from '@kinbridge/contract/operator/operator-system.contract';
import type { Page } from '@kinbridge/contract/shared/paging';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { findQueueFigures } from '../../telemetry/queue-figures.queries.ts';
import { errorKind } from './error-kind.ts';

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
