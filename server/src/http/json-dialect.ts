import { calls } from '@kinbridge/contract/calls';
import type { Call } from '@kinbridge/contract/shared/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AddressLimit } from '../access/address-limit.ts';
import { type Caller, type Visitor, visitor } from '../access/caller.ts';
import { refuseOtherOrganizations } from '../access/own-organization.ts';
import { may } from '../access/permissions.ts';
import { requireProof } from '../access/proof.ts';
import {
  AcceptedAnswer,
  FileAnswer,
  JsonText,
  type ReceivedFile,
  RedirectAnswer,
  type Route,
  type RouteRequest,
  StreamAnswer,
} from '../access/route.ts';
import { refuseWithoutSecondFactor } from '../access/second-factor.ts';
import { refuseUnapprovedOrganization } from '../access/unapproved-organization.ts';
import type { AppContext } from '../app-context.ts';
import { AppError, forbidden } from '../app-error.ts';
import { auditList, auditRead } from '../records/audit/audit-reads.ts';
import { scansOf } from '../records/stored-files/upload-scans.ts';
import type { Dialect, WriteError } from './dialect.ts';
import { sendJson } from './json-answer.ts';
import { onceFor } from './once.ts';
import { type Received, receive } from './received.ts';
import { readCaller } from './session.ts';

interface Limits {
  /** Of public calls, by address. */
  limit: AddressLimit;
  sessionLimit: AddressLimit;
}

/** The contract's calls, for people with a session or without: JSON, forms, multipart and files. */
export function jsonDialect(app: AppContext, limits: Limits, writeError: WriteError): Dialect<Route, Caller | Visitor> {
  return {
    options: (route) => {
      const call: Call = calls[route.name];
      const [method, path] = route.name.split(' ') as [string, string];
      const isStream = call.contentType === 'text/event-stream';
      return {
        method,
        url: path.replace(/\{(\w+)\}/g, ':$1'),
        config: { access: route.access, page: call.page === true, isStream },
        ...(call.maxBodyBytes === undefined ? {} : { bodyLimit: call.maxBodyBytes }),
        // JSON is compressed as it is sent, and compression would delay events.
        ...(isStream || call.answers ? { compress: false } : {}),
        // A HEAD would never notice that its reader left.
        ...(isStream ? { exposeHeadRoute: false } : {}),
      };
    },
    identify: (request, route) => identify(app, limits, route, request),
    read: (request, route, caller) => read(app, request, route, caller),
    write: (result, request, reply, { name }) => answer(calls[name], result, request, reply),
    writeError,
  };
}

async function identify(app: AppContext, limits: Limits, route: Route, request: FastifyRequest) {
  if (isCounted(app, route, request)) await limits.limit.count(request.ip);
  if (route.access === 'public' && !route.sessionOptional) return visitor(request.id);
  const caller = await readCaller(app, limits.sessionLimit, request);
  if (caller) refuseWithoutSecondFactor(caller, route, request.params);
  if (route.access === 'public') return caller ?? visitor(request.id);
  if (!caller) throw new AppError('signed_out', 'Please sign in to continue.');
  request.actorId = caller.userId;
  refuseUnapprovedOrganization(caller, route, request.params);
  if (!may(caller, route.access)) throw forbidden();
  return caller;
}

/** Checks the input, and what it names against the caller. */
async function read(app: AppContext, request: FastifyRequest, route: Route, caller: Caller | Visitor) {
  const call: Call = calls[route.name];
  const received = await receive(call, request);
  refuseOtherOrganizations(route, caller, received);
  if (call.needsProof) requireProof(caller);
  // The JSON body if the call has one, otherwise the query.
  const asked = ((call.body ? request.body : request.query) ?? {}) as Record<string, unknown>;
  const { params, query, body, parts, form } = received;
  const scan = scansOf({ app, caller, address: request.ip });
  const input: Omit<Received, 'file' | 'files'> & RouteRequest<Caller | Visitor> = {
    params,
    query,
    body,
    parts,
    file: received.file && scan(received.file),
    files: scanEach(received.files, scan),
    form,
    app,
    caller,
    headers: request.headers,
    address: request.ip,
    search: searchOf(request),
    once: onceFor(app, { name: route.name, headers: request.headers }, caller, received),
    recordRead: (action, entityId, detail = {}, entityType) =>
      auditRead(app.db, { caller, action, entityType, entityId, detail }),
    recordList: (action, entityId, { shown, detail = {} }) =>
      auditList(app, { caller, action, entityId, detail, asked, shown }),
  };
  return input as never;
}

async function* scanEach(files: Received['files'], scan: ReturnType<typeof scansOf>): AsyncGenerator<ReceivedFile> {
  for await (const file of files) yield scan(file);
}

function isCounted(app: AppContext, route: Route, request: FastifyRequest): boolean {
  if (route.access !== 'public' || route.uncounted || isSigned(app, route, request)) return false;
  return !route.sessionOptional || request.headers.authorization === undefined;
}

/** Checked before the limit, or a flood could block genuine signed calls. */
function isSigned(app: AppContext, { isSigned: verifies }: Route, request: FastifyRequest): boolean {
  const { body, headers } = request;
  if (verifies === undefined || !(body instanceof URLSearchParams)) return false;
  return verifies(app, { form: Object.fromEntries(body), headers, search: searchOf(request) });
}

function searchOf({ url }: FastifyRequest): string {
  return url.includes('?') ? url.slice(url.indexOf('?')) : '';
}

function answer(call: Call, result: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.status(call.status);
  if (result instanceof FileAnswer) return answerFile(result, reply);
  reply.header('cache-control', 'no-store');
  if (result instanceof RedirectAnswer) {
    if (result.cookie !== undefined) reply.header('set-cookie', result.cookie);
    return reply.header('location', result.location).send();
  }
  // With its usual settings, nginx would send nothing on until it has several kilobytes.
  if (result instanceof StreamAnswer) {
    return reply.type(result.contentType).header('x-accel-buffering', 'no').send(result.stream);
  }
  if (result instanceof JsonText) {
    checked(call.answers, checkAnswers ? JSON.parse(result.text) : null);
    return sendJson(request, reply.headers(result.headers), result.text);
  }
  if (result instanceof AcceptedAnswer && call.answersLater) {
    reply.status(202);
    if (result.preferred) reply.header('preference-applied', 'respond-async');
    return sendJson(request, reply, JSON.stringify(checked(call.answersLater, result.body)));
  }
  if (!call.answers) return reply.send();
  return sendJson(request, reply, JSON.stringify(checked(call.answers, result)));
}

/** Sends every file as an attachment, named as in RFC 6266. */
function answerFile(file: FileAnswer, reply: FastifyReply): FastifyReply {
  const plain = file.fileName.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return reply
    .type(file.contentType)
    .header('cache-control', file.cacheControl)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeRfc5987(file.fileName)}`)
    .send(file.bytes);
}

function encodeRfc5987(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

let checkAnswers = false;

/** Tests check every answer against the contract; in production that would only cost time. */
export function holdAnswersToContract(): void {
  checkAnswers = true;
}

function checked(schema: z.ZodType | undefined, result: unknown): unknown {
  if (!checkAnswers || !schema) return result;
  const parsed = schema.safeParse(JSON.parse(JSON.stringify(result)));
  if (!parsed.success) throw new Error(`The answer breaks the contract: ${parsed.error.message}`);
  return result;
}
