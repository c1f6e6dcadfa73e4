import { createHash } from 'node:crypto';
import type { CallOutput } from '@kinbridge/contract/shared/call';
import { SpreadsheetProblem } from '@kinbridge/contract/spreadsheets/spreadsheet-problem';
import type { surveyAnswerCalls } from '@kinbridge/contract/surveys/survey-answers.contract';
import type { Survey } from '@kinbridge/contract/surveys/surveys.contract';
import { sql } from 'kysely';
import type { StaffActor } from '../../access/actor.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { openTable } from '../../outside/spreadsheets/open-table.ts';
import { spreadsheetError } from '../../outside/spreadsheets/spreadsheet-error.ts';
import { audit } from '../audit/audit.commands.ts';
import { createListedMembers, type ListedPerson, lockMembersOf } from '../members/members.commands.ts';
import { type ReadResponse, ResponseList } from './response-list.ts';

type Result = CallOutput<(typeof surveyAnswerCalls)['POST /v1/survey-answers/{surveyId}/upload-responses']>;

const batchSize = 500;
const maxRows = 100_000;

interface Upload {
  actor: StaffActor;
  requestId: string;
  formId: number;
  versions: Survey[];
  /** The version that rows which name none belong to. */
  version: number;
}

/** Takes in a list of responses, one a row: all usable rows in one transaction. Nothing is requested, nobody is texted. */
export async function uploadResponses(app: AppContext, upload: Upload, bytes: Uint8Array): Promise<Result> {
  try {
    return await transaction(app.db, (tx) => takeIn(tx, upload, bytes));
  } catch (error) {
    if (error instanceof SpreadsheetProblem && error.kind === 'notSpreadsheet') {
      throw new AppError('unsupported_type', 'This file cannot be read. Please choose an .xlsx or .csv file.');
    }
    throw spreadsheetError(error);
  }
}

async function takeIn(tx: Tx, upload: Upload, bytes: Uint8Array): Promise<Result> {
  const sheet = await openTable(bytes);
  const list = await ResponseList.open(sheet, upload.versions, upload.version);
  const result: Result = { created: 0, rejected: [], unknownColumns: list.unknownColumns };
  const seen = new Map<string, number>();
  let batch: HashedResponse[] = [];
  let rows = 0;
  let repeated = 0;
  await lockMembersOf(tx, upload.actor.organizationId, 'alone');
  const flush = async () => {
    const before = await keepBatch(tx, upload, batch);
    result.created += batch.length - before.length;
    repeated += before.length;
    result.rejected.push(...before.map(({ row }) => ({ row, reason: 'This response was uploaded before.' })));
    batch = [];
  };
  for await (const { row, cells } of sheet.rows) {
    const read = list.read(row, cells);
    if (read === null) continue;
    if (++rows > maxRows) throw new AppError('too_large', 'The list has more than 100,000 rows. Please split it.');
    if ('reason' in read) result.rejected.push(read);
    else batch.push({ ...read, hash: hashOf(read, seen) });
    if (batch.length >= batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  result.rejected.sort((a, b) => a.row - b.row);
  if (result.created === 0 && repeated === 0) throw noUsableRow(result);
  await audit(tx, {
    actor: upload.actor,
    requestId: upload.requestId,
    organizationId: upload.actor.organizationId,
    action: 'survey-answer.upload',
    entityType: 'survey',
    entityId: upload.versions[0]?.id ?? null,
    detail: { created: result.created, rejected: result.rejected.length },
  });
  return result;
}

type HashedResponse = ReadResponse & { hash: Buffer };

/** The same row again is the same response; the same answers twice within a list are two. */
function hashOf(read: ReadResponse, seen: Map<string, number>): Buffer {
  const content = JSON.stringify([read.surveyId, read.data, read.person, read.submittedAt]);
  const nth = (seen.get(content) ?? 0) + 1;
  seen.set(content, nth);
  return createHash('sha256').update(`${nth}\n${content}`).digest();
}

function noUsableRow(result: Result): AppError {
  const first = result.rejected[0];
  const sentence = first ? `No row can be used. Row ${first.row}: ${first.reason}` : 'The file holds no responses.';
  return new AppError('unusable_file', sentence, {
    extra: { rejected: result.rejected, unknownColumns: result.unknownColumns },
  });
}

/** Answers those that were there before. */
async function keepBatch(tx: Tx, upload: Upload, batch: HashedResponse[]): Promise<HashedResponse[]> {
  const { rows } = await sql<{ content_hash: Buffer }>`
    select content_hash from survey_answers where form_id = ${upload.formId}
      and content_hash = any(${batch.map(({ hash }) => hash)}::bytea[])`.execute(tx);
  const known = new Set(rows.map(({ content_hash }) => content_hash.toString('hex')));
  const fresh = batch.filter(({ hash }) => !known.has(hash.toString('hex')));
  if (fresh.length > 0) await insertResponses(tx, upload, fresh);
  return batch.filter(({ hash }) => known.has(hash.toString('hex')));
}

async function insertResponses(tx: Tx, { actor, formId }: Upload, responses: HashedResponse[]): Promise<void> {
  const people = responses.flatMap(({ row, person }): ListedPerson[] => (person ? [{ place: row, ...person }] : []));
  const members = await createListedMembers(tx, actor.organizationId, people);
  const zone = sql`(select time_zone from organizations where id = ${actor.organizationId})`;
  await sql`
    insert into survey_answers (form_id, survey_id, user_id, data, source, created_by, content_hash, create_timestamp)
    select ${formId}, r.survey_id, r.user_id, r.data, 'upload', ${actor.userId}, r.hash,
      case when r.at is null then now() when r.local then r.at::timestamp at time zone ${zone} else r.at::timestamptz end
    from unnest(${responses.map(({ surveyId }) => surveyId)}::bigint[],
      ${responses.map(({ row }) => members.get(row) ?? null)}::bigint[],
      ${responses.map(({ data }) => JSON.stringify(data))}::jsonb[], ${responses.map(({ hash }) => hash)}::bytea[],
      ${responses.map(({ submittedAt }) => submittedAt?.text ?? null)}::text[],
      ${responses.map(({ submittedAt }) => submittedAt?.local ?? false)}::boolean[])
      as r (survey_id, user_id, data, hash, at, local)`.execute(tx);
}
