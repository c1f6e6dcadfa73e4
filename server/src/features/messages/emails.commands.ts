import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';

export interface QueuedEmail {
  kind: string;
  userId: number | null;
  to: string;
}

/** Queues an e-mail in the transaction of what caused it. What it says is written when it is sent. */
export async function queueEmail(tx: Tx, email: QueuedEmail): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into emails (kind, user_id, to_address) values (${email.kind}, ${email.userId}, ${email.to})
    returning id`.execute(tx);
  await addJob(tx, 'send-email', { emailId: rows[0]?.id });
}
