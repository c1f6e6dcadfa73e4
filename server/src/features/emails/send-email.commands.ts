import type { AppContext } from '../../app-context.ts';
import { sql } from '../../db/sql.ts';
import { withHtml } from './email-layout.ts';
import type { EmailTexts } from './email-texts.ts';

interface QueuedRow {
  kind: string;
  user_id: number | null;
  to_address: string;
  payload: Record<string, number>;
}

/** Emails to an address that may have no user yet. */
const toStrangers = new Set(['confirm-sign-in']);

/** Sends one queued email. A failure is stored on its row and retried by the queue with growing delays. */
export async function sendEmail(app: AppContext, texts: EmailTexts, payload: { emailId: number }): Promise<void> {
  const id = payload.emailId;
  const email = await sql<QueuedRow>`
    update emails set state = 'sending', update_timestamp = now()
    where id = ${id} and state in ('queued', 'sending', 'failed') returning kind, user_id, to_address, payload`.maybeOne(
    app.db,
  );
  if (!email) return;
  const write = texts[email.kind];
  const userId = email.user_id ?? (toStrangers.has(email.kind) ? 0 : null);
  // The recipient may be deleted, for instance a sign-up that lost its address; then there is nothing to send.
  const text =
    write && userId !== null ? await write(app, { userId, to: email.to_address, payload: email.payload }) : null;
  if (!text) return setState(app, id, 'skipped', null);
  try {
    await app.email.send({ to: email.to_address, ...withHtml(text, app.config.publicUrl) });
  } catch (error) {
    await setState(app, id, 'failed', (error as { code?: string }).code ?? 'unknown');
    throw error;
  }
  await setState(app, id, 'sent', null);
}

async function setState(app: AppContext, id: number, state: string, lastError: string | null): Promise<void> {
  await sql`update emails set state = ${state}, last_error = ${lastError}, update_timestamp = now()
    where id = ${id}`.run(app.db);
}
