import { rootCertificates } from 'node:tls';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { type Email, EmailRefused, type EmailSender } from './email-sender.ts';

export interface SmtpOptions {
  /** PEM CA certificates for the server, in addition to the public ones. */
  ca?: string | undefined;
  timeoutMs?: number;
}

/**
 * Sends through an SMTP server: smtp:// upgrades to TLS if the server offers it, smtps:// starts with it. A login is
 * never sent without TLS, since anyone on the network could read it.
 */
export class SmtpEmailSender implements EmailSender {
  readonly #transport: Transporter;

  constructor(
    url: string,
    private readonly from: string,
    { ca, timeoutMs = 15_000 }: SmtpOptions = {},
  ) {
    this.#transport = createTransport({
      url,
      ...(new URL(url).username === '' ? {} : { requireTLS: true }),
      pool: true,
      maxConnections: 2,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      ...(ca === undefined ? {} : { tls: { ca: [...rootCertificates, ca] } }),
      // Our messages never need a file or a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** Connects and signs in, and sends nothing. */
  async signIn(): Promise<void> {
    await this.#transport.verify();
  }

  async send(email: Email): Promise<void> {
    // Only one plain address: servers interpret lists, groups and line breaks differently.
    if (!/^[^\s,;:<>()"@]+@[^\s,;:<>()"@]+$/.test(email.to)) {
      throw new EmailRefused('not one email address');
    }
    await this.#deliver({
      from: this.from,
      messageId: `<${email.id}@${/@([\w.-]+)/.exec(this.from)?.[1] ?? 'localhost'}>`,
      // No vacation notice comes back (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      // As an object, so an address can't become a second recipient or a header.
      to: { name: '', address: email.to },
      subject: email.subject,
      text: email.text,
      ...(email.html === undefined ? {} : { html: email.html }),
    });
  }

  async #deliver(message: SendMailOptions): Promise<void> {
    try {
      await this.#transport.sendMail(message);
    } catch (error) {
      const refusal = refusalIn(error);
      throw refusal === null ? error : new EmailRefused(refusal);
    }
  }

  async close(): Promise<void> {
    this.#transport.close();
  }
}

/** What nodemailer says about a server's answer. */
interface SmtpError {
  command?: string;
  response?: string;
  rejectedErrors?: SmtpError[];
}

/** Statuses of RFC 3463 about a recipient or a message. Others are about the sender, the session or the server. */
const aboutRecipient = /^5\.(?:0\.\d+|1\.(?!7$|8$)\d+|2\.\d+|3\.4|4\.[14]|6\.\d+|7\.1)$/;
/** Servers use 5.7.1, or no status, also for a client that may not send through them. */
const aboutClient = /\brelay|\bclient host\b/i;

/**
 * The code and status by which a server refuses this recipient or message for good, or null. A server that refuses us
 * altogether (a wrong login, no relaying) says nothing about the address, and somebody may repair that.
 */
function refusalIn(error: unknown): string | null {
  const { rejectedErrors, ...whole } = error as SmtpError;
  const { command, response = '' } = rejectedErrors?.[0] ?? whole;
  if (command !== 'RCPT TO' && command !== 'DATA') return null;
  const [, code, status] = /^(55\d)(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(response) ?? [];
  if (code === undefined || aboutClient.test(response)) return null;
  if (status === undefined) return code;
  return aboutRecipient.test(status) ? `${code} ${status}` : null;
}
