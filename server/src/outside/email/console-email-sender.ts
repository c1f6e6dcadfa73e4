import type { Email, EmailSender } from './email-sender.ts';

/** The default: nothing leaves the machine, and messages go to the outbox. */
export class ConsoleEmailSender implements EmailSender {
  readonly #keep: (email: Email) => Promise<void>;

  constructor(keep: (email: Email) => Promise<void>) {
    this.#keep = keep;
  }

  send(email: Email): Promise<void> {
    return this.#keep(email);
  }

  async close(): Promise<void> {}
}
