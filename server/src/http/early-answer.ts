import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The largest upload that any call accepts: 20 files of 25 MB. */
const maxRestBytes = 512 * 1024 * 1024;
/** How long a closing connection may stay silent. */
const silentMs = 10_000;

interface Rest {
  /** The request whose rest is dropped; null if the bytes aren't a request. */
  request: IncomingMessage | null;
  /** Bytes the connection had received before. */
  bytesBefore: number;
}

/** Connections still receiving the rest of an answered request. */
const rests = new WeakMap<Socket, Rest>();

/** Whether the incoming bytes belong to a request that is already answered. */
export function isAnswered(socket: Socket): boolean {
  const rest = rests.get(socket);
  return rest !== undefined && !rest.request?.complete;
}

/**
 * A response that may be sent before its request has fully arrived. We then read and drop the rest of the request:
 * unread bytes block a kept-alive connection, and closing one with unread bytes resets it, which can destroy the answer
 * before the caller reads it. The server's request timeout limits how long that takes.
 */
export class EarlyAnswer<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  override writeHead(status: number, ...rest: unknown[]): this {
    if (!this.req.complete) dropRest(this.req);
    return super.writeHead(status, ...(rest as []));
  }
}

function dropRest(request: IncomingMessage): void {
  const { socket } = request;
  rests.set(socket, { request, bytesBefore: socket.bytesRead });
  // Node calls this after an answer with 'connection: close' and would destroy the connection immediately.
  let closing = false;
  socket.destroySoon = () => {
    closing = true;
    closeGently(socket);
  };
  request.once('end', () => {
    // The next request may already be here, with its own early answer.
    if (rests.get(socket)?.request !== request) return;
    rests.delete(socket);
    delete (socket as Partial<Socket>).destroySoon;
    if (closing) socket.destroySoon();
  });
  request.unpipe();
  request.on('data', () => stopAtBound(socket));
  request.resume();
}

/** Sends the last bytes and keeps reading until the caller closes, falls silent or has sent too much. */
export function closeGently(socket: Socket, last = ''): void {
  if (!isAnswered(socket)) rests.set(socket, { request: null, bytesBefore: socket.bytesRead });
  if (!socket.writableEnded) socket.end(last);
  socket.setTimeout(silentMs);
  stopAtBound(socket);
}

function stopAtBound(socket: Socket): void {
  if (socket.bytesRead - (rests.get(socket)?.bytesBefore ?? 0) > maxRestBytes) socket.destroy();
}
