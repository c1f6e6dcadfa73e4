import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { answerError } from './error-answers.ts';

/**
 * Serves the built portal. Assets carry a hash in their name and never change; the page itself is asked
 * for each time. Every address that is not a file or a call shows the page, whose router takes over.
 */
export async function addWebApp(server: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'));
  if (built) {
    await server.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      wildcard: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const immutable = path.includes('/assets/');
        reply.setHeader('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const page = request.method === 'GET' && !/^\/(v1|v2|docs|dev|assets)(\/|$)/.test(path) && !/\.\w+$/.test(path);
    if (page && built) return reply.sendFile('index.html');
    return answerError(new AppError('not_found', 'There is nothing at this address.'), request, reply);
  });
}
