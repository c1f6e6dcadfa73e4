import { route } from '../../access/route.ts';
import { dismissAnnouncement } from './announcements.commands.ts';
import { findShownAnnouncements } from './announcements.queries.ts';

export const announcementRoutes = [
  route('GET /v1/announcements', 'announcement:read', ({ app, caller }) =>
    findShownAnnouncements(app.db, caller.userId),
  ),

  route('POST /v1/announcements/{id}/dismiss', 'announcement:read', ({ app, caller, params }) =>
    dismissAnnouncement(app.db, caller.userId, params.id),
  ),
];
