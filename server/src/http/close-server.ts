import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { isClosing } from './early-answer.ts';

const graceMs = 8_000;

/** Servers that will stop soon and still serve. */
const draining = new WeakSet<FastifyInstance>();

export function isDraining(server: FastifyInstance): boolean {
  return draining.has(server);
}

export interface ServerStop {
  /** Serves on while a proxy in front notices that /readyz fails and sends new requests elsewhere. */
  drain(ms: number): Promise<void>;
  /** Finishes running requests and then closes the remaining connections. */
  close(): Promise<void>;
}

/** A connection whose stream was cut by the peer never counts as idle and would block the stop forever. */
export function prepareStop(server: FastifyInstance): ServerStop {
  let running = 0;
  // Before the server's own listener, which may answer immediately.
  server.server.prependListener('request', (request, response) => {
    // It is dropped without an answer.
    if (isClosing(request.socket)) return;
    running++;
    // A proxy must not find a connection closed that it is about to use again.
    if (isDraining(server)) response.setHeader('connection', 'close');
    const done = () => {
      running--;
    };
    // After an early answer we still read the rest of the request; a reset now could destroy the answer.
    response.once('close', () => (request.complete || request.destroyed ? done() : request.once('close', done)));
  });
  return {
    async drain(ms) {
      draining.add(server);
      if (ms > 0) await delay(ms);
    },
    async close() {
      const end = Date.now() + graceMs;
      const closed = server.close();
      const timer = setInterval(() => {
        if (running === 0 || Date.now() > end) server.server.closeAllConnections();
      }, 50);
      await closed;
      clearInterval(timer);
    },
  };
}
