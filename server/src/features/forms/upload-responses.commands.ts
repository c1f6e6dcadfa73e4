import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ResponsesUpload, UploadedResponses } from '@kinbridge/contract/forms/form-answers.contract';
import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { SpreadsheetProblem } from '@kinbridge/forms/spreadsheets/spreadsheet-problem';
import { AppError } from '../../app-error.ts';
import type { Executor, Tx } from '../../db/database.ts';
import { zoneOf } from '../../db/day-period.ts';
import { sql } from '../../db/sql.ts';
import { openTable, spreadsheetError } from '../../outside/spreadsheets/open-spreadsheet.ts';
import { record } from '../../records/happenings/record.commands.ts';
import type { ListUpload } from '../../records/uploads/uploads.commands.ts';
import { findOldestTransaction, settleTwins, type Twin } from '../members/create-members.commands.ts';
import { createListedMembers } from '../members/listed-members.commands.ts';
import { type ReadResponse, ResponseList } from './response-list.ts';

const batchSize = 500;
const maxRows = 100_000;

export interface VersionedUpload extends ResponseUpload {
  versions: FormVersion[];
}

/** Records the upload for the job that reads it. */
export async function insertResponsesUpload(tx: Tx, upload: ResponseUpload, fileId: number): Promise<number> {
  const { id } = await sql<{ id: number }>`
    insert into member_uploads (organization_id, created_by, request_id, state, survey_id, file_id)
    values (${upload.organizationId}, ${upload.createdBy}, ${upload.requestId}, 'queued', ${upload.surveyId}, ${fileId})
    returning id`.one(tx);
  return id;
}

interface ReadResponses extends Omit<UploadedResponses, 'created'> {
  responses: HashedResponse[];
}

/** Reads a list, and reports how many rows it has so far. */
export async function readResponses(
  upload: VersionedUpload,
  bytes: Uint8Array,
  onRows: (rows: number) => Promise<void>,
): Promise<ReadResponses> {
  const list = await readRows(upload, bytes, onRows).catch((error: unknown) => {
    if (error instanceof SpreadsheetProblem && error.kind === 'notSpreadsheet') {
      throw new AppError('unsupported_type', "We can't read this file. Choose an .xlsx or .csv file.");
    }
    throw spreadsheetError(error);
  });
  if (list.responses.length === 0) throw noUsableRow(list);
  return list;
}

async function readRows(
  upload: VersionedUpload,
  bytes: Uint8Array,
  onRows: (rows: number) => Promise<void>,
): Promise<ReadResponses> {
  const sheet = await openTable(bytes);
  const list = await ResponseList.open(sheet, upload.versions, upload.version);
  const found: ReadResponses = { responses: [], rejected: [], unknownColumns: list.unknownColumns };
  const seen = new Map<string, number>();
  let rows = 0;
  for await (const { row, cells } of sheet.rows) {
    const read = list.read(row, cells);
    if (read === null) continue;
    if (++rows > maxRows) throw new AppError('too_large', 'The list has more than 100,000 rows. Please split it.');
    if ('reason' in read) found.rejected.push(read);
    else found.responses.push(hashed(read, seen));
    if (rows % batchSize > 0) continue;
    await onRows(found.responses.length);
    // Yields to other work.
    await nextTurn();
  }
  return found;
}

/**
 * Imports all usable rows of a list, one response each, in the caller's transaction. No requests are created and no
 * texts sent.
 */
export async function importResponses(
  tx: Tx,
  upload: VersionedUpload,
  list: ReadResponses,
  onProgress: (done: number) => Promise<void>,
): Promise<UploadedResponses> {
  await onProgress(0);
  // One upload at a time, so a list sent twice is imported once.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`response uploads ${upload.formId}`}, 0))`.run(tx);
  const since = await findOldestTransaction(tx);
  const repeated: HashedResponse[] = [];
  const created: number[] = [];
  for (let from = 0; from < list.responses.length; from += batchSize) {
    const batch = list.responses.slice(from, from + batchSize);
    const kept = await keepBatch(tx, upload, batch);
    repeated.push(...kept.before);
    created.push(...kept.members);
    await onProgress(from + batch.length);
  }
  if (created.length > 0) {
    const list = { organizationId: upload.organizationId, since, created: sql`select unnest(${created}::bigint[])` };
    await settleTwins(tx, list, (twins) => giveAnswers(tx, upload.formId, twins));
  }
  const before = repeated.map(({ row }) => ({ row, reason: 'This response was uploaded before.' }));
  const result: UploadedResponses = {
    created: list.responses.length - repeated.length,
    rejected: [...list.rejected, ...before].sort((a, b) => a.row - b.row),
    unknownColumns: list.unknownColumns,
  };
  await record(tx, {
    caller: { ...upload, via: 'session', userId: upload.createdBy },
    action: 'survey-answer.upload',
    entityId: upload.versions[0]?.id ?? null,
    detail: { created: result.created, rejected: result.rejected.length },
  });
  return result;
}

/** Answers as text, which is how they are stored and takes the least memory. */
type HashedResponse = Omit<ReadResponse, 'data'> & { data: string; hash: Buffer };

/** A repeated upload of a row is the same response; equal rows within a list are separate ones. */
function hashed({ data, ...read }: ReadResponse, seen: Map<string, number>): HashedResponse {
  const content = JSON.stringify([read.surveyId, data, read.person, read.submittedAt]);
  const plain = createHash('sha256').update(content).digest('base64');
  const nth = (seen.get(plain) ?? 0) + 1;
  seen.set(plain, nth);
  const hash = createHash('sha256').update(`${nth}\n${content}`).digest();
  return { ...read, data: JSON.stringify(data), hash };
}

function noUsableRow(result: Omit<UploadedResponses, 'created'>): AppError {
  const first = result.rejected[0];
  const sentence = first ? `No row can be used. Row ${first.row}: ${first.reason}` : 'The file has no responses.';
  return new AppError('unusable_file', sentence, {
    extra: { rejected: result.rejected, unknownColumns: result.unknownColumns },
  });
}

/** Returns which responses existed before, and which members were created. */
async function keepBatch(tx: Tx, upload: ResponseUpload, batch: HashedResponse[]) {
  const rows = await sql<{ hash: string }>`
    select encode(content_hash, 'hex') as hash from survey_answers where form_id = ${upload.formId}
      and content_hash = any(${batch.map(({ hash }) => hash)}::bytea[])`.many(tx);
  const known = new Set(rows.map(({ hash }) => hash));
  const fresh = batch.filter(({ hash }) => !known.has(hash.toString('hex')));
  const members = fresh.length > 0 ? await insertResponses(tx, upload, fresh) : [];
  return { before: batch.filter(({ hash }) => known.has(hash.toString('hex'))), members };
}

async function insertResponses(
  tx: Tx,
  { organizationId, createdBy, formId }: ResponseUpload,
  responses: HashedResponse[],
): Promise<number[]> {
  const people = responses.flatMap(({ row, person }) => (person ? [{ place: row, ...person }] : []));
  const members = await createListedMembers(tx, organizationId, people);
  const zone = zoneOf(organizationId);
  await sql`
    insert into survey_answers (form_id, survey_id, user_id, data, source, created_by, content_hash, create_timestamp)
    select ${formId}, r.survey_id, r.user_id, r.data, 'upload', ${createdBy}, r.hash,
      case when r.at is null then now() when r.local then r.at::timestamp at time zone ${zone} else r.at::timestamptz end
    from unnest(${responses.map(({ surveyId }) => surveyId)}::bigint[],
      ${responses.map(({ row }) => members.get(row)?.id ?? null)}::bigint[],
      ${responses.map(({ data }) => data)}::jsonb[], ${responses.map(({ hash }) => hash)}::bytea[],
      ${responses.map(({ submittedAt }) => submittedAt?.text ?? null)}::text[],
      ${responses.map(({ submittedAt }) => submittedAt?.local ?? false)}::boolean[])
      as r (survey_id, user_id, data, hash, at, local)`.run(tx);
  return [...new Set([...members.values()].filter(({ created }) => created).map(({ id }) => id))];
}

async function giveAnswers(tx: Tx, formId: number, twins: Twin[]): Promise<void> {
  await sql`
    update survey_answers a set user_id = pair.theirs
    from unnest(${twins.map(({ ours }) => ours)}::bigint[], ${twins.map(({ theirs }) => theirs)}::bigint[])
      as pair (ours, theirs)
    where a.form_id = ${formId} and a.user_id = pair.ours`.run(tx);
}

/** A list of responses to a form. */
interface ResponseUpload extends ListUpload {
  /** The version that the call named. */
  surveyId: number;
  formId: number;
  /** The version of rows that don't name one. */
  version: number;
}

export function findQueuedResponses(db: Executor, id: number): Promise<ResponseUpload> {
  return sql<ResponseUpload>`
    select u.organization_id as "organizationId", u.created_by as "createdBy", u.request_id as "requestId",
      s.id as "surveyId", s.form_id as "formId", s.version
    from member_uploads u join surveys s on s.id = u.survey_id where u.id = ${id}`.one(db);
}

/** The progress of one of the organization's uploads to the form of this version. */
export async function findResponsesUpload(
  db: Executor,
  organizationId: number,
  surveyId: number,
  id: number,
): Promise<ResponsesUpload | null> {
  const row = await sql<ResponsesUpload>`
    select u.state, u.done, u.total, u.result, u.message from member_uploads u join surveys s on s.id = u.survey_id
    where u.id = ${id} and u.organization_id = ${organizationId}
      and s.form_id = (select form_id from surveys where id = ${surveyId})`.maybeOne(db);
  return row ?? null;
}
