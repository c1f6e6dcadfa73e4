import { rootCertificates } from 'node:tls';
import { createTransport, type Transporter } from 'nodemailer';
import type { Email, EmailSender } from './email-sender.ts';

export interface SmtpOptions {
  /** Certificates, as PEM, that the server's may be signed by, beside the public ones. */
  ca?: string | undefined;
  timeoutMs?: number;
}

/**
 * Sends through an SMTP server: smtp:// upgrades to TLS where the server offers it, smtps:// begins with it. A login
 * is never sent to a server that offers none, since anybody on the way could read it.
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
      // A message is plain text of our own: it never reads a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send(email: Email): Promise<void> {
    // One plain address; what a mail server makes of lists, groups and line breaks is its own affair.
    if (!/^[^\s,;:<>()"@]+@[^\s,;:<>()"@]+$/.test(email.to)) {
      throw Object.assign(new Error('this is not one e-mail address'), { code: 'EENVELOPE' });
    }
    await this.#transport.sendMail({
      from: this.#from,
      // As an object, so that an address can never turn into a second one or a header.
      to: { name: '', address: email.to },
      subject: email.subject,
      text: email.text,
    });
  }

  async close(): Promise<void> {
    this.#transport.close();
  }
}
