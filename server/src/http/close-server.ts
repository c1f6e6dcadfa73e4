import type { FastifyInstance } from 'fastify';

const graceMs = 8_000;

/**
 * Prepares a stop that finishes running requests and then closes the remaining connections. A connection whose stream
 * was cut by the peer never counts as idle and would block the stop forever.
 */
export function prepareClose(server: FastifyInstance): () => Promise<void> {
  let running = 0;
  server.server.on('request', (request, response) => {
    running++;
    const done = () => {
      running--;
    };
    // After an early answer we still read the rest of the request; a reset now could destroy the answer.
    response.once('close', () => (request.complete || request.destroyed ? done() : request.once('close', done)));
  });
  return async () => {
    const end = Date.now() + graceMs;
    const closed = server.close();
    const timer = setInterval(() => {
      if (running === 0 || Date.now() > end) server.server.closeAllConnections();
    }, 50);
    await closed;
    clearInterval(timer);
  };
}
