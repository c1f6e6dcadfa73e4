import { join } from 'node:path';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { AddressLimit } from '../access/address-limit.ts';
import type { AppContext } from '../app-context.ts';
import { DocumentRefused, documentBounds, isTooDeep } from '../document-bounds.ts';
import { scimRoutes } from '../features/scim/scim.routes.ts';
import { addActPage } from './act-page.ts';
import { answerClientError } from './client-errors.ts';
import { addDevOutbox } from './dev-outbox.ts';
import { addRoutes, type WriteError } from './dialect.ts';
import { addDirectoryPages } from './directory-pages.ts';
import { addDocs } from './docs.ts';
import { dropRest, EarlyAnswer, isClosing } from './early-answer.ts';
import { answerError } from './error-answers.ts';
import { readErrorPage, wantsPage } from './error-page.ts';
import { addHealth } from './health.ts';
import { compression } from './json-answer.ts';
import { jsonDialect } from './json-dialect.ts';
import { addMetrics } from './metrics.ts';
import { addPublicForm } from './public-form.ts';
import { nestedTooDeeply, unreadBody } from './received.ts';
import { addRequestLog, newRequestId } from './request-log.ts';
import { routes } from './routes.ts';
import { scimDialect } from './scim-dialect.ts';
import { securityHeaders } from './security-headers.ts';
import { addWebApp } from './web-app.ts';

/** Builds the server. It refuses to start with a route that declares no access. */
export async function createServer(app: AppContext, log: Logger, served = routes): Promise<FastifyInstance> {
  const everyAnswer = securityHeaders(app.config.publicUrl.startsWith('https:'));
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // Every log line has its request id, so no child loggers are needed.
    childLoggerFactory: (logger) => logger,
    trustProxy: trusted(app.config.trustProxy),
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    http: { ServerResponse: EarlyAnswer, headersTimeout: 60_000 },
    // Enough for 25 MB over a slow connection.
    requestTimeout: 300_000,
    // Longer than the 60 seconds of common proxies, so none reuses a connection we are closing.
    keepAliveTimeout: 72_000,
    // For callers that neither send nor read; longer than any call takes. Live streams have a heartbeat.
    connectionTimeout: 600_000,
    forceCloseConnections: 'idle',
    // While stopping, requests on open connections are still served.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, everyAnswer),
    // Undecodable URLs get the usual error shape; no hooks run for them.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...everyAnswer, 'x-request-id': request.id });
      answerError(error, request, reply);
    },
  }) as unknown as FastifyInstance;

  server.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${String(route.method)} ${route.url} does not say who may call it.`);
  });
  server.addHook('onRequest', (request, reply, done) => {
    // The caller can't get an answer any more, so it must not count as done.
    if (isClosing(request.raw.socket)) {
      reply.hijack();
      dropRest(request.raw);
      return;
    }
    reply.headers(everyAnswer).header('x-request-id', request.id);
    done();
  });
  addRequestLog(server);
  await addMetrics(server, app);
  const webFolder = join(app.config.root, 'web/dist');
  const answerPage = await readErrorPage(webFolder);
  const writeError: WriteError = (error, request, reply) =>
    wantsPage(request) ? answerPage(error, request, reply) : answerError(error, request, reply);
  server.setErrorHandler(writeError);
  readBodies(server);
  await server.register(multipart, { throwFileSizeLimit: true });
  await server.register(compress, compression);

  const limit = new AddressLimit(app.config.limits.perAddress, app);
  const { perSession } = app.config.limits;
  const limits = { limit, sessionLimit: new AddressLimit(perSession, app, Math.floor(perSession / 10)) };
  await addRoutes(server, jsonDialect(app, limits, writeError), served);
  await addRoutes(server, scimDialect(app, limit), scimRoutes);
  addHealth(server, app);
  addDocs(server);
  if (app.config.devOutbox) addDevOutbox(server, app);
  await addPublicForm(server, app, limit, webFolder);
  await addDirectoryPages(server, app, limit, webFolder);
  await addActPage(server, limit, webFolder);
  await addWebApp(server, webFolder);
  return server;
}

/** A number counts hops from the nearest proxy, so addresses a caller adds in front are never trusted. */
function trusted(proxies: number | string[]): false | string[] | ((address: string, hop: number) => boolean) {
  if (proxies === 0) return false;
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;
}

/** A SAML response of 64 kB, with every character of its base64 escaped. */
const maxFormBytes = 320 * 1024;

function hasManyFields(form: string): boolean {
  return form.split('&', documentBounds.elements + 1).length > documentBounds.elements;
}

/** Parses JSON, treats an empty body as none, and leaves other types to the call, which may not need a body. */
function readBodies(server: FastifyInstance): void {
  const json = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('text/plain');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else if (isTooDeep(body as string)) done(nestedTooDeeply());
    else json(request, body as string, done);
  });
  const form = 'application/x-www-form-urlencoded';
  server.addContentTypeParser(form, { parseAs: 'string', bodyLimit: maxFormBytes }, (_request, body, done) => {
    if (hasManyFields(body as string)) done(new DocumentRefused('The form', 'too many elements'));
    else done(null, new URLSearchParams(body as string));
  });
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body.length === 0 ? undefined : unreadBody);
  });
}
