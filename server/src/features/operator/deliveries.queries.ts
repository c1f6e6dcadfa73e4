import { type Deliveries, deliveryGroups } from '@kinbridge/contract/operator/operator-system.contract';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';

/** How many of the newest texts and emails are counted, so that a busy week stays a short query. */
const maxCounted = 200_000;

const groupOf = sql`case state when 'queued' then 'waiting' when 'sending' then 'waiting' when 'sent' then 'sent'
  when 'delivered' then 'sent' when 'skipped' then 'skipped' else 'failed' end`;

function groupsJson(kind: 'texts' | 'emails') {
  const parts = deliveryGroups.map(
    (group) => `'${group}', coalesce(sum(c.n) filter (where c.kind = '${kind}' and c.state_group = '${group}'), 0)`,
  );
  return sql.raw(`json_build_object(${parts.join(', ')})`);
}

/** Texts and emails by state, in 24 hours or 7 days up to now. */
export async function findDeliveries(db: Executor, period: 'day' | 'week'): Promise<Deliveries> {
  const [step, steps] = period === 'day' ? ['1 hour', 24] : ['1 day', 7];
  return sql<Deliveries>`
    with span as (select date_trunc('hour', now()) + interval '1 hour' - ${steps}::int * ${step}::interval as first),
    texts as (select state, create_timestamp from sms_messages order by id desc limit ${maxCounted}),
    mails as (select state, create_timestamp from emails order by id desc limit ${maxCounted}),
    counted as (
      select 'texts' as kind, ${groupOf} as state_group,
        date_bin(${step}::interval, create_timestamp, first) as start, count(*) as n
      from texts, span where create_timestamp >= first group by 1, 2, 3
      union all
      select 'emails', ${groupOf}, date_bin(${step}::interval, create_timestamp, first), count(*)
      from mails, span where create_timestamp >= first group by 1, 2, 3
    ),
    listed as (
      select s.start, ${groupsJson('texts')} as texts, ${groupsJson('emails')} as emails
      from span cross join generate_series(0, ${steps}::int - 1) i
        cross join lateral (select span.first + i * ${step}::interval as start) s
        left join counted c on c.start = s.start
      group by s.start
    )
    select not exists (select from counted c group by c.kind having sum(c.n) >= ${maxCounted}) as complete,
      json_agg(json_build_object('start', ${iso('l.start')}, 'texts', l.texts, 'emails', l.emails) order by l.start)
        as periods
    from listed l`.one(db);
}
