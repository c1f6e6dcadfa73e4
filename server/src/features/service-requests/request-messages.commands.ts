import {
  fillTemplate,
  type MessageTemplateKey,
  responseTime,
  responseTimeInSpanish,
  templateOf,
} from '@kinbridge/contract/custom-messages/message-templates';
import type { ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { addJobFor } from '../../db/jobs.commands.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import type { RequestSide } from '../../records/service-requests/request-people.queries.ts';
import { nameInSms, type QueuedSms, queueSms, type SmsKind } from '../../records/sms/sms.commands.ts';
import { isOneOf } from './is-one-of.queries.ts';
import {
  commentReadersOf,
  findFactsForStaff,
  findMessageFacts,
  type MessageFacts,
  readersOf,
  sendersOf,
} from './request-messages.queries.ts';
import type { LockedRequest } from './service-requests.queries.ts';

export type RequestEmail = 'request-created' | 'request-moved' | 'request-ended' | 'request-member-says-no';

type MemberTemplate = Exclude<MessageTemplateKey, 'service_request_employee'>;

const kinds: Record<MemberTemplate, SmsKind> = {
  service_request_patient: 'request-member',
  service_request_confirmation_patient: 'confirmation',
  service_request_declined_patient: 'request-member',
  service_request_yes_patient: 'request-member',
  service_request_no_patient: 'request-member',
};

function variables(facts: MessageFacts) {
  return {
    member_name: nameInSms(facts.member_first_name),
    assignee_name: facts.assignee_name ?? 'our team',
    organization_name: facts.provider_name,
    service_name: facts.service_name,
    service_request_id: String(facts.id),
    referrer_name: facts.referrer_name,
    referrer_phone: facts.referrer_phone,
  };
}

/** Uses the providing organization's template, since it is the one that will call. */
export function writeText(fact: MessageFacts, key: MessageTemplateKey, language = fact.language): string {
  const { text, spanish } = templateOf(key);
  const own = fact.templates?.[key]?.msg;
  const isSpanish = spanish !== undefined && language?.startsWith('es') && (own === undefined || own === text);
  const hours = fact.response_hours;
  const time = isSpanish ? responseTimeInSpanish(hours) : responseTime(hours);
  // Staff read a plain number of hours, as the specification's default text has it.
  const response_time = key === 'service_request_employee' && hours === 48 ? '48 hours' : time;
  return fillTemplate(isSpanish ? spanish : (own ?? text), { ...variables(fact), response_time });
}

function isOff(fact: MessageFacts, key: MessageTemplateKey): boolean {
  return fact.templates?.[key]?.enabled === false;
}

function toMember(fact: MessageFacts, kind: SmsKind, body: string): QueuedSms {
  return { kind, organizationId: fact.provider_id, serviceRequestId: fact.id, userId: fact.member_id, body };
}

/**
 * Announces a new request: a text to the member and to the responsible staff, and emails by preference. Without a
 * caller it came from a public form, and the member gets a text once staff act.
 */
export async function announceRequest(tx: Tx, config: Config, id: number, actorId: number | null): Promise<void> {
  const [fact, isTold] = await Promise.all([
    findFactsForStaff(tx, id),
    actorId === null || wasJustTold(tx, id),
    emailSubscribers(tx, [id], 'request-created', actorId),
  ]);
  if (!fact) return;
  const toEmployee = toMember(fact, 'request-employee', writeText(fact, 'service_request_employee'));
  await queueSms(
    tx,
    [
      ...(isTold ? [] : [toMember(fact, 'request-member', writeText(fact, 'service_request_patient'))]),
      // The creator doesn't need a text.
      ...fact.responsible.filter((userId) => userId !== actorId).map((userId) => ({ ...toEmployee, userId })),
    ],
    config.smsAutomaticPerDay,
  );
}

/**
 * Several requests made together for one member at one organization send one text, with the first. Concurrent ones take
 * turns until they commit, so only one of them finds none.
 */
async function wasJustTold(tx: Tx, id: number): Promise<boolean> {
  const [, told] = await Promise.all([
    sql`select pg_advisory_xact_lock(hashtextextended(format('told %s %s', provider_id, member_id), 0))
      from service_requests where id = ${id}`.run(tx),
    sql`select from service_requests r join sms_messages m on m.user_id = r.member_id and m.organization_id = r.provider_id
        join service_requests told on told.id = m.service_request_id
      where r.id = ${id} and m.kind = 'request-member' and m.state <> 'skipped'
        and told.create_timestamp > now() - interval '10 minutes' limit 1`.maybeOne(tx),
  ]);
  return told !== undefined;
}

/** The text a staff move sends to the member, if any. `textWaits`: a public form's request hasn't sent one yet. */
export function templateOfMove(target: ServiceRequestStatus, textWaits: boolean): MemberTemplate | null {
  // Whenever a request becomes PENDING, the member is asked whether help arrived.
  if (target === 'PENDING') return 'service_request_confirmation_patient';
  // A finished request needs no text that it was received.
  return textWaits && (target === 'OPEN' || target === 'IN_PROGRESS') ? 'service_request_patient' : null;
}

/** Texts members after a staff move, including the first text for public form requests. */
export async function textAfterMove(tx: Tx, config: Config, requests: LockedRequest[], target: ServiceRequestStatus) {
  await endTextWaits(tx, requests);
  const moved = requests.filter((request) => request.status !== target);
  for (const key of ['service_request_patient', 'service_request_confirmation_patient'] as const) {
    const texted = moved.filter((request) => templateOfMove(target, request.member_text_waits) === key);
    await textMembers(tx, config, idsOf(texted), { key });
  }
}

/** Texts the member on assignment if the request came from a public form. */
export async function textAfterAssignment(tx: Tx, config: Config, request: LockedRequest): Promise<void> {
  if (!request.member_text_waits) return;
  await endTextWaits(tx, [request]);
  await textMembers(tx, config, [request.id], { key: 'service_request_patient' });
}

async function endTextWaits(tx: Tx, requests: LockedRequest[]): Promise<void> {
  const ids = requests.filter((request) => request.member_text_waits).map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`update service_requests set member_text_waits = false where ${isOneOf('id', ids)}`.run(tx);
}

const idsOf = (requests: LockedRequest[]) => requests.map(({ id }) => id);

/** Texts the members of these requests, unless the providing organization switched the message off. */
export async function textMembers(
  tx: Tx,
  config: Config,
  ids: number[],
  { key, language }: { key: MemberTemplate; language?: string },
): Promise<void> {
  if (ids.length === 0) return;
  const facts = await findMessageFacts(tx, ids);
  const messages = facts
    .filter((fact) => !isOff(fact, key))
    .map((fact) => toMember(fact, kinds[key], writeText(fact, key, language)));
  await queueSms(tx, messages, config.smsAutomaticPerDay);
}

/** Notifies the responsible staff about a NO, by text if allowed and always by email. */
export async function notifyStaffOfNo(tx: Tx, config: Config, id: number): Promise<void> {
  const fact = await findFactsForStaff(tx, id);
  if (!fact) return;
  const body = `Request #${id}: the member answered NO: help hasn't arrived. Please follow up.`;
  await queueSms(
    tx,
    fact.responsible.map((userId) => ({ ...toMember(fact, 'member-says-no', body), userId })),
    config.smsAutomaticPerDay,
  );
  await emailSubscribers(tx, [id], 'request-member-says-no', null);
}

/** Emails all subscribers of these requests except the caller, in one statement. */
export async function emailSubscribers(
  tx: Tx,
  ids: number[],
  kind: RequestEmail,
  exceptId: number | null,
): Promise<void> {
  if (ids.length > 0) await emailReaders(tx, kind, readersOf(ids, exceptId));
}

/** Emails the people who sent these requests. */
export async function emailSenders(tx: Tx, ids: number[], kind: RequestEmail): Promise<void> {
  if (ids.length > 0) await emailReaders(tx, kind, sendersOf(ids));
}

async function emailReaders(tx: Tx, kind: RequestEmail, readers: RawBuilder<unknown>): Promise<void> {
  await sql`
    with readers as (${readers}),
    mails as (
      insert into emails (kind, user_id, to_address, payload)
      select ${kind}, user_id, email, jsonb_build_object('serviceRequestId', request_id) from readers
      returning id
    )
    ${addJobFor('mails', 'send-email', sql`json_build_object('emailId', id)`)}`.run(tx);
}

interface CommentToMail {
  requestId: number;
  /** The side that reads it. */
  side: RequestSide;
  authorId: number;
}

/** Emails the other side's people about a comment, without its text, at most once in 15 minutes. The request is locked. */
export async function emailOtherSide(tx: Tx, { requestId, side, authorId }: CommentToMail): Promise<void> {
  const mailed = sql.raw(side === 'sending' ? 'sender_mail_timestamp' : 'provider_mail_timestamp');
  await sql`
    with due as (
      select * from service_requests where id = ${requestId}
        and (${mailed} is null or ${mailed} <= now() - interval '15 minutes')
    ),
    readers as (${commentReadersOf(side, authorId)}),
    remembered as (update service_requests set ${mailed} = now() where id in (select request_id from readers)),
    mails as (
      insert into emails (kind, user_id, to_address, payload)
      select 'request-note', user_id, email, jsonb_build_object('serviceRequestId', request_id, 'side', ${side}::text)
      from readers returning id
    )
    ${addJobFor('mails', 'send-email', sql`json_build_object('emailId', id)`)}`.run(tx);
}
