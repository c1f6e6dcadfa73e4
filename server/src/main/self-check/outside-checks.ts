import type { Settings } from '../../config.ts';
import { SmtpEmailSender } from '../../outside/email/smtp-email-sender.ts';
import { isLoopbackHost } from '../../outside/network/public-addresses.ts';
import { StartError } from '../../start-error.ts';
import { addressOf } from '../address-of.ts';

const timeoutMs = 10_000;

/** Signs in to the mail server, and sends an email if asked to. */
export async function checkMail(settings: Settings, mailTo: string | undefined): Promise<string> {
  const { smtpUrl, emailFrom, smtpCa: ca } = settings;
  if (settings.emailProvider === 'console' || !smtpUrl) {
    if (mailTo === undefined && settings.openedBy === null) return 'off; emails are at /dev/outbox.';
    throw new StartError('no emails are sent. Set EMAIL_PROVIDER=smtp, SMTP_URL and EMAIL_FROM.');
  }
  const at = addressOf(smtpUrl);
  const sender = new SmtpEmailSender(smtpUrl, emailFrom, { ca, timeoutMs });
  try {
    await sender.signIn().catch((error: unknown) => {
      throw new StartError(mailProblem(error, at));
    });
    if (mailTo === undefined) return `${at} ${new URL(smtpUrl).username ? 'accepted the login' : 'answers'}.`;
    await sender.send({ id: `check.${Date.now()}`, to: mailTo, ...testEmail }).catch((error: unknown) => {
      throw new StartError(`${at} refused an email from ${emailFrom} (${reasonIn(error)}). Check EMAIL_FROM.`);
    });
    return `${at} accepted an email to ${mailTo}.`;
  } finally {
    await sender.close();
  }
}

const testEmail = {
  subject: 'Kinbridge can send email',
  text: 'This email was sent by npm run check. You can delete it.',
};

function mailProblem(error: unknown, at: string): string {
  const { code } = error as { code?: string };
  if (code === 'EAUTH') return `${at} refused the login. Check the user and the password in SMTP_URL.`;
  const reason = reasonIn(error);
  const advice = /certificate|altnames|TLS/i.test(reason)
    ? 'Use the host name of its certificate, and SMTP_CA_FILE for a private CA.'
    : 'Check SMTP_URL, and that a firewall lets this server through.';
  return `${at} can't be used (${reason}). ${advice}`;
}

/** Signs in to the text provider; sends nothing. */
export async function checkTexts({ twilio }: Settings): Promise<string> {
  if (!twilio) return 'off; no texts are sent until SMS_PROVIDER=twilio is set.';
  const { baseUrl, accountSid, authToken } = twilio;
  const at = addressOf(baseUrl);
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}.json`;
  const { status } = await ask(url, { authorization }).catch((error: unknown) => {
    throw new StartError(`${at} can't be reached (${reasonIn(error)}). Check TWILIO_BASE_URL and the firewall.`);
  });
  if (status === 401 || status === 403) {
    throw new StartError(`${at} refused the login. Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.`);
  }
  if (status >= 500) throw new StartError(`${at} answers ${status}. Texts wait until it works again.`);
  return `${at} accepted the login.`;
}

/** Where links in emails lead. */
export async function checkPublicUrl({ publicUrl, publicUrlGiven, openedBy }: Settings): Promise<string> {
  if (openedBy !== null && !publicUrlGiven) {
    throw new StartError(`it isn't set, so links in emails lead to ${publicUrl}. Set it to the address people type.`);
  }
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:' && !isLoopbackHost(hostname.replace(/^\[(.*)\]$/, '$1'))) {
    throw new StartError(`${publicUrl} isn't https. Put a proxy with TLS in front, and set PUBLIC_URL to its address.`);
  }
  const at = addressOf(publicUrl);
  try {
    const answer = await ask(`${publicUrl}/healthz`);
    if (answer.status === 200) return `Kinbridge answers at ${publicUrl}.`;
    throw new StartError(
      `${at} answers ${answer.status}, but not as Kinbridge. Check the proxy, and that it is running.`,
    );
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = reasonIn(error);
    // A server behind a router often can't reach its own public address.
    if (/ECONNREFUSED|ETIMEDOUT|TIMEOUT|UNREACH/i.test(reason)) {
      return `${publicUrl}, which can't be opened from this server (${at}, ${reason}). Open it in a browser.`;
    }
    throw new StartError(`${at} can't be opened (${reason}). Check its DNS record and its certificate.`);
  }
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<{ status: number }> {
  const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  await answer.body?.cancel();
  return { status: answer.status };
}

/** The code of the innermost error, which has no secrets; else its message. */
function reasonIn(error: unknown): string {
  const { code, cause, message, name } = error as { code?: string; cause?: unknown; message?: string; name?: string };
  if (cause instanceof Error) return reasonIn(cause);
  if (name === 'TimeoutError') return 'ETIMEDOUT';
  return code && !message?.includes('certificate') && code !== 'ESOCKET' ? code : (message ?? 'unknown error');
}
