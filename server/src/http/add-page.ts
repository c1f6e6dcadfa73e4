import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AddressLimit } from '../access/address-limit.ts';
import { noteError } from './error-answers.ts';

export interface PageAnswer {
  html: string;
  status?: number;
  cache?: string;
  vary?: string;
}

/** The address that the browser opens next, with a GET. */
interface SeeOther {
  location: string;
}

interface PageRoute {
  method?: 'GET' | 'POST';
  path: string;
  limit: AddressLimit;
  render: (request: FastifyRequest) => Promise<PageAnswer | SeeOther>;
  renderError: (message: string, request: FastifyRequest) => string;
}

/** Adds a page for people without a session, whose errors are pages too. */
export function addPage(
  server: FastifyInstance,
  { method = 'GET', path, limit, render, renderError }: PageRoute,
): void {
  server.route({
    method,
    url: path,
    config: { access: 'public' },
    errorHandler: (error, request, reply) => {
      sendErrorPage(error, request, reply, renderError);
    },
    handler: async (request, reply) => {
      await limit.count(request.ip);
      const answer = await render(request);
      if ('html' in answer) return sendPage(reply, answer);
      return reply.header('cache-control', 'no-store').redirect(answer.location, 303);
    },
  });
}

export function sendErrorPage(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  renderError: PageRoute['renderError'],
): FastifyReply {
  const { message, status } = noteError(error, request, reply);
  return sendPage(reply, { html: renderError(message, request), status });
}

function sendPage(reply: FastifyReply, { html, status = 200, cache = 'no-store', vary }: PageAnswer): FastifyReply {
  if (vary) reply.header('vary', vary);
  return reply.status(status).header('cache-control', cache).type('text/html; charset=utf-8').send(html);
}
