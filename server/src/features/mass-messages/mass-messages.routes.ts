import { countSmsSegments } from '@kinbridge/contract/sms/sms-segments';
import type { StaffActor } from '../../access/actor.ts';
import { route } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { notFound } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import { auditList, auditRead } from '../audit/audit-reads.ts';
import {
  findMassMessageText,
  refuseWrongSize,
  retryMassMessage,
  sendMassMessage,
  sendTestMessage,
} from './mass-messages.commands.ts';
import { countSmsBefore, findMassMessage, findMassMessages, findRecipients } from './mass-messages.queries.ts';
import { namesStranger, previewRecipients } from './recipients.queries.ts';
import { stopMassMessage } from './stop-mass-message.commands.ts';

/** Quiet hours apply only to a real provider. */
const isReal = (app: AppContext) => app.sms.name !== 'console';

export const massMessageRoutes = [
  route('POST /v1/messages/sendSMSToIdsList', 'campaign:send', ({ app, actor, body, once, requestId }) =>
    once((tx) => sendMassMessage(tx, actor, body, isReal(app), requestId)),
  ),

  route('POST /v1/campaigns/preview', 'campaign:preview', async ({ app, actor, body, requestId }) => {
    const { organizationId } = actor;
    if (await namesStranger(app.db, organizationId, body)) throw notFound('recipient');
    const entry = { action: 'campaign.preview', entityType: 'organization', entityId: organizationId };
    await auditRead(app.db, { actor, requestId, organizationId, ...entry });
    const people = await previewRecipients(app.db, organizationId, body);
    refuseWrongSize(people.total, body);
    const text = await findMassMessageText(app.db, organizationId, body.message, isReal(app));
    const { segments } = countSmsSegments(text.body);
    const { sendAfter } = text;
    const before = await countSmsBefore(app.db, organizationId, { sendAfter, more: people.recipients.count });
    const seconds = Math.ceil(before / app.config.smsPerSecond);
    return { ...people, ...text, segments, totalSegments: segments * people.recipients.count, seconds };
  }),

  route('POST /v1/campaigns/test', 'campaign:send', ({ app, actor, body, once, requestId }) =>
    once((tx) => sendTestMessage(tx, actor, body.message, app.config.smsAutomaticPerDay, requestId)),
  ),

  route('GET /v1/campaigns', 'campaign:read', ({ app, actor, query }) =>
    findMassMessages(app.db, actor.organizationId, query.page ?? 0, query.size ?? 10),
  ),

  route('GET /v1/campaigns/{id}', 'campaign:read', ({ app, actor, params }) => readMassMessage(app, actor, params.id)),

  route(
    'GET /v1/campaigns/{id}/recipients',
    'campaign:read',
    async ({ app, actor, params, query, requestId, sent }) => {
      await readMassMessage(app, actor, params.id);
      const { state, page = 0, size = 10 } = query;
      const recipients = await findRecipients(app.db, params.id, { state, page, size });
      const shown = recipients.content.map(({ id }) => id);
      const entry = { action: 'campaign.read', entityType: 'campaign', entityId: params.id, asked: sent, shown };
      await auditList(app, { actor, requestId, organizationId: actor.organizationId, ...entry });
      return recipients;
    },
  ),

  route('POST /v1/campaigns/{id}/retry', 'campaign:send', async ({ app, actor, params, body, requestId }) => {
    await transaction(app.db, (tx) => retryMassMessage(tx, actor, params.id, body, isReal(app), requestId));
    return readMassMessage(app, actor, params.id);
  }),

  route('POST /v1/campaigns/{id}/stop', 'campaign:send', async ({ app, actor, params, requestId }) => {
    await transaction(app.db, (tx) => stopMassMessage(tx, actor, params.id, requestId));
    return readMassMessage(app, actor, params.id);
  }),
];

async function readMassMessage(app: AppContext, actor: StaffActor, id: number) {
  const massMessage = await findMassMessage(app.db, actor.organizationId, id, app.config.smsPerSecond);
  if (!massMessage) throw notFound('mass message');
  return massMessage;
}
