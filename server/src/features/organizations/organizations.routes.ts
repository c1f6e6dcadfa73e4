import { randomUUID } from 'node:crypto';
import { defaultRadiusMiles } from '@kinbridge/contract/organizations/search-radius';
import { isActiveStaff } from '../../access/caller.ts';
import { type FileAnswer, JsonText, openRoute, organizationRoute, publicRoute, route } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { invalidField, orNotFound } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import { answerFile, type FileContent, storedWhile } from '../../records/stored-files/stored-files.commands.ts';
import { mintRegistrationToken } from '../auth/tokens.ts';
import { listServices } from '../services/services.queries.ts';
import { answerProposedLogo, encodeLogo } from './logo.ts';
import { registerOrganization, updateOrganization } from './organizations.commands.ts';
import { findDistances, findLogo, findOrganization, listOrganizations } from './organizations.queries.ts';
import { withdrawProfile } from './proposed-profiles.commands.ts';
import { dismissSetup, findSetup } from './setup.commands.ts';

export const organizationRoutes = [
  openRoute('GET /v1/organizations', async ({ app, caller, query }) => {
    const list = await listOrganizations(app.db, {
      zipCode: query.zipCode,
      radius: query.radius ?? defaultRadiusMiles,
      ownOrganizationId: isActiveStaff(caller) ? caller.organizationId : null,
    });
    return new JsonText(list);
  }),

  publicRoute('POST /v1/organizations', async ({ app, caller, parts, file, once }) => {
    const logo = file && (await encodeLogo(file));
    const registered = await storedWhile(app, logo, (stored) =>
      once((tx) => registerOrganization(tx, caller, parts.organization, stored)),
    );
    // Nobody is verified yet, in either approval mode.
    const approval = 'WAITING' as const;
    return { id: registered.id, registrationToken: await mintRegistrationToken(app.config, registered), approval };
  }),

  organizationRoute('GET /v1/organizations/{id}', 'organization:read', 'params.id', ({ app, params }) =>
    requireOrganization(app, params.id),
  ),

  organizationRoute('PUT /v1/organizations/{id}', 'organization:edit', 'params.id', async (input) => {
    const { app, caller, params, parts, file } = input;
    const before = await requireOrganization(app, params.id);
    const { serviceDTOList: _services, before: known = {}, ...sent } = parts.organization;
    const {
      id: _id,
      imageFilename,
      approval: _approval,
      approvalReason: _reason,
      idleMinutes: _idle,
      proposedProfile: _proposed,
      ...profile
    } = sent;
    for (const name of ['id', 'approval', 'approvalReason', 'idleMinutes'] as const) {
      if (sent[name] !== undefined && sent[name] !== before[name]) {
        throw invalidField(name, "You can't change this field here.");
      }
    }
    const logo = file && renamedFrom(before.imageFilename, await encodeLogo(file));
    await storedWhile(app, logo, (stored) =>
      transaction(app.db, (tx) =>
        updateOrganization(tx, app.config, caller, { profile, known, imageFilename, logo: stored }),
      ),
    );
    return requireOrganization(app, params.id);
  }),

  organizationRoute(
    'DELETE /v1/organizations/{id}/proposed-profile',
    'organization:edit',
    'params.id',
    ({ app, caller }) => withdrawProfile(app.db, caller),
  ),

  organizationRoute('GET /v1/organizations/{id}/proposed-image', 'organization:read', 'params.id', ({ app, params }) =>
    answerProposedLogo(app, params.id),
  ),

  // Not rate limited: browsers load a page full of logos together, and send no token for images.
  {
    ...openRoute('GET /v1/organizations/{id}/image', ({ app, params }) => answerLogo(app, params.id)),
    uncounted: true,
  },

  organizationRoute('GET /v1/organizations/{id}/services', 'organization:read', 'params.id', ({ app, params }) =>
    listServices(app.db, params.id),
  ),

  route('POST /v1/zip-codes/distances', 'organization:read', ({ app, body }) =>
    findDistances(app.db, body.from, body.to),
  ),

  organizationRoute('GET /v1/organizations/{id}/setup', 'organization:edit', 'params.id', ({ app, params }) =>
    findSetup(app.db, params.id),
  ),

  organizationRoute('PUT /v1/organizations/{id}/setup', 'organization:edit', 'params.id', ({ app, caller, body }) =>
    transaction(app.db, async (tx) => {
      await dismissSetup(tx, caller, body.dismissed);
      return findSetup(tx, caller.organizationId);
    }),
  ),
];

async function requireOrganization(app: AppContext, id: number) {
  return orNotFound(await findOrganization(app.db, id), 'organization');
}

/** Browsers cache a logo by its name for minutes, so a new one needs another name. */
function renamedFrom(before: string | null, logo: FileContent): FileContent {
  if (logo.fileName !== before) return logo;
  return { ...logo, fileName: logo.fileName.replace(/(\.\w+)$/, `-${randomUUID().slice(0, 8)}$1`) };
}

/** If a logo is replaced between reading its row and its bytes, answers with the new one. */
async function answerLogo(app: AppContext, organizationId: number): Promise<FileAnswer> {
  const logo = orNotFound(await findLogo(app.db, organizationId), 'logo');
  try {
    return await answerFile(app, logo, 'public, max-age=300');
  } catch (error) {
    const next = await findLogo(app.db, organizationId);
    if (!next || next.storage_key === logo.storage_key) throw error;
    return answerFile(app, next, 'public, max-age=300');
  }
}
