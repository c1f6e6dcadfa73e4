import { countAttempt } from '../../access/attempts.commands.ts';
import { organizationRoute, publicRoute } from '../../access/route.ts';
import { refuseIfWaiting } from '../../access/unapproved-organization.ts';
import { createInvitation, invitationLink, requireInvitation } from './invitations.commands.ts';

/** Anyone can register an organization, so invitations must not become a way to spam strangers. */
const perHour = { organization: 100, address: 5 };

export const invitationRoutes = [
  organizationRoute(
    'POST /v1/organizations/{id}/invitations',
    'invitation:create',
    'params.id',
    async ({ app, caller, body, once }) => {
      const email = body.email ?? null;
      if (email !== null) refuseIfWaiting(caller.approval);
      await countAttempt(app.db, `invitations ${caller.organizationId}`, perHour.organization, 60);
      if (email !== null) await countAttempt(app.db, `invitation ${email}`, perHour.address, 60);
      const { id, nonce } = await once((tx) => createInvitation(tx, app.config, caller, email));
      return { id, link: invitationLink(app.config, nonce) };
    },
  ),

  publicRoute('POST /v1/invitations/resolve', async ({ app, body }) => {
    const { organization, email } = await requireInvitation(app.db, body.invitation);
    return { organization, email };
  }),
];
