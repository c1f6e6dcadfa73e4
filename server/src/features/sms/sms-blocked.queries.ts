import { smsBlockedReasons } from '@kinbridge/contract/sms/sms-blocked-reasons';
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

/** Whether row s of sms_messages belongs to a stopped mass message. */
export const isStopped = sql<boolean>`exists (
  select from campaigns sc where sc.id = s.campaign_id and sc.stopped_timestamp is not null)`;

/** Whether the organization sent row s of sms_messages and can resend it. */
export function canResend(organizationId: number | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`s.state in ('unknown', 'failed') and not s.is_received and not ${isStopped}
    and s.organization_id is not distinct from ${organizationId}::bigint`;
}
