import type { AppContext } from '../../app-context.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';
import { decryptSecret, encryptSecret } from '../../encrypted-secret.ts';
import type { Identity } from './erase-traces.commands.ts';
import type { ErasureScope } from './erasure.queries.ts';

/** What the job needs. The words are encrypted, since a job's row may stay for a while. */
export interface SearchErasure extends Pick<ErasureScope, 'kind' | 'organizationId' | 'memberId' | 'ids'> {
  words: string;
}

const purposeOf = (memberId: number) => `searches for member ${memberId}`;

/** Again after a while, since repeats of a search are written a minute after it. */
export async function eraseSearchesLater(
  tx: Tx,
  { derivationKey }: Pick<Config, 'derivationKey'>,
  { kind, organizationId, memberId, ids }: ErasureScope,
  { words, phones }: Identity,
): Promise<void> {
  const digits = phones.map((phone) => phone.replace(/\D/g, ''));
  const secret = encryptSecret(derivationKey, purposeOf(memberId), JSON.stringify({ words, digits }));
  const payload = { kind, organizationId, memberId, ids, words: secret.toString('base64') };
  await addJob(tx, 'erase-searches', payload);
  await addJob(tx, 'erase-searches', payload, { afterSeconds: 150 });
}

/** Few enough that nobody waits for the rows. */
const batch = 5_000;

/**
 * Deletes search terms that may have been about the member: words of theirs, whole or begun, and parts of their number;
 * also searches that showed the member. Reads all terms, in batches.
 */
export async function eraseSearches({ db, config }: Pick<AppContext, 'db' | 'config'>, given: SearchErasure) {
  const { kind, organizationId, memberId, ids } = given;
  const encrypted = Buffer.from(given.words, 'base64');
  const { words, digits }: { words: string[]; digits: string[] } = JSON.parse(
    decryptSecret(config.derivationKey, purposeOf(memberId), encrypted),
  );
  for (let after: number | null = 0; after !== null; ) {
    const { last }: { last: number | null } = await sql<{ last: number | null }>`
      with read as materialized (
        select audit_id, asked from audit_asked where audit_id > ${after} order by audit_id limit ${batch}
      ),
      gone as (
        delete from audit_asked q using read left join audit_log l on l.id = read.audit_id
        where q.audit_id = read.audit_id and (${kind} = 'record' or l.organization_id = ${organizationId}) and (
          exists (
            select from jsonb_path_query(read.asked::jsonb, 'strict $.**') v
              cross join regexp_split_to_table(lower(v #>> '{}'), '[[:space:]]+') typed
            where jsonb_typeof(v) = 'string' and (
              exists (select from unnest(${words}::text[]) word
                where word = typed or (length(typed) >= 3 and strpos(word, typed) > 0))
              or exists (select from unnest(${digits}::text[]) phone, regexp_replace(typed, '[^0-9]', '', 'g') number
                where length(number) >= 7 and strpos(phone, number) > 0)))
          or (l.detail -> 'shown' @> any (select to_jsonb(id) from unnest(${ids}::bigint[]) id)
            and read.asked::jsonb ?| array['name', 'birthDate', 'firstName', 'lastName', 'phoneNumber', 'email']))
      )
      select max(audit_id) as last from read`.one(db);
    after = last;
  }
}
