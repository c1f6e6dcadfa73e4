import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AddressLimit } from '../access/address-limit.ts';
import type { Directory } from '../access/caller.ts';
import { refuseIfClosed, refuseIfWaiting } from '../access/unapproved-organization.ts';
import type { AppContext } from '../app-context.ts';
import { AppError } from '../app-error.ts';
import { DocumentRefused, findJsonProblem } from '../document-bounds.ts';
import type { ScimAnswer, ScimRoute } from '../features/scim/scim-route.ts';
import { recordTokenUse } from '../features/scim/scim-tokens.commands.ts';
import { findUsedToken } from '../features/scim/scim-tokens.queries.ts';
import type { Dialect } from './dialect.ts';
import { noteError } from './error-answers.ts';
import { refuseUnstorableText, unreadBody } from './received.ts';

const prefix = '/scim/v2';
const contentType = 'application/scim+json; charset=utf-8';

declare module 'fastify' {
  interface FastifyRequest {
    directory: Directory | null;
  }
}

/** SCIM has its own content type, its own shape of errors and its own tokens, so it isn't part of the contract. */
export function scimDialect(app: AppContext, limit: AddressLimit): Dialect<ScimRoute, Directory> {
  return {
    prepare: (scope) => {
      scope.decorateRequest('directory', null);
      readJson(scope);
      // Before the body is read, so that strangers can't send large ones.
      scope.addHook('onRequest', async (request) => {
        request.directory = await authorize(app, limit, request);
      });
      for (const url of [prefix, `${prefix}/*`]) {
        scope.all(url, { config: { access: 'scim' } }, () => {
          throw new AppError('not_found', "This isn't supported here.");
        });
      }
    },
    options: ({ method, path }) => ({ method, url: prefix + path, config: { access: 'scim' } }),
    identify: ({ directory }) => {
      if (!directory) throw wrongToken();
      return directory;
    },
    read: (request, { method }, caller) => {
      const { id = '' } = request.params as { id?: string };
      const query = request.query as Record<string, unknown>;
      const body = method === 'GET' || method === 'DELETE' ? undefined : readBody(request);
      refuseUnstorableText({ id, query, body });
      return { app, caller, id, query, body, base: app.config.publicUrl + prefix };
    },
    write: (result, _request, reply) => answer(reply, result),
    writeError: answerScimError,
  };
}

function readJson(scope: FastifyInstance): void {
  const json = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('application/json');
  const types = ['application/json', 'application/scim+json'];
  scope.addContentTypeParser(types, { parseAs: 'string' }, (request, body, done) => {
    const problem = findJsonProblem(body as string);
    if (problem !== null) done(new DocumentRefused('The body', problem));
    else if (body === '') done(null, undefined);
    else json(request, body as string, done);
  });
}

function readBody({ body }: FastifyRequest): unknown {
  if (body !== unreadBody && !(body instanceof URLSearchParams)) return body;
  throw new AppError('unsupported_type', 'Please send JSON with the content type application/scim+json.');
}

/** Wrong tokens count against their sender's address, right ones against the token. */
async function authorize(app: AppContext, limit: AddressLimit, request: FastifyRequest): Promise<Directory> {
  const token = /^Bearer (\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  const found = token === undefined ? undefined : await findUsedToken(app.db, token);
  await limit.count(found ? `scim token ${found.id}` : request.ip);
  if (!found) throw wrongToken();
  refuseIfWaiting(found.approval);
  if (request.method !== 'GET' && request.method !== 'HEAD') refuseIfClosed(found.approval);
  if (found.unrecorded) await recordTokenUse(app.db, found.id);
  return { via: 'directory', userId: null, organizationId: found.organizationId, requestId: request.id };
}

function wrongToken(): AppError {
  return new AppError('signed_out', 'Please send a valid token: Authorization: Bearer …');
}

function answer(reply: FastifyReply, { status, body, location }: ScimAnswer): FastifyReply {
  reply.status(status).header('cache-control', 'no-store');
  if (location !== undefined) reply.header(status === 201 ? 'location' : 'content-location', location);
  return body === undefined ? reply.send() : reply.type(contentType).send(JSON.stringify(body));
}

/** RFC 7644, section 3.12. */
function answerScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = noteError(error, request, reply);
  const otherwise = known.status === 400 ? (error instanceof AppError ? 'invalidValue' : 'invalidSyntax') : undefined;
  if (known.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply
    .header('cache-control', 'no-store')
    .type(contentType)
    .send(
      JSON.stringify({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(known.status),
        scimType: known.extra?.scimType ?? otherwise,
        detail: known.message,
      }),
    );
}
