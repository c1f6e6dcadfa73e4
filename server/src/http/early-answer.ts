import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** As much as the largest upload that a call accepts: 20 files of 25 MB. */
const maxRestBytes = 512 * 1024 * 1024;
/** How long a connection that we are closing may stay silent. */
const silentMs = 10_000;

interface Rest {
  /** The request whose rest is dropped; null where what arrives is no request. */
  request: IncomingMessage | null;
  /** The bytes of the connection that had come before. */
  bytesBefore: number;
}

/** Connections on which the rest of an answered request is arriving. */
const rests = new WeakMap<Socket, Rest>();

/** Whether what arrives now belongs to a request that is answered already. */
export function isAnswered(socket: Socket): boolean {
  const rest = rests.get(socket);
  return rest !== undefined && !rest.request?.complete;
}

/**
 * An answer that may leave before its request has arrived. The rest of the request is then read and dropped, whoever
 * was reading it: unread bytes block a kept connection, and closing a connection with unread bytes resets it, which can
 * destroy the answer before the caller has read it. The server's request timeout bounds how long that goes on.
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
  // Node calls this after an answer with 'connection: close', and would destroy the connection then and there.
  let closing = false;
  socket.destroySoon = () => {
    closing = true;
    closeGently(socket);
  };
  request.once('end', () => {
    // The next request may be here already, with an early answer of its own.
    if (rests.get(socket)?.request !== request) return;
    rests.delete(socket);
    delete (socket as Partial<Socket>).destroySoon;
    if (closing) socket.destroySoon();
  });
  request.unpipe();
  request.on('data', () => stopAtBound(socket));
  request.resume();
}

/** Sends the last bytes and reads on until the caller closes too, falls silent or has sent too much. */
export function closeGently(socket: Socket, last = ''): void {
  if (!isAnswered(socket)) rests.set(socket, { request: null, bytesBefore: socket.bytesRead });
  if (!socket.writableEnded) socket.end(last);
  socket.setTimeout(silentMs);
  stopAtBound(socket);
}

function stopAtBound(socket: Socket): void {
  if (socket.bytesRead - (rests.get(socket)?.bytesBefore ?? 0) > maxRestBytes) socket.destroy();
}
