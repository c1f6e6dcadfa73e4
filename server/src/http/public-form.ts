import { isClosed } from '@kinbridge/contract/organizations/organization-approval';
import { cleanDefinition } from '@kinbridge/forms/clean-definition';
import { withFixedQuestions } from '@kinbridge/forms/form-definition';
import { formPage, noFormPage } from '@kinbridge/public/form/public-form-page';
import type { FastifyInstance } from 'fastify';
import type { AddressLimit } from '../access/address-limit.ts';
import type { AppContext } from '../app-context.ts';
import { findDisplayed } from '../features/forms/forms.queries.ts';
import { addPage, type PageAnswer } from './add-page.ts';
import { askedLanguages } from './asked-languages.ts';
import { readPageAssets } from './page-assets.ts';

const link = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The link shared with members: a form rendered up to its first page. */
export async function addPublicForm(
  server: FastifyInstance,
  app: AppContext,
  limit: AddressLimit,
  webFolder: string,
): Promise<void> {
  const assets = await readPageAssets(webFolder, 'form.json', 'form/main.ts');
  // The portal previews unpublished forms with the same page.
  server.get('/form/assets.json', { config: { access: 'public' } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(assets),
  );
  addPage(server, {
    path: '/form/:uniqueSurveyId',
    limit,
    render: async (request) => {
      const { uniqueSurveyId } = request.params as { uniqueSurveyId: string };
      const asked = askedLanguages(request);
      const found = link.test(uniqueSurveyId) ? await findDisplayed(app.db, uniqueSurveyId.toLowerCase()) : null;
      if (!found) return answer(404, noFormPage('unknown', '', asked, assets));
      const { form, approval, isArchived } = found;
      // A browser sends no session with a link, so this holds for its own staff too.
      if (approval === 'WAITING') return answer(403, noFormPage('not open', '', asked, assets));
      if (isArchived || isClosed(approval))
        return answer(410, noFormPage('closed', form.organization.name, asked, assets));
      const shown = { ...form, data: withFixedQuestions(cleanDefinition(form.data)) };
      const place = (request.query as { shared?: unknown }).shared === '1' ? 'shared' : 'own';
      return answer(200, formPage(shown, asked, place, assets));
    },
    renderError: (_message, request) => noFormPage('failed', '', askedLanguages(request), assets),
  });
}

/** No caching, since a form can be edited or archived at any time. */
function answer(status: number, html: string): PageAnswer {
  return { status, html, cache: 'no-cache', vary: 'accept-language, accept-encoding' };
}
