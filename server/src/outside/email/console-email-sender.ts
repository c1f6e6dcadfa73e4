import type { Email, EmailSender } from './email-sender.ts';

/** The default: nothing leaves the machine, and messages go to the outbox. */
export class ConsoleEmailSender implements EmailSender {
  constructor(private readonly keep: (email: Email) => Promise<void>) {}

  send(email: Email): Promise<void> {
    return this.keep(email);
  }

  async close(): Promise<void> {}
}
