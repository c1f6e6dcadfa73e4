import { fillTemplate, type MessageTemplateKey } from '@kinbridge/contract/custom-messages/message-templates';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Config } from '../../main/config.ts';
import { findTemplateTexts } from '../custom-messages/custom-messages.queries.ts';
import { type QueuedSms, queueSms, type SmsKind } from '../messages/sms.commands.ts';
import { nameInSms } from '../messages/sms-person-name.ts';
import { findMessageFacts, findResponsible, type MessageFacts, readersOf } from './request-messages.queries.ts';

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
async function write(tx: Tx, facts: MessageFacts[], key: MessageTemplateKey): Promise<string[]> {
  const texts = await findTemplateTexts(tx, [...new Set(facts.map((fact) => fact.provider_id))], key);
  return facts.map((fact) => fillTemplate(texts.get(fact.provider_id) ?? '', variables(fact)));
}

function toMember(fact: MessageFacts, kind: SmsKind, body: string): QueuedSms {
  return { kind, organizationId: fact.provider_id, serviceRequestId: fact.id, userId: fact.member_id, body };
}

/**
 * A new request: a text to the member, one to whoever works on it, and e-mail by preference. Without an actor it came
 * through a public form, and the member is texted once staff act on it.
 */
export async function announceRequest(tx: Tx, config: Config, id: number, actorId: number | null): Promise<void> {
  const facts = await findMessageFacts(tx, [id]);
  const [fact] = facts;
  if (!fact) return;
  const [memberText = ''] = await write(tx, facts, 'service_request_patient');
  const [employeeText = ''] = await write(tx, facts, 'service_request_employee');
  const responsible = await findResponsible(tx, fact.provider_id, fact.assignee_id);
  await queueSms(
    tx,
    [
      ...(actorId === null ? [] : [toMember(fact, 'request-member', memberText)]),
      // Whoever made the request for themselves knows of it.
      ...responsible
        .filter((userId) => userId !== actorId)
        .map((userId) => ({ ...toMember(fact, 'request-employee', employeeText), userId })),
    ],
    config.smsAutomaticPerDay,
  );
  await mailReaders(tx, [id], 'request-created', actorId);
}

/**
 * Staff act on requests that came through a public form: now the member is texted, once. A request that ended at the
 * same time needs no word that it was received.
 */
export async function textWaitingMembers(tx: Tx, config: Config, ids: number[], tell: boolean): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update service_requests set member_text_waits = false where id = any(${ids}::bigint[]) and member_text_waits
    returning id`.execute(tx);
  if (!tell || rows.length === 0) return;
  const facts = await findMessageFacts(
    tx,
    rows.map(({ id }) => id),
  );
  const texts = await write(tx, facts, 'service_request_patient');
  const messages = facts.map((fact, index) => toMember(fact, 'request-member', texts[index] ?? ''));
  await queueSms(tx, messages, config.smsAutomaticPerDay);
}

/** Entering PENDING, by any door: the member is asked whether help arrived. */
export async function askForConfirmation(tx: Tx, config: Config, ids: number[]): Promise<void> {
  const facts = await findMessageFacts(tx, ids);
  const texts = await write(tx, facts, 'service_request_confirmation_patient');
  const messages = facts.map((fact, index) => toMember(fact, 'confirmation', texts[index] ?? ''));
  await queueSms(tx, messages, config.smsAutomaticPerDay);
}

/** The member wrote NO: whoever works on it is told, by text where they allow it and by e-mail in any case. */
export async function tellMemberSaysNo(tx: Tx, config: Config, id: number): Promise<void> {
  const [fact] = await findMessageFacts(tx, [id]);
  if (!fact) return;
  const body = `Request #${id}: the member answered NO, help has not arrived. Please follow up.`;
  const responsible = await findResponsible(tx, fact.provider_id, fact.assignee_id);
  await queueSms(
    tx,
    responsible.map((userId) => ({ ...toMember(fact, 'member-says-no', body), userId })),
    config.smsAutomaticPerDay,
  );
  await mailReaders(tx, [id], 'request-member-says-no', null);
}

/** E-mails everybody who wants to read about these requests, in one statement; whoever did it is not told. */
export async function mailReaders(tx: Tx, ids: number[], kind: RequestEmail, exceptId: number | null): Promise<void> {
  await sql`
    with readers as (${readersOf(ids, exceptId)}),
    mails as (
      insert into emails (kind, user_id, to_address, payload)
      select ${kind}, user_id, email, jsonb_build_object('serviceRequestId', request_id) from readers
      returning id
    )
    select graphile_worker.add_job('send-email', payload := json_build_object('emailId', id), max_attempts := 12)
    from mails`.execute(tx);
}
