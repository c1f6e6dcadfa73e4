/** What the provider said about one SMS. */
export type SmsResult =
  /** It has the message; the id names it in later callbacks. */
  | { kind: 'accepted'; providerId: string }
  /** It will never take it: a wrong number, a blocked account. */
  | { kind: 'refused'; reason: string }
  /** It did not take it now, for certain: too many at once, or no connection was made. */
  | { kind: 'later'; reason: string }
  /** Nobody knows whether it took it, so it must not be sent again by itself. */
  | { kind: 'unknown'; reason: string };

export interface SmsProvider {
  readonly name: 'console' | 'twilio';
  send(message: { to: string; body: string }): Promise<SmsResult>;
  /** True when a callback really comes from the provider. */
  verifies(signature: string | undefined, url: string, form: Record<string, string>): boolean;
}
