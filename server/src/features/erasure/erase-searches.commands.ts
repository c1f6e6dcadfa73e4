import type { AppContext } from '../../app-context.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';
import { decryptSecret, encryptSecret } from '../../encrypted-secret.ts';
import type { Identity } from './erase-traces.commands.ts';
import type { ErasureScope } from './erasure.queries.ts';

/** What the job needs. */
export interface SearchErasure extends Pick<ErasureScope, 'kind' | 'organizationId' | 'memberId' | 'ids'> {
  /** What the member is recognized by, encrypted, since a job's row may stay. Jobs of the version before have none. */
  words?: string;
  /** Jobs of the version before have none. */
  requestIds?: number[];
}

const purposeOf = (memberId: number) => `searches for member ${memberId}`;

/** Again after a while, since repeats of a search are written a minute after it. */
export async function eraseSearchesLater(
  tx: Tx,
  { derivationKey }: Pick<Config, 'derivationKey'>,
  { kind, organizationId, memberId, ids, requestIds }: ErasureScope,
  { words, phones }: Identity,
): Promise<void> {
  const digits = phones.map((phone) => phone.replace(/\D/g, ''));
  const secret = encryptSecret(derivationKey, purposeOf(memberId), JSON.stringify({ words, digits }));
  const payload = { kind, organizationId, memberId, ids, requestIds, words: secret.toString('base64') };
  await addJob(tx, 'erase-searches', payload);
  await addJob(tx, 'erase-searches', payload, { afterSeconds: 150 });
}

/** Lists of requests show their ids, and submissions those of answers, which are gone. All others show members. */
const shownIds = (ids: number[], requestIds: number[]) => sql`case
  when l.action = 'survey-answer.list' then '{}'
  when l.action = 'member.requests-read' or l.action = 'service-request.list' and l.detail ->> 'list' <> 'filter'
    then ${requestIds.map(String)}::jsonb[]
  else ${ids.map(String)}::jsonb[] end`;

/** Few enough that nothing else waits for them. */
const batch = 2_000;

/** Deletes search terms that may have been about the member, and those of searches that showed them, in batches. */
export async function eraseSearches({ db, config }: Pick<AppContext, 'db' | 'config'>, given: SearchErasure) {
  const { kind, organizationId, memberId, ids, requestIds = [] } = given;
  const decrypt = (words: string): SearchedBy =>
    JSON.parse(decryptSecret(config.derivationKey, purposeOf(memberId), Buffer.from(words, 'base64')));
  const known = given.words === undefined ? { words: [], digits: [] } : decrypt(given.words);
  const findAfter = (after: number) =>
    sql<{ id: number; asked: string; isOwn: boolean; hasShown: boolean }>`
      select q.audit_id as id, q.asked, ${kind} = 'record' or coalesce(l.organization_id = ${organizationId}, false) as "isOwn",
        coalesce(l.detail -> 'shown' @> any(${shownIds(ids, requestIds)}), false) as "hasShown"
      from (select * from audit_asked where audit_id > ${after} order by audit_id limit ${batch}) q
        left join audit_log l on l.id = q.audit_id order by q.audit_id`.many(db);
  for await (const rows of inBatches(0, findAfter)) {
    const gone = rows.filter(({ asked, isOwn, hasShown }) => isOwn && isAbout(JSON.parse(asked), known, hasShown));
    await sql`delete from audit_asked where audit_id = any(${gone.map(({ id }) => id)}::bigint[])`.run(db);
  }
}

/** What a search for a member may have. */
interface SearchedBy {
  /** In lower case. */
  words: string[];
  /** Phone numbers without punctuation. */
  digits: string[];
}

const personalFields = ['name', 'birthDate', 'firstName', 'lastName', 'phoneNumber', 'email'];

/**
 * True if one of the typed words is a word of the member's or a part of one, or a part of their number, or if the search
 * was for a person and showed the member. Rather too many than one that names them.
 */
export function isAbout(asked: object, { words, digits }: SearchedBy, hasShown: boolean): boolean {
  if (hasShown && personalFields.some((field) => field in asked)) return true;
  return typedWords(asked).some((typed) => {
    const number = typed.replace(/\D/g, '');
    if (number.length >= 7 && digits.some((known) => known.includes(number))) return true;
    return words.some((word) => word === typed || (typed.length >= 3 && word.includes(typed)));
  });
}

function typedWords(value: unknown): string[] {
  if (typeof value === 'string') return value.toLowerCase().split(/\s+/);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(typedWords) : [];
}
