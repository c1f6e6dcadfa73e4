import type { OwnThread, SupportMessage } from '@kinbridge/contract/support/support.contract';
import type { Caller } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, notFound } from '../../app-error.ts';
import type { Executor, Tx } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { findOwnThread } from './support.queries.ts';

/** Stores the question and queues it for the operator's chat, if configured. */
export async function askSupport(
  tx: Tx,
  caller: Caller,
  message: SupportMessage,
  chatConfigured: boolean,
): Promise<{ message: string }> {
  const { id } = await sql<{ id: number }>`
    insert into support_messages (user_id, organization_id, message_type, feedback, state)
    values (${caller.userId}, ${caller.organizationId}, ${message.messageType}, ${message.feedback},
      ${chatConfigured ? 'queued' : 'kept'})
    returning id`.one(tx);
  if (chatConfigured) await addJob(tx, 'post-support-message', { supportMessageId: id });
  await record(tx, { caller, action: 'support.ask', heardBy: null, entityId: id });
  return { message: 'Your question was sent.' };
}

/** Posts a queued question to the chat. A failure stays visible and is retried by the queue. */
export async function postSupportMessage(app: AppContext, payload: { supportMessageId: number }): Promise<void> {
  const id = payload.supportMessageId;
  const message = await sql<{ message_type: string; feedback: string }>`
    select message_type, feedback from support_messages where id = ${id} and state <> 'sent'`.maybeOne(app.db);
  if (!message) return;
  try {
    await app.supportChat.post(`${message.message_type}: ${message.feedback}`);
  } catch (error) {
    await sql`update support_messages set state = 'failed' where id = ${id}`.run(app.db);
    throw error;
  }
  await sql`update support_messages set state = 'sent' where id = ${id}`.run(app.db);
}

/** A longer thread is better asked again. */
const maxReplies = 100;

/** Adds a person's reply to their question and opens it again. An open one keeps the time since when it waits. */
export async function replyToAnswer(tx: Tx, caller: Caller, id: number, body: string): Promise<OwnThread> {
  const question = await sql<{ id: number }>`
    update support_messages set version = version + 1, unread = false, question_state = 'OPEN',
      state_timestamp = case when question_state = 'OPEN' then state_timestamp else now() end
    where id = ${id} and user_id = ${caller.userId} returning id`.maybeOne(tx);
  if (!question) throw notFound('question');
  await addReply(tx, { questionId: id, authorId: caller.userId, fromOperator: false, body });
  await record(tx, { caller, action: 'support.reply', entityId: id, heardBy: null });
  return findOwnThread(tx, caller.userId, id);
}

interface NewReply {
  questionId: number;
  authorId: number;
  fromOperator: boolean;
  body: string;
}

/** Adds to a thread whose question is locked. */
export async function addReply(tx: Tx, { questionId, authorId, fromOperator, body }: NewReply): Promise<number> {
  const { count } = await sql<{ count: number }>`
    select count(*) as count from support_replies where support_message_id = ${questionId}`.one(tx);
  if (count >= maxReplies) {
    throw new AppError('conflict', `This question has ${maxReplies} messages. Please ask a new one.`);
  }
  const { id } = await sql<{ id: number }>`
    insert into support_replies (support_message_id, author_id, from_operator, body)
    values (${questionId}, ${authorId}, ${fromOperator}, ${body}) returning id`.one(tx);
  return id;
}

/** The person opened the thread. */
export async function markAnswersRead(db: Executor, userId: number, id: number): Promise<undefined> {
  const own = await sql<{ id: number }>`
    update support_messages set unread = false where id = ${id} and user_id = ${userId} returning id`.maybeOne(db);
  if (!own) throw notFound('question');
}
