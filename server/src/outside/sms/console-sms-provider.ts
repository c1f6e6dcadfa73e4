import { randomUUID } from 'node:crypto';
import type { SmsProvider, SmsResult } from './sms-provider.ts';

/** The default: nothing leaves the machine; what would have left is kept for the outbox. */
export class ConsoleSmsProvider implements SmsProvider {
  readonly name = 'console';
  readonly #keep: (message: { to: string; body: string }) => Promise<void>;
  readonly #acceptsUnsigned: boolean;

  constructor(keep: (message: { to: string; body: string }) => Promise<void>, acceptsUnsigned: boolean) {
    this.#keep = keep;
    this.#acceptsUnsigned = acceptsUnsigned;
  }

  async send(message: { to: string; body: string }): Promise<SmsResult> {
    await this.#keep(message);
    return { kind: 'accepted', providerId: `console-${randomUUID()}` };
  }

  verifies(): boolean {
    return this.#acceptsUnsigned;
  }
}
