import { publicRoute, route } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { countAttempt } from '../auth/attempts.commands.ts';
import { createInvitation, invitationLink, requireInvitation } from './invitations.commands.ts';

/** Anyone can register an organization, so invitations must not become a way to spam strangers. */
const perHour = { organization: 100, address: 5 };

export const invitationRoutes = [
  route(
    'POST /v1/organizations/{id}/invitations',
    'invitation:create',
    async ({ app, actor, params, body, once, requestId }) => {
      if (params.id !== actor.organizationId) throw notFound('organization');
      const email = body.email ?? null;
      await countAttempt(app.db, `invitations ${actor.organizationId}`, perHour.organization, 60);
      if (email !== null) await countAttempt(app.db, `invitation ${email}`, perHour.address, 60);
      const { id, nonce } = await once((tx) => createInvitation(tx, app.config, actor, email, requestId));
      return { id, link: invitationLink(app.config, nonce) };
    },
  ),

  publicRoute('POST /v1/invitations/resolve', async ({ app, body }) => {
    const { organization, email } = await requireInvitation(app.db, body.invitation);
    return { organization, email };
  }),
];
