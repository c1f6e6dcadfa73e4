import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { answerError } from './error-answers.ts';

/**
 * Serves the built portal. Assets have a hash in their name and never change; the page is revalidated each time. Every
 * URL that isn't a file or a call gets the page, whose router takes over.
 */
export async function addWebApp(server: FastifyInstance, folder: string): Promise<void> {
  const nothingHere = (request: FastifyRequest, reply: FastifyReply) =>
    answerError(new AppError('not_found', "We couldn't find that page."), request, reply);
  server.setNotFoundHandler(nothingHere);
  if (!existsSync(join(folder, 'index.html'))) return;
  await server.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const immutable = path.startsWith(join(folder, 'assets', sep));
      // Caches must know that the encoding depends on the browser.
      reply.setHeader('vary', 'accept-encoding');
      reply.setHeader('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  server.get('/*', { config: { access: 'public' }, logLevel: 'silent' }, (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    if (/^(v1|v2|docs|dev|healthz|readyz|metrics)(\/|$)/.test(path)) return nothingHere(request, reply);
    return reply.sendFile(/^assets\/|\.\w+$/.test(path) ? path : 'index.html');
  });
}
