import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** As much as the largest upload that a call accepts: 20 files of 25 MB. */
const maxRestBytes = 512 * 1024 * 1024;
/** How long a connection that we are closing may stay silent. */
const silentMs = 10_000;

/** Connections whose current request is answered before it has arrived, with the bytes that had come by then. */
const answered = new WeakMap<Socket, number>();

export function isAnswered(socket: Socket): boolean {
  return answered.has(socket);
}

/**
 * An answer that may leave before its request has arrived. The rest of the request is then read and dropped, whoever
 * was reading it: unread bytes block a kept connection, and closing a connection with unread bytes resets it, which can
 * destroy the answer before the caller has read it. The server's request timeout bounds how long that goes on.
 */
export class EarlyAnswer<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  override writeHead(status: number, ...rest: unknown[]): this {
    if (!this.req.complete && !isAnswered(this.req.socket)) dropRest(this.req);
    return super.writeHead(status, ...(rest as []));
  }
}

function dropRest(request: IncomingMessage): void {
  const { socket } = request;
  answered.set(socket, socket.bytesRead);
  // Node calls this after an answer with 'connection: close', and would destroy the connection then and there.
  let closing = false;
  socket.destroySoon = () => {
    closing = true;
    closeGently(socket);
  };
  request.once('end', () => {
    answered.delete(socket);
    delete (socket as Partial<Socket>).destroySoon;
    if (closing) socket.destroySoon();
  });
  request.unpipe();
  request.on('data', () => stopAtBound(socket));
  request.resume();
}

/** Sends the last bytes and reads on until the caller closes too, falls silent or has sent too much. */
export function closeGently(socket: Socket, last = ''): void {
  if (!isAnswered(socket)) answered.set(socket, socket.bytesRead);
  if (!socket.writableEnded) socket.end(last);
  socket.setTimeout(silentMs);
  stopAtBound(socket);
}

function stopAtBound(socket: Socket): void {
  if (socket.bytesRead - (answered.get(socket) ?? 0) > maxRestBytes) socket.destroy();
}
