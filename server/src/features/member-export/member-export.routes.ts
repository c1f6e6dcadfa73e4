import type { StaffCaller } from '../../access/caller.ts';
import { FileAnswer, type RouteRequest, route } from '../../access/route.ts';
import { orNotFound } from '../../app-error.ts';
import { findScope } from '../erasure/erasure.queries.ts';
import { findOrganizationDays } from '../metrics/metric-days.queries.ts';
import { printInTurn } from '../metrics/report.ts';
import { gatherMember } from './member-export.ts';
import { memberDocument } from './member-export-document.ts';

export const memberExportRoutes = [
  route('GET /v1/users/{id}/export.json', 'member:export', async (input) => {
    const { member } = await readEverything(input, input.params.id, 'json');
    return new FileAnswer(
      Buffer.from(JSON.stringify(member, null, 2)),
      'application/json; charset=utf-8',
      `member-${input.params.id}.json`,
    );
  }),

  route('GET /v1/users/{id}/export.pdf', 'member:export', async (input) => {
    const { member, days } = await readEverything(input, input.params.id, 'pdf');
    const bytes = await printInTurn(async () => memberDocument(days, member));
    return new FileAnswer(bytes, 'application/pdf', `member-${input.params.id}.pdf`);
  }),
];

async function readEverything(
  { app, caller, recordRead }: RouteRequest<StaffCaller>,
  id: number,
  format: 'json' | 'pdf',
) {
  const scope = await findScope(app.db, caller.organizationId, id);
  const member = orNotFound(scope && (await gatherMember(app.db, scope)), 'member');
  await recordRead('member.export', id, { format });
  return { member, days: await findOrganizationDays(app.db, caller.organizationId) };
}
