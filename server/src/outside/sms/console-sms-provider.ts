import { randomUUID } from 'node:crypto';
import type { OutgoingSms, SmsProvider, SmsResult } from './sms-provider.ts';

/** A number that refuses every text, as one of Twilio's does for tests: to see what a failure looks like. */
const refusingNumber = '+15005550001';

/** The default: nothing leaves the machine; what would have left is kept for the outbox. */
export class ConsoleSmsProvider implements SmsProvider {
  readonly name = 'console';
  readonly #keep: (message: { to: string; body: string }) => Promise<void>;
  readonly #acceptsUnsigned: boolean;

  constructor(keep: (message: { to: string; body: string }) => Promise<void>, acceptsUnsigned: boolean) {
    this.#keep = keep;
    this.#acceptsUnsigned = acceptsUnsigned;
  }

  async send({ to, body }: OutgoingSms): Promise<SmsResult> {
    if (to === refusingNumber) return { kind: 'refused', reason: 'the number does not exist' };
    await this.#keep({ to, body });
    return { kind: 'accepted', providerId: `console-${randomUUID()}` };
  }

  verifies(): boolean {
    return this.#acceptsUnsigned;
  }
}
