import type { DeskQuestion, DeskThread } from '@kinbridge/contract/operator/operator-support.contract';
import type { Page } from '@kinbridge/contract/shared/paging';
import type { SupportState } from '@kinbridge/contract/support/support.contract';
import { notFound } from '../../app-error.ts';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

/** A person by name, unless they are a member: operators see no members. */
function personJson(alias: string): RawBuilder<unknown> {
  const u = sql.raw(alias);
  return sql`case when ${u}.user_type <> 'PATIENT' then
    json_build_object('id', ${u}.id, 'firstName', ${u}.first_name, 'lastName', ${u}.last_name) end`;
}

const columns = sql`q.id, q.message_type as "messageType", q.feedback, q.question_state as state, q.version,
  ${iso('q.state_timestamp')} as "stateTimestamp", ${iso('q.create_timestamp')} as "createTimestamp",
  ${personJson('p')} as asker, ${personJson('a')} as assignee,
  case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as organization`;

const joins = sql`left join users p on p.id = q.user_id left join users a on a.id = q.assignee_id
  left join organizations o on o.id = q.organization_id`;

interface DeskQuery {
  state: SupportState | undefined;
  assigneeId: number | undefined;
  page: number;
  size: number;
}

/** Open questions come first, those that have waited longest at the top; then the latest changes. */
const order = sql`q.question_state <> 'OPEN', case when q.question_state = 'OPEN' then q.state_timestamp end,
  q.state_timestamp desc, q.id`;

export async function findDeskQuestions(db: Executor, query: DeskQuery): Promise<Page<DeskQuestion>> {
  const { state, assigneeId, page, size } = query;
  const where = sql.join(
    [
      sql`true`,
      ...(state === undefined ? [] : [sql`q.question_state = ${state}`]),
      ...(assigneeId === undefined ? [] : [sql`q.assignee_id = ${assigneeId}`]),
    ],
    sql` and `,
  );
  const rows = await sql<DeskQuestion>`select ${columns}
    from (select * from support_messages q where ${where} order by ${order} limit ${size} offset ${page * size}) q
      ${joins} order by ${order}`.many(db);
  const { total } = await sql<{ total: number }>`
    select count(*) as total from support_messages q where ${where}`.one(db);
  return { content: rows, totalElements: total, totalPages: Math.ceil(total / size), size, number: page };
}

export async function findDeskThread(db: Executor, id: number): Promise<DeskThread> {
  const thread = await sql<DeskThread>`
    select ${columns}, coalesce((
      select json_agg(json_build_object('id', r.id, 'fromOperator', r.from_operator, 'body', r.body,
        'createTimestamp', ${iso('r.create_timestamp')}, 'author', ${personJson('w')}) order by r.id)
      from support_replies r left join users w on w.id = r.author_id where r.support_message_id = q.id),
      '[]'::json) as replies
    from support_messages q ${joins} where q.id = ${id}`.maybeOne(db);
  if (!thread) throw notFound('question');
  return thread;
}

/** An answer as it is emailed. */
export function findAnswer(db: Executor, replyId: number): Promise<{ questionId: number; body: string } | undefined> {
  return sql<{ questionId: number; body: string }>`
    select support_message_id as "questionId", body from support_replies where id = ${replyId}`.maybeOne(db);
}
