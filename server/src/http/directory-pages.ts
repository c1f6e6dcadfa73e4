import { createHash, randomUUID } from 'node:crypto';
import { helpRequest } from '@kinbridge/contract/directory/directory.contract';
import { toOneLine } from '@kinbridge/contract/shared/misleading';
import type { FormAssets } from '@kinbridge/public/form/public-form-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AddressLimit } from '../access/address-limit.ts';
import { visitor } from '../access/caller.ts';
import type { AppContext } from '../app-context.ts';
import { AppError } from '../app-error.ts';
import { askForHelp } from '../features/directory/ask-for-help.commands.ts';
import { findListedService } from '../features/directory/directory.queries.ts';
import { directoryTexts as texts } from '../features/directory/directory.texts.ts';
import { directoryListHtml } from '../features/directory/directory-list.ts';
import { directoryServiceHtml, messageHtml } from '../features/directory/directory-service.ts';
import type { TypedHelp } from '../features/directory/help-form.ts';
import { readDirectoryList } from '../features/directory/read-directory-list.ts';
import { noteError, parseOrRefuse } from './error-answers.ts';
import { onceFor } from './once.ts';
import { readPageAssets } from './page-assets.ts';
import { visitorPage } from './visitor-page.ts';

/** The public directory as pages that work without scripts. */
export async function addDirectoryPages(
  server: FastifyInstance,
  app: AppContext,
  limit: AddressLimit,
  webFolder: string,
): Promise<void> {
  const assets = await readPageAssets(webFolder, 'visitors.json', 'visitors/directory.ts');
  const access = {
    config: { access: 'public' },
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const { message, status } = noteError(error, request, reply);
      const page = { title: texts.busyTitle, body: messageHtml(texts.busyTitle, message), assets };
      answer(reply, status, visitorPage(page), 'no-store');
    },
  };

  server.get('/services', access, async (request, reply) => {
    await limit.count(request.ip);
    const list = await readDirectoryList(app.db, request.query as Record<string, unknown>);
    const page = { title: texts.title, description: texts.description, body: directoryListHtml(list), assets };
    return answer(reply, 200, visitorPage(page), 'public, max-age=60');
  });

  server.get('/services/:id', access, async (request, reply) => {
    await limit.count(request.ip);
    const { sent, zipCode = '' } = request.query as Record<string, unknown>;
    const values = { zipCode: String(zipCode) };
    const typed = { key: randomUUID(), values, problems: {}, message: null, sent: Number(sent) || null };
    return servicePage(app, request, reply, { assets, typed, status: 200 });
  });

  server.post('/services/:id', access, async (request, reply) => {
    await limit.count(request.ip);
    const values = Object.fromEntries(request.body instanceof URLSearchParams ? request.body : []);
    try {
      const { id } = await takeHelpForm(app, request, values);
      return reply.header('cache-control', 'no-store').redirect(`${request.url.split('?')[0]}?sent=${id}#ask`, 303);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { fields = {}, message, status } = error;
      const whole = Object.keys(fields).length > 0 ? texts.problems : message;
      const typed = { key: randomUUID(), values, problems: fields, message: whole, sent: null };
      return servicePage(app, request, reply, { assets, typed, status });
    }
  });
}

/** Takes the form like the call does: the same checks, the same limits, and once per key. */
async function takeHelpForm(app: AppContext, request: FastifyRequest, values: Record<string, string>) {
  const { key = '', firstName, lastName, smsConsent, zipCode, description } = values;
  const phoneNumber = values.phoneNumber && toOneLine(values.phoneNumber);
  const consent = smsConsent === 'true' ? true : smsConsent === 'false' ? false : undefined;
  const sent = { firstName, lastName, phoneNumber, smsConsent: consent, zipCode, description };
  const person = parseOrRefuse(helpRequest, sent) as z.output<typeof helpRequest>;
  const serviceId = idIn(request);
  const caller = visitor(request.id);
  // Going back and changing something is another request, even with the same key in the page.
  const own = createHash('sha256')
    .update(JSON.stringify([key || randomUUID(), person]))
    .digest('hex');
  const call = { name: 'POST /v1/directory/services/{id}/requests', headers: { 'idempotency-key': own } } as const;
  const received = { params: { id: serviceId }, query: {}, body: person, parts: undefined, file: null, form: {} };
  const once = onceFor(app, call, caller, received as never);
  return once((tx) => askForHelp(tx, app.config, { caller, address: request.ip, serviceId, person }));
}

interface ServicePage {
  assets: FormAssets;
  typed: TypedHelp;
  status: number;
}

async function servicePage(app: AppContext, request: FastifyRequest, reply: FastifyReply, page: ServicePage) {
  const { assets, typed, status } = page;
  const listed = await findListedService(app.db, idIn(request));
  if (!listed)
    return answer(
      reply,
      404,
      visitorPage({ title: texts.unknownTitle, body: messageHtml(texts.unknownTitle, texts.unknown), assets }),
    );
  const { service, place } = listed;
  const title = `${service.name}, ${service.organization.name}`;
  const body = directoryServiceHtml(service, place, typed);
  return answer(
    reply,
    status,
    visitorPage({ title, description: service.description ?? texts.description, body, assets }),
  );
}

/** The id in the address; 0, which nothing has, for anything else. */
function idIn(request: FastifyRequest): number {
  const { id } = request.params as { id: string };
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
}

function answer(reply: FastifyReply, status: number, html: string, cache = 'private, no-cache'): FastifyReply {
  return reply.status(status).header('cache-control', cache).type('text/html; charset=utf-8').send(html);
}
