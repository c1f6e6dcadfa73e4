import { ApiError } from '../../lib/api.ts';

/** HTTP/2 answers come without these. */
const statusTexts: Record<number, string> = {
  400: 'Bad Request',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Specification §8: a person who can't be read is reported with the HTTP status text. Without an answer there is none. */
export function statusText(error: Error): string {
  return (error instanceof ApiError && statusTexts[error.status]) || error.message;
}
