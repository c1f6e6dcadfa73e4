import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@kinbridge/contract/shared/errors';
import { closeGently, isClosing } from './early-answer.ts';
import { newRequestId } from './request-log.ts';

/** Answers bytes that never become a request with the usual error shape. */
export function answerClientError(
  error: Error & { code?: string },
  socket: Socket,
  everyAnswer: Record<string, string>,
): void {
  // The caller already has an answer, so we drop the rest until the request times out.
  if (isClosing(socket) && error.code?.startsWith('HPE_')) {
    closeGently(socket);
    return;
  }
  if (error.code === 'ECONNRESET' || !socket.writable || isClosing(socket)) {
    socket.destroy();
    return;
  }
  const [status, code, message] = answers[error.code ?? ''] ?? unreadable;
  const requestId = newRequestId();
  const body = JSON.stringify({ code, message, requestId });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    ...Object.entries(everyAnswer).map(([name, value]) => `${name}: ${value}`),
    'cache-control: no-store',
    'connection: close',
  ];
  closeGently(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}

type ClientAnswer = [status: number, code: ErrorCode, message: string];

const unreadable: ClientAnswer = [400, 'invalid_input', "We couldn't read the request. Check its format."];

const answers: Record<string, ClientAnswer> = {
  HPE_HEADER_OVERFLOW: [431, 'too_large', 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'invalid_input', 'The request took too long to arrive. Please try again.'],
};
