import { rootCertificates } from 'node:tls';
import { createTransport, type Transporter } from 'nodemailer';
import type { Email, EmailSender } from './email-sender.ts';

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
  readonly #from: string;

  constructor(url: string, from: string, { ca, timeoutMs = 15_000 }: SmtpOptions = {}) {
    this.#from = from;
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
      throw Object.assign(new Error('this is not one email address'), { code: 'EENVELOPE' });
    }
    await this.#transport.sendMail({
      from: this.#from,
      // As an object, so an address can't become a second recipient or a header.
      to: { name: '', address: email.to },
      subject: email.subject,
      text: email.text,
      ...(email.html === undefined ? {} : { html: email.html }),
    });
  }

  async close(): Promise<void> {
    this.#transport.close();
  }
}
