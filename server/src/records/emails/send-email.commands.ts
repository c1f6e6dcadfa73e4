import type { AppContext } from '../../app-context.ts';
import { sql } from '../../db/sql.ts';
import { EmailRefused } from '../../outside/email/email-sender.ts';
import { type EmailTexts, withHtml } from './email-layout.ts';

interface QueuedRow {
  kind: string;
  user_id: number | null;
  to_address: string;
  payload: Record<string, number>;
}

/** Emails to an address that may have no user yet. */
const toStrangers = new Set(['confirm-sign-in']);

/**
 * Sends one queued email. A failure is stored on its row and retried by the queue with growing delays, unless the
 * recipient's server refuses the email for good.
 */
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
    await app.email.send({ id: messageId(app, id), to: email.to_address, ...withHtml(text, app.config.publicUrl) });
  } catch (error) {
    if (error instanceof EmailRefused) {
      await setState(app, id, 'failed', `refused: ${error.message}`);
      return recordAnswer(app, email, true);
    }
    await setState(app, id, 'failed', (error as { code?: string }).code ?? 'unknown');
    throw error;
  }
  await setState(app, id, 'sent', null);
  await recordAnswer(app, email, false);
}

/** Two installations with one sender address have different ids. */
function messageId({ config }: AppContext, id: number): string {
  return `${id}.${new URL(config.publicUrl).hostname.replace(/[^\w.-]/g, '')}`;
}

/** Shows the person and their admins that their address refuses email, until one is accepted. */
async function recordAnswer(app: AppContext, { user_id, to_address }: QueuedRow, refused: boolean): Promise<void> {
  await sql`update logins set refused_email = ${refused ? to_address : null}
    where user_id = ${user_id} and ${to_address} in (email, pending_email)
      and (refused_email is not distinct from ${to_address}) <> ${refused}`.run(app.db);
}

async function setState(app: AppContext, id: number, state: string, lastError: string | null): Promise<void> {
  await sql`update emails set state = ${state}, last_error = ${lastError}, update_timestamp = now()
    where id = ${id}`.run(app.db);
}
