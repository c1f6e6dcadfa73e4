import {
  closedOrganizationReason,
  smsBlockedReasons,
  waitingOrganizationReason,
  waitingOrganizationText,
} from '@kinbridge/contract/sms/sms-blocked-reasons';
import { isClosedRow } from '../../access/unapproved-organization.queries.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

/** The blocked reason of a users row, or null; needs row x of sms_opt_outs next to it. */
export function smsBlockedReason(user: string): RawBuilder<string | null> {
  const u = sql.raw(user);
  return sql<string | null>`case
    when ${u}.phone_number is null then ${sql.lit(smsBlockedReasons.noPhone)}
    when x.phone_number is not null then ${sql.lit(smsBlockedReasons.optedOut)}
    when not ${u}.send_sms_texts then ${sql.lit(smsBlockedReasons.noConsent)}
    when ${u}.phone_number not like '+1%' then ${sql.lit(smsBlockedReasons.notAmerican)}
    end`;
}

/** For previews: why staff of the organization in this row can't text anybody yet, or null. */
export function waitingText(organization: string): RawBuilder<string | null> {
  return sql<string | null>`case when ${sql.raw(organization)}.approval = 'WAITING'
    then ${sql.lit(waitingOrganizationText)} end`;
}

/** The reason stored with texts of the organization in this row, or null if it may send them. */
export function organizationBlockedReason(organization: string): RawBuilder<string | null> {
  return sql<string | null>`case
    when ${sql.raw(organization)}.approval = 'WAITING' then ${sql.lit(waitingOrganizationReason)}
    when ${isClosedRow(organization)} then ${sql.lit(closedOrganizationReason)} end`;
}

/** Whether row s of sms_messages belongs to a stopped mass message. */
export const isStopped = sql<boolean>`exists (
  select from campaigns sc where sc.id = s.campaign_id and sc.stopped_timestamp is not null)`;

/** Whether the organization sent row s of sms_messages and can resend it. */
export function canResend(organizationId: number | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`s.state in ('unknown', 'failed') and not s.is_received and not ${isStopped}
    and s.organization_id is not distinct from ${organizationId}::bigint`;
}

/**
 * SQL for the next time a mass message may be sent, or null for now: with a real provider, between 8:00 and 21:00 local
 * time of the organization in row o.
 */
export function nextSendingTime(realProvider: boolean): string {
  if (!realProvider) return 'null::timestamptz';
  const clock = '(now() at time zone o.time_zone)';
  return `(case
    when ${clock}::time < '08:00' then (${clock}::date + time '08:00') at time zone o.time_zone
    when ${clock}::time >= '21:00' then (${clock}::date + 1 + time '08:00') at time zone o.time_zone end)`;
}
