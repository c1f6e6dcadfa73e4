import type { Config } from '../../config.ts';
import type { Executor } from '../../db/database.ts';
import { idsPerMonth, monthAfter } from '../../db/months.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

/** Records that are kept for a number of days. */
export interface RetentionKind {
  name: string;
  setting: string;
  /** 0 keeps them. */
  days(config: Pick<Config, 'retention' | 'auditAskedDays'>): number;
  table: string;
  /** The column by which rows are deleted. */
  key: string;
  isPast(cutoff: Date): RawBuilder<unknown>;
}

type IsPast = RetentionKind['isPast'];

const isBefore =
  (column: string): IsPast =>
  (cutoff) =>
    sql`${sql.ref(column)} < ${cutoff}`;
/** Later months aren't read. */
const wasSentBefore: IsPast = (cutoff) => {
  const nextMonth = monthAfter(cutoff.getUTCFullYear() * 100 + cutoff.getUTCMonth() + 1);
  return sql`create_timestamp < ${cutoff} and id < ${nextMonth * idsPerMonth} and state not in ('queued', 'sending')`;
};
const wasAnsweredBefore: IsPast = (cutoff) => sql`question_state <> 'OPEN' and state_timestamp < ${cutoff}`;
const hasEndedBefore: IsPast = (cutoff) => sql`not exists (
  select from refresh_tokens r where r.session_id = sessions.id and r.expires_timestamp > ${cutoff})`;
const wasUploadedBefore: IsPast = (cutoff) => sql`exists (
  select from member_uploads u where u.id = upload_id and u.update_timestamp < ${cutoff})`;
/** Reasons for skipping responses quote what these say. */
const wasImportedBefore: IsPast = (cutoff) =>
  sql`survey_id is not null and file_id is null and update_timestamp < ${cutoff}`;

const settings = {
  emails: 'RETENTION_EMAILS_DAYS',
  texts: 'RETENTION_TEXTS_DAYS',
  support: 'RETENTION_SUPPORT_DAYS',
  searches: 'AUDIT_ASKED_DAYS',
  devices: 'RETENTION_DEVICES_DAYS',
  sessions: 'RETENTION_SESSIONS_DAYS',
  links: 'RETENTION_LINKS_DAYS',
  skippedRows: 'RETENTION_SKIPPED_ROWS_DAYS',
};

/** Every kind, in the order of docs/OPERATIONS.md: its name, days, table, key and age. */
const kinds: [string, keyof typeof settings, string, string, IsPast][] = [
  ['emails', 'emails', 'emails', 'id', wasSentBefore],
  ['texts', 'texts', 'sms_messages', 'id', wasSentBefore],
  ['answered support questions', 'support', 'support_messages', 'id', wasAnsweredBefore],
  ['search terms in the audit log', 'searches', 'audit_asked', 'audit_id', isBefore('create_timestamp')],
  ['known devices', 'devices', 'device_tokens', 'token_hash', isBefore('used_timestamp')],
  ['ended sessions', 'sessions', 'sessions', 'id', hasEndedBefore],
  ['expired links to verify an address', 'links', 'email_verifications', 'token_hash', isBefore('expires_timestamp')],
  ['expired links in emails', 'links', 'act_tokens', 'id', isBefore('expire_timestamp')],
  ['expired invitations', 'links', 'invitations', 'id', isBefore('expires_timestamp')],
  ['skipped rows of member lists', 'skippedRows', 'member_upload_skipped_rows', 'upload_id', wasUploadedBefore],
  ['results of responses imported in the background', 'skippedRows', 'member_uploads', 'id', wasImportedBefore],
];

export const retentionKinds = kinds.map(
  ([name, days, table, key, isPast]): RetentionKind => ({
    name,
    setting: settings[days],
    days: ({ retention, auditAskedDays }) => (days === 'searches' ? auditAskedDays : retention[days]),
    table,
    key,
    isPast,
  }),
);

export async function countPast(db: Executor, { table, isPast }: RetentionKind, cutoff: Date): Promise<number> {
  const { count } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}
    where ${isPast(cutoff)}`.one(db);
  return count;
}

/** Deletes at most `limit` rows, and those that belong to them; returns how many. */
export async function deletePast(
  db: Executor,
  { table, key, isPast }: RetentionKind,
  { cutoff, limit }: { cutoff: Date; limit: number },
): Promise<number> {
  const { count } = await sql<{ count: number }>`with past as (
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${isPast(cutoff)} limit ${limit})
        and ${isPast(cutoff)}
      returning 1)
    select count(*)::integer as count from past`.one(db);
  return count;
}
