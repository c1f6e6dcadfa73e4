export interface Email {
  /** The same at each attempt, so that programs recognize an email that was sent twice. */
  id: string;
  to: string;
  subject: string;
  text: string;
  /** The same as HTML, for kinds of email that have one. */
  html?: string;
}

/** A mail server's final answer about this recipient or message, so another attempt is useless. */
export class EmailRefused extends Error {}

/** Sends one email, or throws. A timeout counts as a failure. */
export interface EmailSender {
  /** @throws {EmailRefused} */
  send(email: Email): Promise<void>;
  close(): Promise<void>;
}
