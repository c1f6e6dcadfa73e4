export interface Email {
  to: string;
  subject: string;
  text: string;
}

/** Sends one email, or throws. A timeout counts as a failure. */
export interface EmailSender {
  send(email: Email): Promise<void>;
  close(): Promise<void>;
}
