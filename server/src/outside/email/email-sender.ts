export interface Email {
  to: string;
  subject: string;
  text: string;
  /** The same as HTML, for kinds of email that have one. */
  html?: string;
}

/** Sends one email, or throws. A timeout counts as a failure. */
export interface EmailSender {
  send(email: Email): Promise<void>;
  close(): Promise<void>;
}
