import {
  fillTemplate,
  type MessageTemplateKey,
  messageTemplates,
} from '@kinbridge/contract/custom-messages/message-templates';
import type { Tx } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { addJobFor } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';
import type { Config } from '../../main/config.ts';
import { type QueuedSms, queueSms, type SmsKind } from '../messages/sms.commands.ts';
import { nameInSms } from '../messages/sms-person-name.ts';
import { findFactsForStaff, findMessageFacts, type MessageFacts, readersOf } from './request-messages.queries.ts';
import type { LockedRequest } from './service-requests.queries.ts';

export type RequestEmail = 'request-created' | 'request-moved' | 'request-note' | 'request-member-says-no';

function variables(facts: MessageFacts) {
  return {
    member_name: nameInSms(facts.member_first_name),
    assignee_name: facts.assignee_name ?? 'our team',
    organization_name: facts.provider_name,
    service_name: facts.service_name,
    service_request_id: String(facts.id),
  };
}

/** The providing organization's words: it is the one that will call. */
function write(fact: MessageFacts, key: MessageTemplateKey): string {
  return fillTemplate(fact.templates?.[key] ?? messageTemplates[key].text, variables(fact));
}

function toMember(fact: MessageFacts, kind: SmsKind, body: string): QueuedSms {
  return { kind, organizationId: fact.provider_id, serviceRequestId: fact.id, userId: fact.member_id, body };
}

/**
 * A new request: a text to the member, one to whoever works on it, and e-mail by preference. Without an actor it came
 * through a public form, and the member is texted once staff act on it.
 */
export async function announceRequest(tx: Tx, config: Config, id: number, actorId: number | null): Promise<void> {
  const fact = await findFactsForStaff(tx, id);
  if (!fact) return;
  const toEmployee = toMember(fact, 'request-employee', write(fact, 'service_request_employee'));
  await queueSms(
    tx,
    [
      ...(actorId === null ? [] : [toMember(fact, 'request-member', write(fact, 'service_request_patient'))]),
      // Whoever made the request for themselves knows of it.
      ...fact.responsible.filter((userId) => userId !== actorId).map((userId) => ({ ...toEmployee, userId })),
    ],
    config.smsAutomaticPerDay,
  );
  await emailSubscribers(tx, [id], 'request-created', actorId);
}

/**
 * Staff act on requests that came through a public form: now the member is texted, once. A request that ended at the
 * same time needs no word that it was received.
 */
export async function textWaitingMembers(
  tx: Tx,
  config: Config,
  requests: LockedRequest[],
  tell: boolean,
): Promise<void> {
  const ids = requests.filter((request) => request.member_text_waits).map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`update service_requests set member_text_waits = false where ${isOneOf('id', ids)}`.execute(tx);
  if (tell) await textMembers(tx, config, ids, 'request-member', 'service_request_patient');
}

/** Entering PENDING, by any door: the member is asked whether help arrived. */
export function askForConfirmation(tx: Tx, config: Config, ids: number[]): Promise<void> {
  return textMembers(tx, config, ids, 'confirmation', 'service_request_confirmation_patient');
}

async function textMembers(tx: Tx, config: Config, ids: number[], kind: SmsKind, key: MessageTemplateKey) {
  const facts = await findMessageFacts(tx, ids);
  const messages = facts.map((fact) => toMember(fact, kind, write(fact, key)));
  await queueSms(tx, messages, config.smsAutomaticPerDay);
}

/** The member wrote NO: whoever works on it is told, by text where they allow it and by e-mail in any case. */
export async function tellMemberSaysNo(tx: Tx, config: Config, id: number): Promise<void> {
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

/** E-mails everybody who wants to read about these requests, in one statement; whoever did it is not told. */
export async function emailSubscribers(
  tx: Tx,
  ids: number[],
  kind: RequestEmail,
  exceptId: number | null,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with readers as (${readersOf(ids, exceptId)}),
    mails as (
      insert into emails (kind, user_id, to_address, payload)
      select ${kind}, user_id, email, jsonb_build_object('serviceRequestId', request_id) from readers
      returning id
    )
    ${addJobFor('mails', 'send-email', sql`json_build_object('emailId', id)`)}`.execute(tx);
}
