import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { formAnswerCalls } from '@kinbridge/contract/forms/form-answers.contract';
import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import type { CallOutput } from '@kinbridge/contract/shared/call';
import { SpreadsheetProblem } from '@kinbridge/forms/spreadsheets/spreadsheet-problem';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { zoneOf } from '../../db/day-period.ts';
import { sql } from '../../db/sql.ts';
import { listTurns } from '../../outside/spreadsheets/list-turns.ts';
import { openTable } from '../../outside/spreadsheets/open-table.ts';
import { spreadsheetError } from '../../outside/spreadsheets/spreadsheet-error.ts';
import { record } from '../../records/happenings/record.commands.ts';
import {
  createListedMembers,
  type ListedPerson,
  settleListedMembers,
  type Twin,
} from '../members/listed-members.commands.ts';
import { type ReadResponse, ResponseList } from './response-list.ts';

type Result = CallOutput<(typeof formAnswerCalls)['POST /v1/survey-answers/{surveyId}/upload-responses']>;

const batchSize = 500;
const maxRows = 100_000;

interface Upload {
  caller: StaffCaller;
  formId: number;
  versions: FormVersion[];
  /** The version of rows that don't name one. */
  version: number;
}

type Once = (work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/**
 * Imports responses, one per row: all usable rows in one transaction, run by `once` at most once per Idempotency-Key.
 * The file is read before the transaction to keep it short. No requests are created and no texts sent.
 */
export function uploadResponses(
  upload: Upload,
  bytes: Uint8Array,
  once: Once,
  maxWaitSeconds: number,
): Promise<Result> {
  const work = async () => {
    const list = await readResponses(upload, bytes).catch((error: unknown) => {
      if (error instanceof SpreadsheetProblem && error.kind === 'notSpreadsheet') {
        throw new AppError('unsupported_type', "We can't read this file. Choose an .xlsx or .csv file.");
      }
      throw spreadsheetError(error);
    });
    if (list.responses.length === 0) throw noUsableRow(list);
    return once((tx) => importResponses(tx, upload, list));
  };
  return listTurns.run(work, bytes.length, maxWaitSeconds * 1000);
}

interface ReadResponses {
  responses: HashedResponse[];
  rejected: Result['rejected'];
  unknownColumns: string[];
}

async function readResponses(upload: Upload, bytes: Uint8Array): Promise<ReadResponses> {
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
    // Yields to other work.
    if (rows % batchSize === 0) await nextTurn();
  }
  return found;
}

async function importResponses(tx: Tx, upload: Upload, list: ReadResponses): Promise<Result> {
  const { organizationId } = upload.caller;
  await waitForOtherUploads(tx, upload.formId);
  const repeated: HashedResponse[] = [];
  const created: number[] = [];
  for (let from = 0; from < list.responses.length; from += batchSize) {
    const kept = await keepBatch(tx, upload, list.responses.slice(from, from + batchSize));
    repeated.push(...kept.before);
    created.push(...kept.members);
  }
  await settleListedMembers(tx, organizationId, created, (twins) => giveAnswers(tx, upload.formId, twins));
  const before = repeated.map(({ row }) => ({ row, reason: 'This response was uploaded before.' }));
  const result: Result = {
    created: list.responses.length - repeated.length,
    rejected: [...list.rejected, ...before].sort((a, b) => a.row - b.row),
    unknownColumns: list.unknownColumns,
  };
  await record(tx, {
    caller: upload.caller,
    action: 'survey-answer.upload',
    entityId: upload.versions[0]?.id ?? null,
    detail: { created: result.created, rejected: result.rejected.length },
  });
  return result;
}

/** Serializes uploads, so a list sent twice is imported once. */
async function waitForOtherUploads(tx: Tx, formId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`response uploads ${formId}`}, 0))`.run(tx);
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

function noUsableRow(result: Pick<Result, 'rejected' | 'unknownColumns'>): AppError {
  const first = result.rejected[0];
  const sentence = first ? `No row can be used. Row ${first.row}: ${first.reason}` : 'The file has no responses.';
  return new AppError('unusable_file', sentence, {
    extra: { rejected: result.rejected, unknownColumns: result.unknownColumns },
  });
}

/** Returns which responses existed before, and which members were created. */
async function keepBatch(tx: Tx, upload: Upload, batch: HashedResponse[]) {
  const rows = await sql<{ hash: string }>`
    select encode(content_hash, 'hex') as hash from survey_answers where form_id = ${upload.formId}
      and content_hash = any(${batch.map(({ hash }) => hash)}::bytea[])`.many(tx);
  const known = new Set(rows.map(({ hash }) => hash));
  const fresh = batch.filter(({ hash }) => !known.has(hash.toString('hex')));
  const members = fresh.length > 0 ? await insertResponses(tx, upload, fresh) : [];
  return { before: batch.filter(({ hash }) => known.has(hash.toString('hex'))), members };
}

async function insertResponses(tx: Tx, { caller, formId }: Upload, responses: HashedResponse[]): Promise<number[]> {
  const people = responses.flatMap(({ row, person }): ListedPerson[] => (person ? [{ place: row, ...person }] : []));
  const members = await createListedMembers(tx, caller.organizationId, people);
  const zone = zoneOf(caller.organizationId);
  await sql`
    insert into survey_answers (form_id, survey_id, user_id, data, source, created_by, content_hash, create_timestamp)
    select ${formId}, r.survey_id, r.user_id, r.data, 'upload', ${caller.userId}, r.hash,
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
