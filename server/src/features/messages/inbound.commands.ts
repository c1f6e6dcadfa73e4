import type { Action } from '@kinbridge/contract/happenings';
import type { AppContext } from '../../app-context.ts';
import type { Config } from '../../config.ts';
import { type Executor, type Tx, transaction } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { changeMessages, notifyRequests } from '../../records/events/events.commands.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { forgetOptOut } from '../../records/sms/erased-opt-outs.commands.ts';
import { answerPhone } from '../../records/sms/sms.commands.ts';
import { moveRequests } from '../service-requests/move.commands.ts';
import { notifyStaffOfNo, textMembers } from '../service-requests/request-messages.commands.ts';
import { memberAnswered } from '../service-requests/response-clock.queries.ts';
import type { LockedRequest } from '../service-requests/service-requests.queries.ts';
import { type Confirmation, inboundAnswers, type ReplyLanguage, readReply } from './inbound-reply.ts';

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
    // An erasure of the sender that is running ends first, and the next one finds this text.
    await sql`select 1 from users where phone_number = ${inbound.from} order by id for key share`.run(tx);
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
  await record(tx, { caller: null, organizationId: thread.organizationId, action, entityId: thread.userId });
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
  const key = kind === 'yes' ? 'service_request_yes_patient' : 'service_request_no_patient';
  await textMembers(tx, config, [request.id], { key, language });
}

async function complete(tx: Tx, config: Config, request: PendingRequest): Promise<void> {
  const mover = { via: 'member', userId: null, organizationId: request.provider_id, requestId: null } as const;
  await moveRequests(tx, config, mover, { requests: [request], target: 'COMPLETED', outcome: { code: 'HELPED' } });
}

async function markNo(tx: Tx, config: Config, request: PendingRequest): Promise<void> {
  const { version } = await sql<{ version: number }>`
    update service_requests set member_says_no = true, member_no_timestamp = now(), version = version + 1, update_timestamp = ${laterTimestamp},
      ${memberAnswered}
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

/** The organization and request an inbound text belongs to. */
interface Thread {
  organizationId: number | null;
  serviceRequestId: number | null;
  userId: number | null;
}

const nowhere: Thread = { organizationId: null, serviceRequestId: null, userId: null };

/**
 * The organization and request of the last message sent to the number; if the text names a request of the number's
 * member, that one. If there is none, the text is stored but shown to nobody.
 */
async function findThread(db: Executor, phoneNumber: string, named: number | null): Promise<Thread> {
  if (named !== null) {
    const row = await sql<Thread>`
      select r.provider_id as "organizationId", r.id as "serviceRequestId", r.member_id as "userId"
      from service_requests r join users m on m.id = r.member_id
      where r.id = ${named} and m.phone_number = ${phoneNumber}`.maybeOne(db);
    if (row) return row;
  }
  const last = await sql<Thread>`
    select organization_id as "organizationId", service_request_id as "serviceRequestId", user_id as "userId"
    from sms_messages where phone_number = ${phoneNumber} and not is_received and state <> 'skipped'
      -- A mass message that still waits is not what anybody answers.
      and organization_id is not null and (campaign_id is null or state <> 'queued')
    order by id desc limit 1`.maybeOne(db);
  return last ?? nowhere;
}

type PendingRequest = LockedRequest;

/** Requests of this number's members that wait for an answer, locked for the change. */
async function findPendingOf(db: Executor, phoneNumber: string): Promise<PendingRequest[]> {
  return sql<PendingRequest>`
    select r.id, r.status, r.version, r.organization_id, r.provider_id, r.assignee_id, r.member_id, r.service_id, r.file_id,
      r.member_text_waits, false as is_erased
    from service_requests r join users m on m.id = r.member_id
    where m.phone_number = ${phoneNumber} and m.user_type = 'PATIENT' and r.status = 'PENDING'
    order by r.id for update of r`.many(db);
}

async function findHelpOrganization(db: Executor, organizationId: number | null) {
  return sql<{ name: string; phone_number: string }>`
    select name, phone_number from organizations where id = ${organizationId}`.maybeOne(db);
}
