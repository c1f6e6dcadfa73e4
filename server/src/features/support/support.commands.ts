import type { SupportMessage } from '@kinbridge/contract/support/support.contract';
import type { Caller } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';

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
  await record(tx, {
    caller,
    action: 'support.ask',
    heardBy: null,
    entityId: id,
  });
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
