import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Principal } from '../access/caller.ts';
import { inRequestSpan } from './request-trace.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call. The server refuses to start with a route that has none. */
    access?: string;
    /** For browsers: errors are pages, unless the caller asks for JSON. */
    page?: boolean;
    /** A live stream, which may stay open for hours. */
    isStream?: boolean;
  }
}

export type WriteError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

interface Handled {
  handle(input: never): Promise<unknown>;
}

type Input<R extends Handled> = Parameters<R['handle']>[0];
type Result<R extends Handled> = Awaited<ReturnType<R['handle']>>;

/** A protocol: how its routes know their callers, read what they send, and write answers and errors. */
export interface Dialect<R extends Handled, P extends Principal> {
  /** What the protocol needs besides its routes, such as a content type of its own. */
  prepare?(scope: FastifyInstance): void;
  /** The route for Fastify, without its handler. */
  options(route: R): Omit<RouteOptions, 'handler'>;
  /** Counts the call against its limit and refuses callers who may not make it. */
  identify(request: FastifyRequest, route: R): Promise<P> | P;
  read(request: FastifyRequest, route: R, caller: P): Promise<Input<R>> | Input<R>;
  write(result: Result<R>, request: FastifyRequest, reply: FastifyReply, route: R): FastifyReply;
  writeError: WriteError;
}

/** Every call comes in here, whatever its protocol: identified, read, handled, answered. */
export async function addRoutes<R extends Handled, P extends Principal>(
  server: FastifyInstance,
  dialect: Dialect<R, P>,
  routes: readonly R[],
): Promise<void> {
  await server.register(async (scope) => {
    scope.setErrorHandler(dialect.writeError);
    dialect.prepare?.(scope);
    for (const route of routes) {
      const handle = async (request: FastifyRequest, reply: FastifyReply) => {
        const caller = await dialect.identify(request, route);
        const input = await dialect.read(request, route, caller);
        return dialect.write((await route.handle(input as never)) as Result<R>, request, reply, route);
      };
      scope.route({
        ...dialect.options(route),
        handler: (request, reply) => inRequestSpan(request, reply, () => handle(request, reply)),
      });
    }
  });
}
