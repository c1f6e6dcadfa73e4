import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The largest upload that any call accepts: 20 files of 25 MB. */
const maxRestBytes = 512 * 1024 * 1024;
/** How long a closing connection may stay silent. */
const silentMs = 10_000;

/** Connections that close after their last answer, and the bytes they had received before it. */
const closing = new WeakMap<Socket, number>();

/** Whether the connection only drops what still arrives, requests included. */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket);
}

/**
 * A response that may be sent before its request has fully arrived. It closes the connection, because a caller may stop
 * sending when it reads a refusal, and we would take its next request for the rest of this one. We then read and drop
 * what still arrives: closing with unread bytes resets the connection, which can destroy the answer before the caller
 * reads it. The server's request timeout limits how long that takes. Every answer passes here, because the parser, the
 * framework and each route can refuse.
 */
export class EarlyAnswer<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  override writeHead(status: number, ...rest: unknown[]): this {
    if (hasBody(this.req) && !this.req.complete) {
      this.shouldKeepAlive = false;
      dropRest(this.req);
    }
    return super.writeHead(status, ...(rest as []));
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Reads a request on a closing connection without keeping anything. */
export function dropRest(request: IncomingMessage): void {
  const { socket } = request;
  startClosing(socket);
  // Node calls this after the answer and would destroy the connection immediately.
  socket.destroySoon = () => closeGently(socket);
  request.unpipe();
  request.on('data', () => stopAtBound(socket));
  request.resume();
}

/** Sends the last bytes and keeps reading until the caller closes, falls silent or has sent too much. */
export function closeGently(socket: Socket, last = ''): void {
  startClosing(socket);
  if (!socket.writableEnded) socket.end(last);
  socket.setTimeout(silentMs);
}

function startClosing(socket: Socket): void {
  if (isClosing(socket)) stopAtBound(socket);
  else closing.set(socket, socket.bytesRead);
}

function stopAtBound(socket: Socket): void {
  if (socket.bytesRead - (closing.get(socket) ?? 0) > maxRestBytes) socket.destroy();
}
