import type { StaffCaller } from '../../access/caller.ts';
import { JsonText, route } from '../../access/route.ts';
import { notFound } from '../../app-error.ts';
import { markDone } from './needs-you.commands.ts';
import { findNeedsYou } from './needs-you.queries.ts';

export const needsYouRoutes = [
  route('GET /v1/users/{id}/needs-you', 'needs-you:read', async ({ app, caller, params, query, recordList }) => {
    requireSelf(caller, params.id);
    const { answer, requestIds, memberIds } = await findNeedsYou(app.db, caller, query.size ?? 200);
    const list = (shown: number[]) => ({ shown, detail: { list: 'needs-you' } });
    if (requestIds.length > 0) await recordList('service-request.list', caller.organizationId, list(requestIds));
    if (memberIds.length > 0) await recordList('member.list', caller.organizationId, list(memberIds));
    return new JsonText(answer);
  }),

  route('POST /v1/users/{id}/needs-you/done', 'needs-you:done', async ({ app, caller, params, body }) => {
    requireSelf(caller, params.id);
    await markDone(app.db, caller, body);
    return undefined;
  }),
];

function requireSelf({ userId }: StaffCaller, id: number): void {
  if (id !== userId) throw notFound('person');
}
