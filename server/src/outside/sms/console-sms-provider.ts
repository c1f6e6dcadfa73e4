import { randomUUID } from 'node:crypto';
import type { OutgoingSms, SmsProvider, SmsResult } from './sms-provider.ts';

/** Refuses every text, like one of Twilio's test numbers, to show what a failure looks like. */
const refusingNumber = '+15005550001';

/** The default: nothing leaves the machine, and messages go to the outbox. */
export class ConsoleSmsProvider implements SmsProvider {
  readonly name = 'console';

  constructor(
    private readonly keep: (message: { to: string; body: string }) => Promise<void>,
    private readonly acceptsUnsigned: boolean,
  ) {}

  async send({ to, body }: OutgoingSms): Promise<SmsResult> {
    if (to === refusingNumber) return { kind: 'refused', reason: 'the number does not exist' };
    await this.keep({ to, body });
    return { kind: 'accepted', providerId: `console-${randomUUID()}` };
  }

  verifies(): boolean {
    return this.acceptsUnsigned;
  }
}
