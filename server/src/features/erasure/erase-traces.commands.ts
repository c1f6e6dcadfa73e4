import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { covers, type ErasureScope } from './erasure.queries.ts';

/** What a member can be recognized by, of all their records. */
export interface Identity {
  names: { firstName: string; lastName: string }[];
  phones: string[];
  emails: string[];
  /** Lower-case words that a search for the member may have. */
  words: string[];
}

export async function findIdentity(tx: Tx, { ids }: ErasureScope): Promise<Identity> {
  const rows = await sql<
    Record<'first_name' | 'last_name', string> &
      Record<'phone_number' | 'email' | 'birthday' | 'participant_id' | 'login', string | null>
  >`
    select u.first_name, u.last_name, u.phone_number, u.email, to_char(u.date_of_birth, 'YYYY-MM-DD') as birthday,
      u.participant_id, l.email as login
    from users u left join logins l on l.user_id = u.id where u.id = any(${ids}::bigint[])`.many(tx);
  const known = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))];
  const emails = known(rows.flatMap((row) => [row.email, row.login]));
  const rest = known(rows.flatMap((row) => [row.birthday, row.participant_id]));
  const names = rows.map((row) => ({ firstName: row.first_name, lastName: row.last_name }));
  const words = [
    ...names.flatMap(({ firstName, lastName }) => `${firstName} ${lastName}`.split(/\s+/)),
    ...emails,
    ...rest,
  ];
  return {
    names,
    phones: known(rows.map((row) => row.phone_number)),
    emails,
    words: [...new Set(words.map((word) => word.toLowerCase()))],
  };
}

/** Stored answers of calls, and rows of member lists that weren't imported. */
export async function eraseCopies(tx: Tx, scope: ErasureScope, { names, phones, emails }: Identity): Promise<void> {
  const { ids, organizationId, kind } = scope;
  const firsts = names.map(({ firstName }) => firstName);
  const lasts = names.map(({ lastName }) => lastName);
  // A repeat of such a call is then refused.
  await sql`update idempotency_keys k set answer = null
    where (exists (select from unnest(${firsts}::text[], ${lasts}::text[]) as name (first, last)
          where strpos(k.answer::text, '"firstName": ' || to_jsonb(first)::text) > 0
            and strpos(k.answer::text, '"lastName": ' || to_jsonb(last)::text) > 0)
        or exists (select from unnest(${[...phones, ...emails]}::text[]) value where strpos(k.answer::text, to_jsonb(value)::text) > 0))
      and (${kind} = 'record' or split_part(k.scope, ' ', 1) in (
        select id::text from users where organization_id = ${organizationId} and user_type <> 'PATIENT'))`.run(tx);
  await sql`delete from member_upload_rows where member_id = any(${ids}::bigint[])`.run(tx);
  const digits = phones.map((phone) => phone.replace(/\D/g, '').slice(-10));
  await sql`delete from member_upload_skipped_rows r using member_uploads u
    where u.id = r.upload_id and ${covers(scope, 'u.organization_id')}
      and (exists (select from unnest(${firsts}::text[], ${lasts}::text[]) as name (first, last)
          where strpos(lower(r.cells::text), lower(first)) > 0 and strpos(lower(r.cells::text), lower(last)) > 0)
        or exists (select from unnest(${emails}::text[]) email where strpos(lower(r.cells::text), lower(email)) > 0)
        or exists (select from unnest(${digits}::text[]) phone
          where strpos(regexp_replace(r.cells::text, '[ ().+-]', '', 'g'), phone) > 0)
        -- A row that may be the member has another name, and perhaps their participant id and birthday.
        or r.candidate_ids && ${ids}::bigint[])`.run(tx);
}
