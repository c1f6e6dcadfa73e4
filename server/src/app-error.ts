import { type ErrorCode, errorStatuses, unauthorizedText } from '@kinbridge/contract/shared/errors';

/** A deliberate error response. The message tells the person what to do. */
export class AppError extends Error {
  readonly fields: Record<string, string> | undefined;
  /** More fields of the error body, such as the current state after a conflict. */
  readonly extra: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    more: { fields?: Record<string, string>; extra?: Record<string, unknown>; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.fields = more.fields;
    this.extra = more.extra;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  get status(): number {
    return errorStatuses[this.code];
  }
}

export function invalidField(name: string, message: string): AppError {
  return new AppError('invalid_input', message, { fields: { [name]: message } });
}

export function emptyFile(field: string, name: string): AppError {
  return invalidField(field, `The file "${name.slice(0, 100)}" is empty. Please choose another.`);
}

/** The same for missing records and records of other organizations. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `We couldn't find that ${what}, or you don't have access to it.`);
}

/** A record that was looked for. */
export function orNotFound<T>(record: T | null | undefined, what: string): T {
  if (record === null || record === undefined) throw notFound(what);
  return record;
}

export function forbidden(): AppError {
  return new AppError('forbidden', unauthorizedText);
}
