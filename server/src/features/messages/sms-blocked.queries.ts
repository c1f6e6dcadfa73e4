import { smsBlockedReasons } from '@kinbridge/contract/messages/sms-blocked-reasons';
import { type RawBuilder, sql } from '../../db/sql.ts';

/** The reason for a row of users, or null; the row x of sms_opt_outs stands beside it. */
export function smsBlockedReason(user: string): RawBuilder<string | null> {
  const u = sql.raw(user);
  return sql<string | null>`case
    when ${u}.phone_number is null then ${sql.lit(smsBlockedReasons.noPhone)}
    when x.phone_number is not null then ${sql.lit(smsBlockedReasons.optedOut)}
    when not ${u}.send_sms_texts then ${sql.lit(smsBlockedReasons.noConsent)}
    when ${u}.phone_number not like '+1%' then ${sql.lit(smsBlockedReasons.notAmerican)}
    end`;
}

/** Whether a row s of sms_messages belongs to a mass message that somebody stopped. */
export const isStopped = sql<boolean>`exists (
  select from campaigns sc where sc.id = s.campaign_id and sc.stopped_timestamp is not null)`;
