import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanDefinition } from '@kinbridge/contract/surveys/clean-definition';
import { type FormAssets, formPage, noFormPage } from '@kinbridge/contract/surveys/public-form-page';
import { withFixedQuestions } from '@kinbridge/contract/surveys/survey-definition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { findDisplayed } from '../features/surveys/surveys.queries.ts';
import type { AddressLimit } from './address-limit.ts';

const link = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The address that is shared with members: a form, written out as far as its first page. */
export async function addPublicForm(
  server: FastifyInstance,
  app: AppContext,
  limit: AddressLimit,
  webFolder: string,
): Promise<void> {
  const assets = await readAssets(webFolder);
  // The portal shows the same page as a preview of forms that nobody has published yet.
  server.get('/form/assets.json', { config: { access: 'public' } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(assets),
  );
  server.get('/form/:uniqueSurveyId', { config: { access: 'public' } }, async (request, reply) => {
    await limit.count(request.ip);
    const { uniqueSurveyId } = request.params as { uniqueSurveyId: string };
    const asked = askedLanguages(request);
    const form = link.test(uniqueSurveyId) ? await findDisplayed(app.db, uniqueSurveyId.toLowerCase()) : null;
    if (!form) return answer(reply, 404, noFormPage('unknown', '', asked, assets));
    const { survey, closed } = form;
    if (closed) return answer(reply, 410, noFormPage('closed', survey.organization.name, asked, assets));
    const shown = { ...survey, data: withFixedQuestions(cleanDefinition(survey.data)) };
    const place = (request.query as { shared?: unknown }).shared === '1' ? 'shared' : 'own';
    return answer(reply, 200, formPage(shown, asked, place, assets));
  });
}

/** A form may be edited or archived at any time, so that the page is asked for each time. */
function answer(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .status(status)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-language, accept-encoding')
    .type('text/html; charset=utf-8')
    .send(html);
}

/** The languages of the browser, the most wanted first. */
function askedLanguages(request: FastifyRequest): string[] {
  const header = String(request.headers['accept-language'] ?? '').slice(0, 500);
  return header
    .split(',')
    .map((part) => {
      const [language = '', quality] = part.trim().split(/\s*;\s*q=/);
      return { language, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ language, quality }) => language !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
}

interface Manifest {
  [source: string]: { file: string; css?: string[] } | undefined;
}

/** The style goes into the page itself: one trip less before anything can be read. */
async function readAssets(webFolder: string): Promise<FormAssets> {
  const manifest = await readFile(join(webFolder, '.vite', 'form.json'), 'utf8').catch(() => '{}');
  const entry = (JSON.parse(manifest) as Manifest)['form/main.ts'];
  if (!entry) return { script: null, style: '' };
  const styles = await Promise.all((entry.css ?? []).map((file) => readFile(join(webFolder, file), 'utf8')));
  return { script: `/${entry.file}`, style: styles.join('') };
}
