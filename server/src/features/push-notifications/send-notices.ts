import type { AppContext } from '../../app-context.ts';
import { decryptSecret } from '../../encrypted-secret.ts';
import { describeError } from '../../log.ts';
import { type PushAddress, type PushResult, type PushSender, sendPush } from '../../outside/push/push-service.ts';
import { noticeText } from './notice-text.ts';
import {
  type ClaimedNotice,
  claimNotices,
  dropSubscription,
  finishNotice,
  postponeNotice,
  queueNotices,
} from './notices.commands.ts';
import { pushNetwork } from './push-address.ts';
import { findPushKey } from './push-key.commands.ts';
import { pushPurpose } from './subscriptions.commands.ts';

/** Which organizations something happened in since they were looked at; null is all. */
export type Changed = () => number[] | null;

/** Queues what is new and sends what is due, until nothing is or `stop` aborts. */
export async function sendNotices(app: AppContext, changed: Changed = () => null, stop?: AbortSignal): Promise<void> {
  let next: number[] | null = changed();
  while (!stop?.aborted) {
    if (next === null || next.length > 0) await queueNotices(app.db, next);
    const notices = await claimNotices(app.db);
    if (notices.length === 0) return;
    const { privateKey, publicKey } = await findPushKey(app);
    const sender = { privateKey, publicKey, contact: contactOf(app) };
    await Promise.all(notices.map((notice) => send(app, sender, notice)));
    next = changed();
  }
}

/** What push services accept as a contact: our address if it is public, otherwise the one we mail from. */
function contactOf({ config: { publicUrl, emailFrom } }: AppContext): string {
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:${/<(.+)>/.exec(emailFrom)?.[1] ?? emailFrom}`;
}

async function send(app: AppContext, sender: PushSender, notice: ClaimedNotice): Promise<void> {
  const result: PushResult = notice.isWanted
    ? await push(app, sender, notice).catch((error: unknown) => {
        app.log.warn({ error: describeError(error), device: notice.subscriptionId }, 'a notice could not be sent');
        return { kind: 'later', retryAfterSeconds: null };
      })
    : { kind: 'done' };
  await settle(app, notice, result);
}

async function push({ config }: AppContext, sender: PushSender, notice: ClaimedNotice): Promise<PushResult> {
  const address = decryptSecret(config.encryptionKey, pushPurpose(notice.subscriptionId), notice.secret);
  const to = JSON.parse(address) as PushAddress;
  return sendPush(pushNetwork(config), { sender, to, text: JSON.stringify(noticeText(notice)) });
}

function settle({ db }: AppContext, notice: ClaimedNotice, result: PushResult): Promise<void> {
  if (result.kind === 'done') return finishNotice(db, notice);
  if (result.kind === 'gone') return dropSubscription(db, notice.subscriptionId);
  const patience = Math.min(600, 5 * 2 ** (notice.attempts - 1));
  return postponeNotice(db, notice, Math.max(patience, result.retryAfterSeconds ?? 0));
}
