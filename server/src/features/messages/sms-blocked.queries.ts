import { type RawBuilder, sql } from 'kysely';

/** Why a person gets no SMS, as the sentences that staff read; the order is the order of importance. */
export const smsBlockedReasons = {
  noPhone: 'There is no phone number.',
  optedOut: 'This number opted out by texting STOP. Only START from that phone lifts it.',
  noConsent: 'This person has not agreed to receive texts.',
  notAmerican: 'Texts go to US numbers only.',
} as const;

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
