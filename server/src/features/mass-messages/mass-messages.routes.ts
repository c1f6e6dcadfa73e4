import { countSmsSegments } from '@kinbridge/contract/sms/sms-segments';
import type { StaffCaller } from '../../access/caller.ts';
import { route } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { notFound, orNotFound } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import {
  findMassMessageText,
  refuseWrongSize,
  retryMassMessage,
  sendMassMessage,
  sendTestMessage,
  stopMassMessage,
} from './mass-messages.commands.ts';
import { countSmsBefore, findMassMessage, findMassMessages, findRecipients } from './mass-messages.queries.ts';
import { namesStranger, previewRecipients } from './recipients.queries.ts';

/** Quiet hours apply only to a real provider. */
const isReal = (app: AppContext) => app.sms.name !== 'console';

export const massMessageRoutes = [
  route('POST /v1/messages/sendSMSToIdsList', 'mass-message:send', ({ app, caller, body, once }) =>
    once((tx) => sendMassMessage(tx, caller, body, isReal(app))),
  ),

  route('POST /v1/campaigns/preview', 'mass-message:preview', async ({ app, caller, body, recordRead }) => {
    const { organizationId } = caller;
    if (await namesStranger(app.db, organizationId, body)) throw notFound('recipient');
    await recordRead('campaign.preview', organizationId);
    const people = await previewRecipients(app.db, organizationId, body);
    refuseWrongSize(people.total, body);
    const text = await findMassMessageText(app.db, organizationId, body.message, isReal(app));
    const { segments } = countSmsSegments(text.body);
    const { sendAfter } = text;
    const before = await countSmsBefore(app.db, organizationId, { sendAfter, more: people.recipients.count });
    const seconds = Math.ceil(before / app.config.smsPerSecond);
    return { ...people, ...text, segments, totalSegments: segments * people.recipients.count, seconds };
  }),

  route('POST /v1/campaigns/test', 'mass-message:send', ({ app, caller, body, once }) =>
    once((tx) => sendTestMessage(tx, caller, body.message, app.config.smsAutomaticPerDay)),
  ),

  route('GET /v1/campaigns', 'mass-message:read', ({ app, caller, query }) =>
    findMassMessages(app.db, caller.organizationId, query.page ?? 0, query.size ?? 10),
  ),

  route('GET /v1/campaigns/{id}', 'mass-message:read', ({ app, caller, params }) =>
    readMassMessage(app, caller, params.id),
  ),

  route(
    'GET /v1/campaigns/{id}/recipients',
    'mass-message:read',
    async ({ app, caller, params, query, recordList }) => {
      await readMassMessage(app, caller, params.id);
      const { state, page = 0, size = 10 } = query;
      const recipients = await findRecipients(app.db, params.id, { state, page, size });
      const shown = recipients.content.map(({ id }) => id);
      await recordList('campaign.read', params.id, { shown });
      return recipients;
    },
  ),

  route('POST /v1/campaigns/{id}/retry', 'mass-message:send', async ({ app, caller, params, body }) => {
    await transaction(app.db, (tx) => retryMassMessage(tx, caller, { ...body, massMessageId: params.id }, isReal(app)));
    return readMassMessage(app, caller, params.id);
  }),

  route('POST /v1/campaigns/{id}/stop', 'mass-message:stop', async ({ app, caller, params }) => {
    await transaction(app.db, (tx) => stopMassMessage(tx, caller, params.id));
    return readMassMessage(app, caller, params.id);
  }),
];

async function readMassMessage(app: AppContext, caller: StaffCaller, id: number) {
  return orNotFound(await findMassMessage(app.db, caller.organizationId, id, app.config.smsPerSecond), 'mass message');
}
