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

/** Every kind, in the order of docs/OPERATIONS.md. */
export const retentionKinds: RetentionKind[] = [
  {
    name: 'emails',
    setting: 'RETENTION_EMAILS_DAYS',
    days: ({ retention }) => retention.emails,
    table: 'emails',
    key: 'id',
    isPast: (cutoff) => sql`create_timestamp < ${cutoff} and id < ${idsUntil(cutoff)}
      and state not in ('queued', 'sending')`,
  },
  {
    name: 'texts',
    setting: 'RETENTION_TEXTS_DAYS',
    days: ({ retention }) => retention.texts,
    table: 'sms_messages',
    key: 'id',
    isPast: (cutoff) => sql`create_timestamp < ${cutoff} and id < ${idsUntil(cutoff)}
      and state not in ('queued', 'sending')`,
  },
  {
    name: 'answered support questions',
    setting: 'RETENTION_SUPPORT_DAYS',
    days: ({ retention }) => retention.support,
    table: 'support_messages',
    key: 'id',
    isPast: (cutoff) => sql`question_state <> 'OPEN' and state_timestamp < ${cutoff}`,
  },
  {
    name: 'search terms in the audit log',
    setting: 'AUDIT_ASKED_DAYS',
    days: ({ auditAskedDays }) => auditAskedDays,
    table: 'audit_asked',
    key: 'audit_id',
    isPast: (cutoff) => sql`create_timestamp < ${cutoff}`,
  },
  {
    name: 'known devices',
    setting: 'RETENTION_DEVICES_DAYS',
    days: ({ retention }) => retention.devices,
    table: 'device_tokens',
    key: 'token_hash',
    isPast: (cutoff) => sql`used_timestamp < ${cutoff}`,
  },
  {
    name: 'ended sessions',
    setting: 'RETENTION_SESSIONS_DAYS',
    days: ({ retention }) => retention.sessions,
    table: 'sessions',
    key: 'id',
    isPast: (cutoff) => sql`not exists (
      select from refresh_tokens r where r.session_id = sessions.id and r.expires_timestamp > ${cutoff})`,
  },
  ...(
    [
      ['expired links to verify an address', 'email_verifications', 'token_hash', 'expires_timestamp'],
      ['expired links in emails', 'act_tokens', 'id', 'expire_timestamp'],
      ['expired invitations', 'invitations', 'id', 'expires_timestamp'],
    ] as const
  ).map(
    ([name, table, key, column]): RetentionKind => ({
      name,
      setting: 'RETENTION_LINKS_DAYS',
      days: ({ retention }) => retention.links,
      table,
      key,
      isPast: (cutoff) => sql`${sql.ref(column)} < ${cutoff}`,
    }),
  ),
  {
    name: 'skipped rows of member lists',
    setting: 'RETENTION_SKIPPED_ROWS_DAYS',
    days: ({ retention }) => retention.skippedRows,
    table: 'member_upload_skipped_rows',
    key: 'upload_id',
    isPast: (cutoff) => sql`exists (select from member_uploads u where u.id = upload_id
      and u.update_timestamp < ${cutoff})`,
  },
  {
    // Their reasons quote what the skipped rows say.
    name: 'results of responses imported in the background',
    setting: 'RETENTION_SKIPPED_ROWS_DAYS',
    days: ({ retention }) => retention.skippedRows,
    table: 'member_uploads',
    key: 'id',
    isPast: (cutoff) => sql`survey_id is not null and file_id is null and update_timestamp < ${cutoff}`,
  },
];

/** The ids of all months up to that time, so that later ones aren't read. */
function idsUntil(cutoff: Date): number {
  return monthAfter(cutoff.getUTCFullYear() * 100 + cutoff.getUTCMonth() + 1) * idsPerMonth;
}

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
