/** What the provider said about one SMS. */
export type SmsResult =
  /** It has the message; the id names it in later callbacks. */
  | { kind: 'accepted'; providerId: string }
  /** It will never take it: a wrong number, a blocked account. */
  | { kind: 'refused'; reason: string }
  /** It didn't take it this time, so it is tried again: a 5xx, too many at once, or no connection was made. */
  | { kind: 'later'; reason: string; retryAfterSeconds?: number | undefined }
  /** The request was sent and nobody knows whether it arrived, so it must not be sent again automatically. */
  | { kind: 'unknown'; reason: string };

export interface OutgoingSms {
  /** Names the row and the try in the provider's callbacks. */
  id: number;
  attempt: number;
  to: string;
  body: string;
}

export interface SmsProvider {
  readonly name: 'console' | 'twilio';
  send(message: OutgoingSms): Promise<SmsResult>;
  /** True when a callback really comes from the provider. */
  verifies(signature: string | undefined, url: string, form: Record<string, string>): boolean;
}
