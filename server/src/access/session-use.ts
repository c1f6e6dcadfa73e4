import type { IncomingHttpHeaders } from 'node:http';
import { backgroundHeader } from '@kinbridge/contract/auth/background-call';
import { AppError } from '../app-error.ts';

/** Whether a person asked for the call. Background calls say that nobody did, so they keep no session in use. */
export function isUse(headers: IncomingHttpHeaders): boolean {
  return headers[backgroundHeader] === undefined;
}

export function sessionIdle(): AppError {
  return new AppError('session_idle', "You were signed out, because you hadn't used Kinbridge for a while.");
}
