import type { directoryQuery } from '@kinbridge/contract/directory/directory.contract';
import { defaultRadiusMiles } from '@kinbridge/contract/organizations/search-radius';
import { availabilities } from '@kinbridge/contract/services/availability';
import { typesOfNeed } from '@kinbridge/contract/services/need-words';
import type { Service } from '@kinbridge/contract/services/services.contract';
import type { DirectoryPlace } from '@kinbridge/public/directory/directory-page';
import type { z } from 'zod';
import type { Executor } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { containing, wordsIn } from '../members/search-keys.queries.ts';
import { milesBetween, serviceJson } from '../services/services.queries.ts';

export type DirectorySearch = z.output<typeof directoryQuery>;

/** Row s of services, next to its organization o, is in the public directory. */
const isListed = sql`s.deleted_timestamp is null and s.listed_publicly and o.approval = 'APPROVED'`;

/** Where row s of services is: its own place, or else its organization's. */
const zipOfPlace = sql`left(coalesce(s.zip_code, o.zip_code), 5)`;

const days = sql`array['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']`;

/** Whether row s of services is open on the clock of its organization o. Hours can run past midnight. */
const isOpenNow = sql<boolean>`exists (
  select from jsonb_to_recordset(s.hours) h (day text, opens text, closes text),
    lateral (select now() at time zone o.time_zone as local) clock,
    lateral (select to_char(local, 'HH24:MI') as time, extract(isodow from local)::integer as today) n
  where h.day = (${days})[n.today] and n.time >= h.opens and (n.time < h.closes or h.closes <= h.opens)
    or h.day = (${days})[(n.today + 5) % 7 + 1] and h.closes <= h.opens and n.time < h.closes)`;

export interface DirectoryPage {
  /** The API's answer as JSON text. */
  page: string;
  places: DirectoryPlace[];
}

/** How many services are listed where none is within the radius. */
const nearest = 10;

/**
 * A page of the directory: those that can take people first, then the nearest, then by name. Distances are straight
 * lines between ZIP centroids; a ZIP code without a centroid matches its own text.
 */
export async function findDirectoryPage(db: Executor, search: DirectorySearch): Promise<DirectoryPage> {
  const { radius = defaultRadiusMiles, page = 0, size = 20 } = search;
  const zip = search.zipCode?.slice(0, 5) ?? null;
  return sql<DirectoryPage>`
    with origin as (select latitude, longitude from zip_codes where zip_code = ${zip}),
    listed as (
      select s.id, s.name, z.latitude, z.longitude, ${namesOnlyOrganization(search)} as last,
        array_position(${availabilities}::text[], s.availability) as availability,
        case when ${zipOfPlace} = ${zip} then 0 else ${milesBetween('origin', 'z')} end as miles
      from services s join organizations o on o.id = s.organization_id left join origin on true
        left join zip_codes z on z.zip_code = ${zipOfPlace}
      where ${sql.join([isListed, ...conditions(search)], sql` and `)}
    ),
    inside as (select * from listed where ${zip}::text is null or miles <= ${radius}),
    beyond as (
      select * from listed where not exists (select from inside) and miles is not null
      order by miles, availability, id limit ${nearest}
    ),
    found as (select * from inside union all select * from beyond),
    shown as (
      select *, row_number() over (order by last, availability, miles nulls last, name collate person_names, id) as place
      from found order by place limit ${size} offset ${page * size}::bigint
    ),
    rows as (
      select shown.place, (${serviceJson})::jsonb
          || jsonb_build_object('distanceMiles', round(shown.miles::numeric, 1)) as service,
        ${placeJson('shown')} as whereabouts
      from shown join services s on s.id = shown.id join organizations o on o.id = s.organization_id
    ),
    total as (select count(*) as n from found)
    select json_build_object('content', coalesce((select json_agg(service order by place) from rows), '[]'::json),
      'totalElements', total.n, 'totalPages', ceil(total.n::numeric / ${size}::integer), 'size', ${size}::integer,
      'number', ${page}::integer, 'beyond', exists (select from beyond))::text as page,
      coalesce((select json_agg(whereabouts order by place) from rows), '[]'::json) as places
    from total`.one(db);
}

/** The place of row s of services in organization o, with the centroid in row z. */
function placeJson(z: string): RawBuilder<DirectoryPlace> {
  return sql<DirectoryPlace>`json_build_object('id', s.id, 'zipCode', ${zipOfPlace}, 'openNow', ${isOpenNow},
    'city', case when s.zip_code is null and s.city is null then o.city else s.city end,
    'latitude', ${sql.ref(`${z}.latitude`)}, 'longitude', ${sql.ref(`${z}.longitude`)})`;
}

/** What a search looks in, without the name of organization o. */
const ownText = sql`concat_ws(' ', s.name, s.description, s.eligibility, replace(s.type, '_', ' '))`;

/** Row s of services has each word in its text, or helps with what the word names. */
function hasWords(q: string | undefined, text: RawBuilder<unknown>): RawBuilder<boolean> {
  const words = wordsIn(q).map(
    (word) => sql`(${text} ilike ${containing(word)} or s.type = any(${typesOfNeed(word)}::text[]))`,
  );
  return sql`(${sql.join([sql`true`, ...words], sql` and `)})`;
}

/** These come last: someone who types 'food' wants any food, not what 'Food for All' offers besides. */
function namesOnlyOrganization({ q }: DirectorySearch): RawBuilder<boolean> {
  return sql`not ${hasWords(q, ownText)}`;
}

function conditions({ q, type, language, cost, openNow, availability }: DirectorySearch): RawBuilder<unknown>[] {
  return [
    hasWords(q, sql`concat_ws(' ', ${ownText}, o.name)`),
    ...(type ? [sql`s.type = ${type}`] : []),
    // 'zh' also finds zh-Hans.
    ...(language
      ? [sql`exists (select from unnest(s.languages) l where lower(l || '-') like lower(${language}) || '-%')`]
      : []),
    ...(cost ? [sql`s.cost = ${cost}`] : []),
    ...(availability ? [sql`s.availability = any(${availability}::text[])`] : []),
    ...(openNow === 'true' ? [isOpenNow] : []),
  ];
}

/** One service of the directory with its place; null if it isn't listed. */
export async function findListedService(
  db: Executor,
  id: number,
): Promise<{ service: Service; place: DirectoryPlace } | null> {
  const row = await sql<{ service: Service; place: DirectoryPlace }>`
    select ${serviceJson} as service, ${placeJson('z')} as place
    from services s join organizations o on o.id = s.organization_id left join zip_codes z on z.zip_code = ${zipOfPlace}
    where s.id = ${id} and ${isListed}`.maybeOne(db);
  return row ?? null;
}

/** Fewer answers than this say nothing about the next one. */
const [measuredDays, leastMeasured] = [90, 5];

/** The median time in which a service responded lately, in hours rounded up; null if it was asked too seldom. */
export async function findUsualResponse(db: Executor, serviceId: number): Promise<number | null> {
  const { hours } = await sql<{ hours: number | null }>`
    select case when count(*) >= ${leastMeasured}
      then greatest(1, ceil((percentile_cont(0.5) within group (order by seconds)) / 3600))::integer end as hours
    from (select date_part('epoch', responded_timestamp - create_timestamp) as seconds from service_requests
      where service_id = ${serviceId} and responded_timestamp > create_timestamp
        and create_timestamp > now() - make_interval(days => ${measuredDays})) responses`.one(db);
  return hours;
}

/** The languages that listed services speak. */
export async function findDirectoryLanguages(db: Executor): Promise<string[]> {
  const rows = await sql<{ language: string }>`
    select distinct unnest(s.languages) as language
    from services s join organizations o on o.id = s.organization_id where ${isListed}`.many(db);
  return rows.map(({ language }) => language);
}

export interface Centroid {
  zipCode: string;
  latitude: number;
  longitude: number;
}

/** The ZIP codes in a part of the map, as its background. */
export async function findCentroidsIn(
  db: Executor,
  { south, north, west, east }: { south: number; north: number; west: number; east: number },
): Promise<Centroid[]> {
  return sql<Centroid>`
    select min(zip_code) as "zipCode", latitude, longitude from zip_codes
    where latitude between ${south} and ${north} and longitude between ${west} and ${east}
    group by latitude, longitude order by 1 limit 300`.many(db);
}

export async function findCentroid(db: Executor, zipCode: string): Promise<Centroid | undefined> {
  return sql<Centroid>`
    select zip_code as "zipCode", latitude, longitude from zip_codes where zip_code = ${zipCode.slice(0, 5)}`.maybeOne(
    db,
  );
}
