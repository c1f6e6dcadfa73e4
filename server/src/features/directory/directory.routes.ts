import { JsonText, publicRoute } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { askForHelp } from './ask-for-help.commands.ts';
import { findDirectoryPage, findListedService } from './directory.queries.ts';

/** The same for everyone, so caches in between may keep it. */
const cached = { 'cache-control': 'public, max-age=60' };

export const directoryRoutes = [
  publicRoute('GET /v1/directory/services', async ({ app, query }) => {
    const { page } = await findDirectoryPage(app.db, query);
    return new JsonText(page, cached);
  }),

  publicRoute('GET /v1/directory/services/{id}', async ({ app, params }) => {
    const listed = await findListedService(app.db, params.id);
    if (!listed) throw notFound('service');
    return new JsonText(JSON.stringify(listed.service), cached);
  }),

  publicRoute('POST /v1/directory/services/{id}/requests', ({ app, caller, address, params, body, once }) =>
    once((tx) => askForHelp(tx, app.config, { caller, address, serviceId: params.id, person: body })),
  ),
];
