import type { DeskThread } from '@kinbridge/contract/operator/operator-support.contract';
import type { Caller } from '../../access/caller.ts';
import { AppError, invalidField, notFound } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { findDeskThread } from './desk.queries.ts';
import { addReply } from './support.commands.ts';
import { answeredEmail } from './support.emails.ts';

interface Wanted {
  id: number;
  /** As the operator saw it: if it changed since, nothing happens. */
  version: number;
}

interface Question {
  user_id: number | null;
  organization_id: number | null;
  question_state: string;
  email: string | null;
}

/** Locks the question, unless another operator or the person who asked changed it. */
async function lockQuestion(tx: Tx, { id, version }: Wanted): Promise<Question> {
  const question = await sql<Question & { version: number }>`
    select q.version, q.user_id, q.organization_id, q.question_state,
      (select coalesce(l.email, u.email) from users u left join logins l on l.user_id = u.id
        where u.id = q.user_id) as email
    from support_messages q where q.id = ${id} for update of q`.maybeOne(tx);
  if (!question) throw notFound('question');
  if (question.version === version) return question;
  throw new AppError('stale', 'Someone changed this question after you opened it. Check it, then try again.', {
    extra: { current: await findDeskThread(tx, id) },
  });
}

/** Answers a question, in the portal and by email, and assigns it to the operator if nobody has it. */
export async function answerQuestion(tx: Tx, caller: Caller, wanted: Wanted & { body: string }): Promise<DeskThread> {
  const { id, body } = wanted;
  const { user_id: userId, organization_id: organizationId, email } = await lockQuestion(tx, wanted);
  const replyId = await addReply(tx, { questionId: id, authorId: caller.userId, fromOperator: true, body });
  await sql`update support_messages set version = version + 1, question_state = 'ANSWERED', state_timestamp = now(),
    unread = true, assignee_id = coalesce(assignee_id, ${caller.userId}) where id = ${id}`.run(tx);
  const emails =
    userId !== null && email !== null ? [{ kind: answeredEmail, userId, to: email, payload: { replyId } }] : [];
  await record(tx, { caller, action: 'support.answer', entityId: id, heardBy: organizationId, emails });
  return findDeskThread(tx, id);
}

export async function assignQuestion(
  tx: Tx,
  caller: Caller,
  wanted: Wanted & { assigneeId: number | null },
): Promise<DeskThread> {
  const { id, assigneeId } = wanted;
  await lockQuestion(tx, wanted);
  if (assigneeId !== null && !(await isActiveOperator(tx, assigneeId))) {
    throw invalidField('assigneeId', 'Please choose an active operator.');
  }
  await sql`update support_messages set version = version + 1, assignee_id = ${assigneeId} where id = ${id}`.run(tx);
  await record(tx, { caller, action: 'support.assign', entityId: id, detail: { assigneeId } });
  return findDeskThread(tx, id);
}

/** Closes a question or opens it again; in that state already, nothing changes. */
export async function setQuestionState(
  tx: Tx,
  caller: Caller,
  wanted: Wanted & { state: 'OPEN' | 'CLOSED' },
): Promise<DeskThread> {
  const { id, state } = wanted;
  const { question_state: before, organization_id: organizationId } = await lockQuestion(tx, wanted);
  if (before !== state) {
    await sql`update support_messages set version = version + 1, question_state = ${state}, state_timestamp = now()
      where id = ${id}`.run(tx);
    const action = state === 'CLOSED' ? 'support.close' : 'support.reopen';
    await record(tx, { caller, action, entityId: id, heardBy: organizationId });
  }
  return findDeskThread(tx, id);
}

async function isActiveOperator(tx: Tx, id: number): Promise<boolean> {
  const operator = await sql<{ id: number }>`
    select id from users where id = ${id} and user_type = 'OPERATOR' and status = 'ACTIVE'`.maybeOne(tx);
  return operator !== undefined;
}
