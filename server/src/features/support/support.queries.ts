import type { Page } from '@kinbridge/contract/shared/paging';
import type { OwnQuestion, OwnThread } from '@kinbridge/contract/support/support.contract';
import { notFound } from '../../app-error.ts';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';

const ownColumns = sql`q.id, q.message_type as "messageType", q.feedback, q.question_state as state, q.unread,
  ${iso('q.create_timestamp')} as "createTimestamp"`;

/** The thread of row q, oldest first. Its length is limited where people write. */
export const repliesJson = sql`coalesce((select json_agg(json_build_object('id', r.id, 'fromOperator', r.from_operator,
  'body', r.body, 'createTimestamp', ${iso('r.create_timestamp')}) order by r.id)
  from support_replies r where r.support_message_id = q.id), '[]'::json)`;

/** A person's own questions, newest first. */
export async function findOwnQuestions(
  db: Executor,
  userId: number,
  { unread, page, size }: { unread: boolean; page: number; size: number },
): Promise<Page<OwnQuestion>> {
  const where = sql`q.user_id = ${userId} and ${unread ? sql`q.unread` : sql`true`}`;
  const rows = await sql<OwnQuestion>`select ${ownColumns} from support_messages q where ${where}
    order by q.id desc limit ${size} offset ${page * size}`.many(db);
  const { total } = await sql<{ total: number }>`
    select count(*) as total from support_messages q where ${where}`.one(db);
  return { content: rows, totalElements: total, totalPages: Math.ceil(total / size), size, number: page };
}

/** A person's own question with its thread; another person's doesn't exist for them. */
export async function findOwnThread(db: Executor, userId: number, id: number): Promise<OwnThread> {
  const thread = await sql<OwnThread>`select ${ownColumns}, ${repliesJson} as replies from support_messages q
    where q.id = ${id} and q.user_id = ${userId}`.maybeOne(db);
  if (!thread) throw notFound('question');
  return thread;
}
