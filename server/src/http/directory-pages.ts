import { createHash, randomUUID } from 'node:crypto';
import { helpRequest } from '@kinbridge/contract/directory/directory.contract';
import { toOneLine } from '@kinbridge/contract/shared/misleading';
import { pickLanguage } from '@kinbridge/forms/form-pages';
import {
  type DirectoryLanguage,
  directoryLanguages,
  directoryTexts,
  inLanguage,
  type PageLanguage,
} from '@kinbridge/public/directory/directory.texts';
import { directoryListPage } from '@kinbridge/public/directory/directory-list';
import { directoryErrorPage, unlistedServicePage } from '@kinbridge/public/directory/directory-page';
import { directoryServicePage } from '@kinbridge/public/directory/directory-service';
import type { TypedHelp } from '@kinbridge/public/directory/help-form';
import type { PageAssets } from '@kinbridge/public/page';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AddressLimit } from '../access/address-limit.ts';
import { visitor } from '../access/caller.ts';
import type { AppContext } from '../app-context.ts';
import { AppError } from '../app-error.ts';
import { askForHelp } from '../features/directory/ask-for-help.commands.ts';
import { findListedService, findUsualResponse } from '../features/directory/directory.queries.ts';
import { readDirectoryList } from '../features/directory/read-directory-list.ts';
import { addPage, type PageAnswer } from './add-page.ts';
import { askedLanguages } from './asked-languages.ts';
import { parseOrRefuse } from './error-answers.ts';
import { onceFor } from './once.ts';
import { readPageAssets } from './page-assets.ts';

/** The public directory as pages that work without scripts. */
export async function addDirectoryPages(
  server: FastifyInstance,
  app: AppContext,
  limit: AddressLimit,
  webFolder: string,
): Promise<void> {
  const assets = await readPageAssets(webFolder, 'visitors.json', 'visitors/directory.ts');
  const renderError = (message: string, request: FastifyRequest) =>
    directoryErrorPage(message, languageOf(request), assets);

  addPage(server, {
    path: '/services',
    limit,
    render: async (request) => {
      const list = await readDirectoryList(app.db, request.query as Record<string, unknown>);
      const html = directoryListPage({ ...list, language: languageOf(request) }, assets);
      return { html, cache: 'public, max-age=60', vary };
    },
    renderError,
  });

  addPage(server, {
    path: '/services/:id',
    limit,
    render: (request) => {
      const { sent, zipCode = '' } = request.query as Record<string, unknown>;
      const values = { zipCode: String(zipCode) };
      const typed = { key: randomUUID(), values, problems: {}, message: null, sent: Number(sent) || null };
      return servicePage(app, request, { assets, typed, status: 200 });
    },
    renderError,
  });

  addPage(server, {
    method: 'POST',
    path: '/services/:id',
    limit,
    render: async (request) => {
      const values = Object.fromEntries(request.body instanceof URLSearchParams ? request.body : []);
      try {
        const { id } = await takeHelpForm(app, request, values);
        return { location: inLanguage(`${request.url.split('?')[0]}?sent=${id}#ask`, languageOf(request)) };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const { fields = {}, message, status } = error;
        const { fieldProblems, refused } = languageOf(request).texts;
        const problems = Object.fromEntries(
          Object.entries(fields).map(([name, problem]) => [name, fieldProblems[name] ?? problem]),
        );
        const typed = { key: randomUUID(), values, problems, message: refused ?? message, sent: null };
        return servicePage(app, request, { assets, typed, status });
      }
    },
    renderError,
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
  assets: PageAssets;
  typed: TypedHelp;
  status: number;
}

async function servicePage(app: AppContext, request: FastifyRequest, page: ServicePage): Promise<PageAnswer> {
  const { assets, typed, status } = page;
  const cache = 'private, no-cache';
  const listed = await findListedService(app.db, idIn(request));
  const language = languageOf(request);
  if (!listed) return { status: 404, cache, vary, html: unlistedServicePage(language, assets) };
  const usualHours = await findUsualResponse(app.db, listed.service.id);
  return { status, cache, vary, html: directoryServicePage({ ...listed, usualHours }, typed, language, assets) };
}

const vary = 'accept-language, accept-encoding';

/** The language that the address names, or else the browser's first one that we have. */
function languageOf(request: FastifyRequest): PageLanguage {
  const here = new URL(request.url, 'http://localhost');
  const asked = here.searchParams.get('lang');
  const chosen = directoryLanguages.some((tag) => tag === asked);
  const language = pickLanguage(chosen ? [String(asked)] : askedLanguages(request), directoryLanguages);
  const others = directoryLanguages.filter((tag) => tag !== language);
  return {
    texts: directoryTexts[language as DirectoryLanguage],
    chosen,
    others: others.map((tag) => {
      here.searchParams.set('lang', tag);
      return { tag, name: directoryTexts[tag].name, address: `${here.pathname}${here.search}` };
    }),
  };
}

/** The id in the address; 0, which nothing has, for anything else. */
function idIn(request: FastifyRequest): number {
  const { id } = request.params as { id: string };
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
}
