import { route, signedInRoute } from '../../access/route.ts';
import { transaction } from '../../db/database.ts';
import { findAnnouncements, findShownAnnouncements } from './announcements.queries.ts';
import {
  dismissAnnouncement,
  editAnnouncement,
  endAnnouncement,
  publishAnnouncement,
  writeAnnouncement,
} from './write-announcements.commands.ts';

export const announcementRoutes = [
  route('GET /v1/announcements', 'announcement:read', ({ app, caller }) =>
    findShownAnnouncements(app.db, caller.userId),
  ),

  route('POST /v1/announcements/{id}/dismiss', 'announcement:read', ({ app, caller, params }) =>
    dismissAnnouncement(app.db, caller.userId, params.id),
  ),

  signedInRoute('GET /v1/operator/announcements', 'operator:read', async ({ app, caller, query, recordRead }) => {
    await recordRead('operator.announcements-list', caller.userId);
    return findAnnouncements(app.db, query.page ?? 0, query.size ?? 25);
  }),

  signedInRoute('POST /v1/operator/announcements', 'operator:edit', ({ caller, body, once }) =>
    once((tx) => writeAnnouncement(tx, caller, body)),
  ),

  signedInRoute('PUT /v1/operator/announcements/{id}', 'operator:edit', ({ app, caller, params, body }) =>
    transaction(app.db, (tx) => editAnnouncement(tx, caller, { ...params, ...body })),
  ),

  signedInRoute('POST /v1/operator/announcements/{id}/publish', 'operator:edit', ({ app, caller, params, body }) =>
    transaction(app.db, (tx) => publishAnnouncement(tx, caller, { ...params, ...body })),
  ),

  signedInRoute('POST /v1/operator/announcements/{id}/end', 'operator:edit', ({ app, caller, params, body }) =>
    transaction(app.db, (tx) => endAnnouncement(tx, caller, { ...params, ...body })),
  ),
];
