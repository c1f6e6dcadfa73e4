import type { Tx } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';

/** The members that an e-mail links to, and how many there are in all. */
export interface MemberLinks {
  memberIds: number[];
  count: number;
}

export interface QueuedEmail {
  kind: string;
  userId: number | null;
  to: string;
  /** Ids that the text is written from. */
  payload?: Record<string, number> | MemberLinks;
}

/** Queues an e-mail in the transaction of what caused it. What it says is written when it is sent. */
export async function queueEmail(tx: Tx, email: QueuedEmail): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into emails (kind, user_id, to_address, payload)
    values (${email.kind}, ${email.userId}, ${email.to}, ${JSON.stringify(email.payload ?? {})}::jsonb)
    returning id`.execute(tx);
  await addJob(tx, 'send-email', { emailId: rows[0]?.id });
}
