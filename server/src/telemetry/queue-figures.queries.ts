import type { Executor } from '../db/database.ts';
import { sql } from '../db/sql.ts';

type FigureName =
  | 'jobs'
  | 'jobs_oldest'
  | 'texts'
  | 'texts_oldest'
  | 'emails'
  | 'provider_up'
  | 'workers'
  | 'questions_open'
  | 'questions_oldest'
  | 'organizations_waiting'
  | 'organizations_oldest';

/** One figure with its labels, as `metrics.ts` knows them. */
export interface QueueFigure {
  figure: FigureName;
  task: string;
  state: string;
  value: number;
}

/**
 * What waits in the database, in one statement. It reads at most 100,000 waiting jobs, texts and
 * questions, and the newest 10,000 texts and emails, however large the tables are.
 */
export async function findQueueFigures(db: Executor): Promise<QueueFigure[]> {
  return sql<QueueFigure>`
    with jobs as materialized (
      select task_identifier as task, run_at,
        case when locked_at is not null then 'running'
          when attempts >= max_attempts then 'failed'
          when run_at <= now() then 'waiting'
          when attempts > 0 then 'retrying'
          else 'scheduled' end as state
      from graphile_worker.jobs limit 100000
    ),
    queued as (select send_after from sms_messages where state = 'queued' limit 100000),
    texts as (select state, create_timestamp from sms_messages order by id desc limit 10000),
    mails as (select state, create_timestamp from emails order by id desc limit 10000),
    questions as (
      select state_timestamp from support_messages where question_state = 'OPEN' order by state_timestamp limit 100000
    )
    select 'jobs' as figure, task, state, count(*)::float as value from jobs group by task, state
    union all
    select 'jobs_oldest', '', '', coalesce(extract(epoch from now() - min(run_at)), 0) from jobs where state = 'waiting'
    union all
    select 'texts', '', 'queued', count(*) from queued
    union all
    select 'texts', '', 'sending', count(*) from sms_messages where state = 'sending'
    union all
    select 'texts', '', state, count(*) from texts
    where state not in ('queued', 'sending') and create_timestamp > now() - interval '1 hour' group by state
    union all
    select 'texts_oldest', '', '', coalesce(extract(epoch from now() - min(send_after)), 0) from queued
    where send_after <= now()
    union all
    select 'emails', '', state, count(*) from mails where create_timestamp > now() - interval '1 hour' group by state
    union all
    select 'provider_up', '', '', case when next_try is null then 1 else 0 end from sms_outage
    union all
    select 'workers', '', '', count(*) from job_workers where seen_timestamp > now() - interval '40 seconds'
    union all
    select 'questions_open', '', '', count(*) from questions
    union all
    select 'questions_oldest', '', '', coalesce(extract(epoch from now() - min(state_timestamp)), 0)
    from questions
    union all
    select 'organizations_waiting', '', '', count(*) from organizations
    where approval = 'WAITING' and verified_timestamp is not null
    union all
    select 'organizations_oldest', '', '', coalesce(extract(epoch from now() - min(verified_timestamp)), 0)
    from organizations where approval = 'WAITING'`.many(db);
}
