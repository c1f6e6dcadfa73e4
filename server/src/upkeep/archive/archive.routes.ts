import { route } from '../../access/route.ts';
import { findArchivedUntil } from './archive.queries.ts';

export const archiveRoutes = [route('GET /v1/archive', 'service-request:read', ({ app }) => findArchivedUntil(app.db))];
