/** The provider's response to one SMS. */
export type SmsResult =
  /** Accepted; callbacks refer to the message by this id. */
  | { kind: 'accepted'; providerId: string }
  /** Permanently refused, such as for a wrong number or a blocked account. */
  | { kind: 'refused'; reason: string }
  /** To be retried: a 5xx, a rate limit, or no connection. */
  | { kind: 'later'; reason: string; retryAfterSeconds?: number | undefined }
  /** Sent, but delivery is uncertain, so it must not be resent automatically. */
  | { kind: 'unknown'; reason: string };

export interface OutgoingSms {
  /** Identifies the row and the attempt in the provider's callbacks. */
  id: number;
  attempt: number;
  to: string;
  body: string;
}

export interface SmsProvider {
  readonly name: 'console' | 'twilio';
  send(message: OutgoingSms): Promise<SmsResult>;
  /** Whether a callback really comes from the provider. */
  verifies(signature: string | undefined, url: string, form: Record<string, string>): boolean;
}
