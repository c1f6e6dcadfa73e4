import type { Action } from '@kinbridge/contract/happenings';
import type { AppContext } from '../../app-context.ts';
import type { Config } from '../../config.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { changeMessages, notifyRequests } from '../../records/events/events.commands.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { forgetOptOut } from '../../records/sms/erased-opt-outs.commands.ts';
import { answerPhone } from '../../records/sms/sms.commands.ts';
import { moveRequests } from '../service-requests/move.commands.ts';
import { notifyStaffOfNo } from '../service-requests/request-messages.commands.ts';
import {
  findHelpOrganization,
  findPendingOf,
  findThread,
  holdSenders,
  type PendingRequest,
  type Thread,
} from './inbound.queries.ts';
import { inboundAnswers } from './inbound-answers.ts';
import { type Confirmation, type ReplyLanguage, readReply } from './inbound-reply.ts';

export interface InboundSms {
  from: string;
  body: string;
  providerId: string;
}

/** Processes an inbound text once per provider id. */
export async function receiveSms(app: AppContext, inbound: InboundSms): Promise<void> {
  await transaction(app.db, async (tx) => {
    const reply = readReply(inbound.body);
    const named = reply.kind === 'yes' || reply.kind === 'no' ? reply.serviceRequestId : null;
    await holdSenders(tx, inbound.from);
    const thread = await findThread(tx, inbound.from, named);
    if (!(await keep(tx, inbound, thread))) return;
    if (reply.kind === 'stop') return optOut(tx, inbound, thread, inboundAnswers[reply.language].optedOut);
    if (reply.kind === 'start')
      return optIn(tx, app.config, { inbound, thread }, inboundAnswers[reply.language].optedIn);
    if (reply.kind === 'help') return help(tx, inbound, thread, reply.language);
    if (reply.kind === 'yes' || reply.kind === 'no') await confirm(tx, app.config, { inbound, thread }, reply);
  });
}

/** False if this text was already stored, since the provider may repeat it: a trigger then inserts nothing. */
async function keep(tx: Tx, inbound: InboundSms, thread: Thread): Promise<boolean> {
  const kept = await changeMessages(
    tx,
    sql`insert into sms_messages (kind, organization_id, service_request_id, user_id, phone_number, body, is_received, state, provider_id)
    values ('inbound', ${thread.organizationId}, ${thread.serviceRequestId}, ${thread.userId}, ${inbound.from},
      ${inbound.body}, true, 'delivered', ${inbound.providerId})
    returning id, organization_id, service_request_id, campaign_id`,
  );
  return kept.length > 0;
}

function answer(tx: Tx, inbound: InboundSms, thread: Thread, body: string): Promise<void> {
  return answerPhone(tx, { ...thread, phoneNumber: inbound.from, body });
}

async function optOut(tx: Tx, inbound: InboundSms, thread: Thread, body: string): Promise<void> {
  const rows = await sql`insert into sms_opt_outs (phone_number) values (${inbound.from})
    on conflict do nothing returning 1`.many(tx);
  if (rows.length === 0) return;
  await recordOpting(tx, inbound, thread, 'member.opted-out');
  await answerPhone(tx, { ...thread, phoneNumber: inbound.from, body, despiteOptOut: true });
}

async function optIn(
  tx: Tx,
  config: Config,
  { inbound, thread }: { inbound: InboundSms; thread: Thread },
  body: string,
): Promise<void> {
  await forgetOptOut(tx, config, inbound.from);
  const rows = await sql`delete from sms_opt_outs where phone_number = ${inbound.from} returning 1`.many(tx);
  if (rows.length === 0) return;
  await sql`update users set send_sms_texts = true, sms_consent_source = 'START by text', sms_consent_timestamp = now(),
      update_timestamp = ${laterTimestamp}
    where phone_number = ${inbound.from} and user_type = 'PATIENT'`.run(tx);
  await recordOpting(tx, inbound, thread, 'member.opted-in');
  await answer(tx, inbound, thread, body);
}

/** Logs a row for each member with the number and each organization that sees them. */
async function recordOpting(tx: Tx, inbound: InboundSms, thread: Thread, action: Action): Promise<void> {
  const rows = await sql`
    insert into audit_log (organization_id, action, entity_type, entity_id)
    select coalesce(om.organization_id, u.organization_id), ${action}, 'user', u.id
    from users u left join visible_members om on om.member_id = u.id
    where u.phone_number = ${inbound.from} and u.user_type = 'PATIENT' order by u.id, om.organization_id
    returning 1`.many(tx);
  if (rows.length > 0) return;
  await record(tx, {
    caller: null,
    organizationId: thread.organizationId,
    action,
    entityId: thread.userId,
  });
}

async function help(tx: Tx, inbound: InboundSms, thread: Thread, language: ReplyLanguage): Promise<void> {
  const organization = await findHelpOrganization(tx, thread.organizationId);
  const named = organization && { name: organization.name, phone: organization.phone_number };
  await answer(tx, inbound, thread, inboundAnswers[language].help(named));
}

/** Only the member's own number can complete a request, and only one that waits for the answer. */
async function confirm(
  tx: Tx,
  config: Config,
  { inbound, thread }: { inbound: InboundSms; thread: Thread },
  { kind, serviceRequestId: named, language }: Confirmation,
) {
  const pending = (await findPendingOf(tx, inbound.from)).filter((request) => named === null || request.id === named);
  const [request, second] = pending;
  if (!request) return;
  if (second) {
    const ids = pending.map(({ id }) => id);
    await answer(tx, inbound, thread, inboundAnswers[language].severalRequests(ids));
    return;
  }
  if (kind === 'yes') await complete(tx, config, request);
  else await markNo(tx, config, request);
}

async function complete(tx: Tx, config: Config, request: PendingRequest): Promise<void> {
  const mover = { via: 'member', userId: null, organizationId: request.provider_id, requestId: null } as const;
  await moveRequests(tx, config, mover, { requests: [request], target: 'COMPLETED', outcome: { code: 'HELPED' } });
}

async function markNo(tx: Tx, config: Config, request: PendingRequest): Promise<void> {
  const { version } = await sql<{ version: number }>`
    update service_requests set member_says_no = true, version = version + 1, update_timestamp = ${laterTimestamp}
    where id = ${request.id} returning version`.one(tx);
  await record(tx, {
    caller: null,
    organizationId: request.provider_id,
    action: 'service-request.member-says-no',
    entityId: request.id,
  });
  await notifyStaffOfNo(tx, config, request.id);
  await notifyRequests(tx, [{ ...request, version: version }]);
}
