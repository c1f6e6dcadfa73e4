import type { MemberSortField } from '@kinbridge/contract/members/member-sort-fields';
import type { SortBy } from '@kinbridge/contract/shared/paging';
import { batched } from '../../db/batched.ts';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { asUser } from '../../records/users/users.queries.ts';
import { type FoundMembers, hasFilters, type MemberSearch } from './member-search.ts';
import { isListed, sortKeys } from './member-sort-keys.queries.ts';
import { findsFewMembers, isCommonOrganization, patternsOf } from './search-keys.queries.ts';

interface Wanted {
  organizationId: number;
  size: number;
  words: string[];
}

/** The most searches in one statement, so that none waits for many others. */
const maxWanted = 16;
/** Each number of words is a statement of its own. */
const maxWords = 3;

type Reader = (db: Executor, wanted: Wanted) => Promise<FoundMembers>;
const readers = new Map<string, Reader>();

/**
 * Whether this is the first page of a search by words alone that most likely finds few members. It can't sort by a column
 * of the users, because the statement reads only the users that it shows.
 */
export function isSearchForFew(search: MemberSearch, words: readonly string[]): boolean {
  if (search.page > 0 || hasFilters(search) || !isListed(search.sort.field)) return false;
  return words.length > 0 && words.length <= maxWords && findsFewMembers(words);
}

/** A first page of members whose search text contains the words; searches of the same moment share a statement. */
export function findFewMembers(db: Executor, search: MemberSearch, words: string[]): Promise<FoundMembers> {
  const { organizationId, size, sort } = search;
  const isCommon = isCommonOrganization('organization_members.organization_id', organizationId);
  const name = `${sort.field} ${sort.descending} ${words.length} ${isCommon}`;
  let reader = readers.get(name);
  if (!reader) {
    reader = makeReader(sort, words.length, isCommon);
    readers.set(name, reader);
  }
  return reader(db, { organizationId, size, words });
}

function makeReader({ field, descending }: SortBy<MemberSortField>, wordCount: number, isCommon: boolean): Reader {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const places = Array.from({ length: wordCount }, (_, place) => place);
  const columns = sql.raw(places.map((place) => `indexed${place}, checked${place}`).join(', '));
  const isOfOrganization = sql`om.organization_id = wanted.organization_id`;
  const conditions = places.map((place) => {
    const [indexed, checked] = [sql.raw(`wanted.indexed${place}`), sql.raw(`wanted.checked${place}`)];
    return sql`om.search like ${indexed} and (${checked} is null or om.search like ${checked})`;
  });
  return batched(async (db: Executor, wanted: Wanted[]): Promise<FoundMembers[]> => {
    const patterns = places.flatMap((place) => {
      const each = wanted.map(({ words }) => patternsOf('organization_members', words[place] as string));
      return [each.map(({ indexed }) => indexed), each.map(({ checked }) => checked)];
    });
    // Hidden in inner selects, the lists' lengths don't keep PostgreSQL from using one plan for all. 'is true' keeps a
    // common organization out of the index.
    const rows = await sql<FoundMembers & { position: number }>`
      select shown.position, shown.total,
        json_agg(${asUser(sql`jsonb_build_array(shown.organization_id)`)} order by shown.place)::text as content,
        json_agg(u.id order by shown.place) as ids
      from (
        select wanted.position, wanted.organization_id, wanted.size, om.member_id,
          count(*) over (partition by wanted.position) as total,
          row_number() over (partition by wanted.position
            order by ${sortKeys[field]} ${direction} nulls last, om.member_id ${direction}) as place
        from unnest((select ${wanted.map(({ organizationId }) => organizationId)}::bigint[]),
          (select ${wanted.map(({ size }) => size)}::integer[]),
          ${sql.join(patterns.map((pattern) => sql`(select ${pattern}::text[])`))}) with ordinality
          as wanted (organization_id, size, ${columns}, position)
        join visible_members om on ${sql.join(conditions, sql` and `)}
          and ${isCommon ? sql`(${isOfOrganization}) is true` : isOfOrganization}
      ) shown join users u on u.id = shown.member_id left join logins l on l.user_id = u.id
      where shown.place <= shown.size
      group by shown.position, shown.total`.many(db);
    const found = new Map(rows.map((row) => [row.position, row]));
    return wanted.map((_, index) => found.get(index + 1) ?? { content: '[]', total: 0, ids: [] });
  }, maxWanted);
}
