import type { MessageTemplateKey } from '@kinbridge/contract/custom-messages/message-templates';
import type { Executor } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { peopleOf, type RequestSide } from '../../records/service-requests/request-people.queries.ts';
import { isOneOf } from './is-one-of.queries.ts';

/** The facts for texts about a request. */
export interface MessageFacts {
  id: number;
  provider_id: number;
  provider_name: string;
  service_name: string;
  member_id: number;
  member_first_name: string;
  assignee_name: string | null;
  referrer_name: string;
  referrer_phone: string;
  response_hours: number;
  /** Of the member. */
  language: string | null;
  /** Templates edited by the providing organization. */
  templates: Partial<Record<MessageTemplateKey, { msg: string; enabled: boolean }>> | null;
}

const facts = sql`r.id, r.provider_id, p.name as provider_name, s.name as service_name, r.member_id,
  m.first_name as member_first_name, a.first_name || ' ' || a.last_name as assignee_name,
  sender.name as referrer_name, sender.phone_number as referrer_phone,
  coalesce(r.response_hours, s.response_hours) as response_hours, m.language,
  (select json_object_agg(c.key, json_build_object('msg', c.msg, 'enabled', c.enabled)) from custom_messages c where c.organization_id = r.provider_id) as templates`;

const joins = sql`join organizations p on p.id = r.provider_id
  join organizations sender on sender.id = r.organization_id join services s on s.id = r.service_id
  join users m on m.id = r.member_id left join users a on a.id = r.assignee_id`;

export async function findMessageFacts(db: Executor, requestIds: number[]): Promise<MessageFacts[]> {
  return sql<MessageFacts>`
    select ${facts} from service_requests r ${joins} where ${isOneOf('r.id', requestIds)} order by r.id`.many(db);
}

/** Whether user u is responsible for a request: the assignee or, without one, the provider's active admins. */
export function isResponsible(provider: RawBuilder<unknown>, assignee: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(u.organization_id = ${provider} and u.status = 'ACTIVE' and u.user_type <> 'PATIENT'
    and (u.id = ${assignee} or ${assignee} is null and u.user_type = 'ADMIN'))`;
}

/** A request's facts with its responsible staff. */
export async function findFactsForStaff(db: Executor, requestId: number) {
  return sql<MessageFacts & { responsible: number[] }>`
    select ${facts}, (
      select coalesce(json_agg(u.id order by u.id), '[]'::json) from users u
      where ${isResponsible(sql`r.provider_id`, sql`r.assignee_id`)}) as responsible
    from service_requests r ${joins} where r.id = ${requestId}`.maybeOne(db);
}

/**
 * Who gets emails about these requests: active staff of the provider who opted in for the service, and admins who
 * didn't choose; never the caller.
 */
export function readersOf(requestIds: number[], exceptId: number | null) {
  return sql`
    select r.id as request_id, u.id as user_id, l.email
    from service_requests r join users u on u.organization_id = r.provider_id and u.user_type <> 'PATIENT'
      join logins l on l.user_id = u.id and l.verified_timestamp is not null
      left join email_preferences e on e.user_id = u.id and e.service_id = r.service_id
    where ${isOneOf('r.id', requestIds)} and u.status = 'ACTIVE' and u.id is distinct from ${exceptId}
      and coalesce(e.is_email_required, u.user_type = 'ADMIN')`;
}

/** Who sent these requests, if they are still active and want emails about how their requests end. */
export function sendersOf(requestIds: number[]) {
  return sql`
    select r.id as request_id, u.id as user_id, l.email
    from service_requests r join users u on u.id = r.created_by and u.organization_id = r.organization_id
      join logins l on l.user_id = u.id and l.verified_timestamp is not null
    where ${isOneOf('r.id', requestIds)} and u.status = 'ACTIVE' and u.user_type <> 'PATIENT' and u.mail_sent_requests`;
}

/**
 * Who is mailed about a comment on row due of service_requests: the people of the side that reads it, as they chose.
 * The sender and the assignee choose for themselves, others by service; never the author.
 */
export function commentReadersOf(side: RequestSide, authorId: number) {
  const own =
    side === 'sending'
      ? sql`due.created_by then u.mail_sent_requests`
      : sql`due.assignee_id then u.mail_assigned_requests`;
  return sql`
    select due.id as request_id, u.id as user_id, l.email
    from due cross join lateral (${peopleOf(side, 'due')}) p join users u on u.id = p.id and u.id <> ${authorId}
      join logins l on l.user_id = u.id and l.verified_timestamp is not null
      left join email_preferences e on e.user_id = u.id and e.service_id = due.service_id
    where case u.id when ${own} else coalesce(e.is_email_required, u.user_type = 'ADMIN') end`;
}
