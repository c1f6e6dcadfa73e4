import { rootCertificates } from 'node:tls';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { type Email, EmailRefused, type EmailSender } from './email-sender.ts';
import { refusalIn } from './smtp-refusal.ts';

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
