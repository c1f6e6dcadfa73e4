import { createHmac } from 'node:crypto';
import { addressGroup } from '../../access/address-group.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

const megabyte = 1024 * 1024;
/** The minimum disk use of a file; it also limits the number of files. */
const smallestBytes = 4096;
/** Answers free space earlier, so nobody is told to wait a whole hour. */
const [shortestWait, longestWait] = [10, 300];

const counted = sql`(survey_file_id is not null or create_timestamp > now() - interval '5 minutes')`;

export type Reservation = { spaceId: number } | { refusal: AppError };

/**
 * Reserves space for public uploads before they are stored, so parallel uploads can't exceed a limit together. One
 * transaction at a time across processes.
 */
export async function reservePublicSpace(
  app: AppContext,
  { formId, address, size }: { formId: number; address: string; size: number },
): Promise<Reservation> {
  const { perAddressMb, perFormMb, totalMb, reserveMb } = app.config.publicFiles;
  const bytes = Math.max(size, smallestBytes);
  const free = await app.files.freeBytes();
  if (free !== null && free - bytes < reserveMb * megabyte) return { refusal: full(longestWait) };
  const hash = createHmac('sha256', app.config.secret)
    .update(`public-file ${addressGroup(address)}`)
    .digest();
  return transaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('kinbridge-public-files'))`.run(tx);
    const { ofAddress, ofForm, total, wait } = await sql<{
      ofAddress: number;
      ofForm: number;
      total: number;
      wait: number | null;
    }>`
      select coalesce(sum(bytes) filter (where address_hash = ${hash}), 0)::bigint as "ofAddress",
        coalesce(sum(bytes) filter (where form_id = ${formId}), 0)::bigint as "ofForm",
        coalesce(sum(bytes), 0)::bigint as total,
        ceil(extract(epoch from min(create_timestamp) + interval '1 hour' - now()))::int as wait
      from public_file_space where ${counted}`.one(tx);
    const seconds = Math.min(longestWait, Math.max(shortestWait, wait ?? 0));
    if (ofAddress + bytes > perAddressMb * megabyte) return { refusal: tooMuch(seconds) };
    if (ofForm + bytes > perFormMb * megabyte || total + bytes > totalMb * megabyte) return { refusal: full(seconds) };
    const { id: spaceId } = await sql<{ id: number }>`
      insert into public_file_space (form_id, address_hash, bytes) values (${formId}, ${hash}, ${bytes})
      returning id`.one(tx);
    return { spaceId };
  });
}

/** Assigns the reservation to this file. */
export async function takePublicSpace(tx: Tx, spaceId: number, fileId: string): Promise<void> {
  await sql`update public_file_space set survey_file_id = ${fileId}::uuid where id = ${spaceId}`.run(tx);
}

/** Releases an unused reservation. */
export async function releasePublicSpace(db: Database, spaceId: number): Promise<void> {
  await sql`delete from public_file_space where id = ${spaceId} and survey_file_id is null`.run(db);
}

/** Files of an answer no longer count. */
export async function freePublicSpace(tx: Tx, fileIds: string[]): Promise<void> {
  await sql`delete from public_file_space where survey_file_id = any(${fileIds}::uuid[])`.run(tx);
}

function tooMuch(seconds: number): AppError {
  const message = `You sent many files without an answer. Please wait ${inMinutes(seconds)} and try again.`;
  return new AppError('too_many_requests', message, { retryAfterSeconds: seconds });
}

function full(seconds: number): AppError {
  const message = `We can't accept more files right now. Please wait ${inMinutes(seconds)} and try again.`;
  return new AppError('too_many_requests', message, { retryAfterSeconds: seconds });
}

function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
