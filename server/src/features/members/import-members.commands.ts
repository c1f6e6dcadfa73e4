import type { Tx } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { memberColumns } from '../../records/users/user-columns.ts';
import { fillListedBlanks } from './fill-listed-blanks.commands.ts';
import { matchesOf } from './member-matching.queries.ts';
import { nextMemberId } from './member-uploads.commands.ts';
import { findEarlierUpload, type ImportedMembers, type MemberUpload } from './member-uploads.queries.ts';
import { keepVisible, listCreated, lockMembersOf, uploadsKey } from './members.commands.ts';
import {
  candidatesAfter,
  type LeftOutRow,
  leaveOutAlike,
  leaveOutFollowers,
  leaveOutPossible,
  leaveOutTakenIds,
  takeChosenMembers,
} from './undecided-rows.commands.ts';

/** Rows written per statement: small enough for its timeout, large enough to be fast. */
const rowsPerStatement = 10_000;

const columns = sql.raw(memberColumns.join(', '));

/** Up to this many rows may each be compared with every member; beyond, members are read once. */
const fewRows = 1_000;

/**
 * Imports the rows of an upload in the caller's transaction: each is matched with a visible member or creates one, and
 * gets a request per service. Work done earlier for the same content isn't repeated.
 */
export async function importMembers(
  tx: Tx,
  upload: MemberUpload,
  { contentHash, total }: { contentHash: Buffer; total: number },
  onProgress: (done: number) => Promise<void>,
): Promise<ImportedMembers & { leftOut: LeftOutRow[] }> {
  await waitForOtherUploads(tx, upload.organizationId);
  const { since } = await requireAllRows(tx, upload, total);
  const earlier = await findEarlierUpload(tx, upload, contentHash);
  if (earlier.latestId !== null) await reuseMembersOf(tx, upload, earlier.latestId);
  if (earlier.partialIds.length > 0) await markServed(tx, upload, earlier.partialIds);
  await onProgress(0);
  const leftOut = await matchRows(tx, upload);
  await onProgress(0);
  const services = upload.serviceIds.filter((id) => !earlier.coveredServiceIds.has(id));
  const step = Math.max(200, Math.floor(rowsPerStatement / (services.length + 1)));
  let requests = 0;
  for (let from = 1; from <= total; from += step) {
    const places = { from, to: from + step - 1 };
    await createMembers(tx, upload, places);
    await followSameRows(tx, upload, places);
    if (services.length > 0) requests += await createRequests(tx, upload, services, places);
    await onProgress(Math.min(places.to, total));
  }
  const twins = await settleWithManualEntries(tx, upload, { total, since });
  if (services.length > 0) {
    const members = sql`select r.member_id from member_upload_rows r where r.upload_id = ${upload.id} and not r.created
      and not ${services}::bigint[] <@ r.served`;
    await keepVisible(tx, upload.organizationId, members);
  }
  await withoutNestedLoops(tx, total, () => fillListedBlanks(tx, upload));
  const counts = await countPeople(tx, upload);
  return { ...counts, requests, leftOut: candidatesAfter(leftOut, twins) };
}

interface Places {
  from: number;
  to: number;
}

/**
 * The planner has no or wrong statistics about members created moments ago and might compare every member with every
 * row. That is fine only for a few rows.
 */
async function withoutNestedLoops<T>(tx: Tx, total: number, work: () => Promise<T>): Promise<T> {
  if (total <= fewRows) return work();
  await sql`set local enable_nestloop = off`.run(tx);
  const result = await work();
  await sql`set local enable_nestloop = on`.run(tx);
  return result;
}

/** Looks up each row's member by id; also fixed because the planner lacks statistics. */
const memberOf = (row: string) =>
  sql`cross join lateral (select * from users where users.id = ${sql.ref(`${row}.member_id`)} offset 0) u`;

const among = ({ id }: MemberUpload, { from, to }: Places) =>
  sql`r.upload_id = ${id} and r.place between ${from} and ${to}`;

async function waitForOtherUploads(tx: Tx, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${uploadsKey(organizationId)})`.run(tx);
}

/**
 * A partial import is worse than none: missing rows fail the whole upload, which is then read again. Returns the oldest
 * transaction that the matching below may not see.
 */
async function requireAllRows(tx: Tx, upload: MemberUpload, total: number): Promise<{ since: string }> {
  const { count, since } = await sql<{ count: number; since: string }>`
    select count(*), pg_snapshot_xmin(pg_current_snapshot())::xid::text as since
    from member_upload_rows where upload_id = ${upload.id}`.one(tx);
  if (count !== total) throw new Error('the rows of the list are not all there');
  return { since };
}

/**
 * Identical rows in the same order are the same people, even without a birthday or merged since. People who are no
 * longer members of the organization are matched like anyone else.
 */
async function reuseMembersOf(tx: Tx, upload: MemberUpload, earlierId: number): Promise<void> {
  await sql`
    update member_upload_rows r set member_id = known.member_id, created = false
    from (select place, merged_into(member_id) as member_id
      from member_uploads e cross join unnest(e.member_ids) with ordinality as listed (member_id, place)
      where e.id = ${earlierId} offset 0) known
    where r.upload_id = ${upload.id} and r.place = known.place and exists (select from visible_members om
      where om.organization_id = ${upload.organizationId} and om.member_id = known.member_id)`.run(tx);
}

/** The members that the chosen rows p of the upload describe. */
const matchesOfRows = ({ id, organizationId }: MemberUpload, chosen: RawBuilder<unknown>) =>
  matchesOf(organizationId, sql`member_upload_rows`, sql`p.upload_id = ${id} and ${chosen}`);

const isSureRank = sql`found.rank % 2 = 0`;

/** Rows that an earlier upload of the same content left out get the requests that it made for the others. */
async function markServed(tx: Tx, { id }: MemberUpload, earlierIds: number[]): Promise<void> {
  await sql`
    update member_upload_rows r set served = e.services from (
      select listed.place, array_agg(distinct service) as services
      from member_uploads e cross join unnest(e.member_ids) with ordinality as listed (member_id, place)
        cross join unnest(e.service_ids) service
      where e.id = any(${earlierIds}::bigint[]) and listed.member_id is not null group by listed.place) e
    where r.upload_id = ${id} and r.place = e.place`.run(tx);
}

/** Says whose record each row is, and takes out the rows that nobody but staff can decide. */
async function matchRows(tx: Tx, upload: MemberUpload): Promise<LeftOutRow[]> {
  const leftOut = await takeChosenMembers(tx, upload);
  leftOut.push(...(await leaveOutPossible(tx, upload, await matchMembers(tx, upload))));
  await splitDifferentPeople(tx, upload);
  leftOut.push(...(await leaveOutAlike(tx, upload)), ...(await leaveOutTakenIds(tx, upload)));
  leftOut.push(...(await leaveOutFollowers(tx, upload, leftOut)));
  await markRepeats(tx, upload);
  return leftOut;
}

/**
 * Gives the sure matches their member and returns the places of the possible ones. Follows merges; until the commit
 * nobody can merge these members.
 */
async function matchMembers(tx: Tx, upload: MemberUpload): Promise<number[]> {
  const open = sql`(p.created or p.member_id is null) and not p.new_person`;
  const { places } = await sql<{ places: number[] }>`
    with found as materialized (${matchesOfRows(upload, open)}), sure as (
      update member_upload_rows r set member_id = merged_into(found.id), created = false from found
      where r.upload_id = ${upload.id} and r.place = found.place and ${isSureRank}
    )
    select coalesce(json_agg(place), '[]') as places from found where not ${isSureRank}`.one(tx);
  return places;
}

async function markRepeats(tx: Tx, upload: MemberUpload): Promise<void> {
  await sql`
    update member_upload_rows r set repeats = true from (
      select place, row_number() over (partition by member_id order by place) as nth from member_upload_rows
      where upload_id = ${upload.id} and not created and member_id is not null) seen
    where r.upload_id = ${upload.id} and r.place = seen.place and seen.nth > 1`.run(tx);
}

/** Splits rows that were treated as one person although the member has another participant id. */
async function splitDifferentPeople(tx: Tx, upload: MemberUpload): Promise<void> {
  await sql`
    update member_upload_rows r set same_as = nullif(other.place, r.place), created = (other.place = r.place),
      member_id = case when other.place = r.place then ${nextMemberId} end
    from (
      select min(r.place) as place, r.same_as, r.participant_id from member_upload_rows r
        join member_upload_rows c on c.upload_id = r.upload_id and c.place = r.same_as
        ${memberOf('c')}
      where r.upload_id = ${upload.id} and r.member_id is null and r.same_as is not null
        and u.participant_id <> r.participant_id
      group by r.same_as, r.participant_id) other
    where r.upload_id = ${upload.id} and r.member_id is null
      and r.same_as = other.same_as and r.participant_id = other.participant_id`.run(tx);
}

/** Uploaded people get texts only if the upload declares their consent. */
async function createMembers(tx: Tx, upload: MemberUpload, places: Places): Promise<void> {
  const { organizationId, smsConsent } = upload;
  await sql`
    with fresh as not materialized (
      select r.* from member_upload_rows r where ${among(upload, places)} and r.created
    ), people as (
      insert into users (id, user_type, status, organization_id, ${columns}, send_sms_texts, sms_consent_source,
        sms_consent_timestamp)
      overriding system value
      select member_id, 'PATIENT', 'ACTIVE', ${organizationId}, ${columns}, ${smsConsent},
        case when ${smsConsent} then 'uploaded list' end, case when ${smsConsent} then now() end
      from fresh order by place
    )
    ${listCreated(organizationId, 'fresh')}`.run(tx);
}

/** Later rows about a person get the first row's member. */
async function followSameRows(tx: Tx, upload: MemberUpload, places: Places): Promise<void> {
  await sql`
    update member_upload_rows r set member_id = c.member_id, repeats = true from member_upload_rows c
    where ${among(upload, places)} and r.member_id is null and c.upload_id = r.upload_id and c.place = r.same_as`.run(
    tx,
  );
}

/** Creates one request per member and service, with the audit row that starts its timeline. */
async function createRequests(tx: Tx, upload: MemberUpload, services: number[], places: Places): Promise<number> {
  const { id, organizationId, createdBy, serviceStatus, requestId } = upload;
  const completed = serviceStatus === 'COMPLETED';
  const { count } = await sql<{ count: number }>`
    with made as (
      insert into service_requests (id, organization_id, provider_id, service_id, member_id, status, created_by,
        furthest_step, responded_timestamp, complete_timestamp, search, member_first_name, member_last_name, source,
        due_timestamp, response_hours)
      overriding system value
      select wanted.id, ${organizationId}, ${organizationId}, service_id, member_id, ${serviceStatus}, ${createdBy},
        ${completed ? 5 : 1}, case when ${completed} then now() end, case when ${completed} then now() end,
        request_search_text(wanted.id, first_name, last_name, service, o.name, o.name, null, null, sender_first, sender_last), first_name, last_name, 'UPLOAD',
        case when not ${completed} then now() + make_interval(hours => response_hours) end, response_hours
      from (
        select nextval(pg_get_serial_sequence('service_requests', 'id')) as id, r.member_id,
          coalesce(u.first_name, r.first_name) as first_name, coalesce(u.last_name, r.last_name) as last_name,
          s.id as service_id, s.name as service, s.response_hours::integer as response_hours
        from member_upload_rows r
          left join lateral (select * from users where users.id = r.member_id and not r.created offset 0) u on true
          cross join (select id, name, response_hours from services where id = any(${services}::bigint[]) order by id) s
        where ${among(upload, places)} and not r.repeats and not s.id = any(r.served)
        order by r.place, s.id
      ) wanted, organizations o
        left join (select id as sender_id, first_name as sender_first, last_name as sender_last from users) sender
          on sender_id = ${createdBy}
      where o.id = ${organizationId}
      returning id, member_id, service_id
    ), logged as (
      insert into audit_log (organization_id, actor_id, action, entity_type, entity_id, detail, request_id)
      select ${organizationId}, ${createdBy}, 'service-request.create', 'service-request', id,
        jsonb_build_object('memberId', member_id, 'serviceId', service_id, 'assigneeId', null, 'uploadId', ${id}::bigint),
        ${requestId}
      from made order by id
    )
    select count(*) from made`.one(tx);
  return count;
}

/**
 * Someone may have entered one of these people manually during the import. From here to the commit nobody else can
 * create a member of this organization, so existing members are found and take over their rows.
 */
async function settleWithManualEntries(
  tx: Tx,
  upload: MemberUpload,
  { total, since }: { total: number; since: string },
): Promise<ReadonlyMap<number, number>> {
  await lockMembersOf(tx, upload.organizationId, 'alone');
  const others = await findSeenSince(tx, upload.organizationId, since);
  if (others.length === 0) return new Map();
  const chosen = sql`p.created and not p.new_person and u.id = any(${others}::bigint[])`;
  const twins = await withoutNestedLoops(tx, total, () =>
    sql<{ ours: number; theirs: number }>`
      select coalesce(r.member_id, 0) as ours, found.id as theirs from (${matchesOfRows(upload, chosen)}) found
        join member_upload_rows r on r.upload_id = ${upload.id} and r.place = found.place
      where ${isSureRank}`.many(tx),
  );
  if (twins.length === 0) return new Map();
  const ours = twins.map((twin) => twin.ours);
  const theirs = twins.map((twin) => twin.theirs);
  const pairs = sql`unnest(${ours}::bigint[], ${theirs}::bigint[]) as pair (ours, theirs)`;
  await sql`update service_requests q set member_id = pair.theirs from ${pairs} where q.member_id = pair.ours`.run(tx);
  await sql`update member_upload_rows r set member_id = pair.theirs, created = false from ${pairs}
    where r.upload_id = ${upload.id} and r.member_id = pair.ours`.run(tx);
  await sql`delete from users where id = any(${ours}::bigint[])`.run(tx);
  return new Map(twins.map((twin) => [twin.ours, twin.theirs]));
}

/** Members that others let the organization see, or changed, since a transaction began. */
async function findSeenSince(tx: Tx, organizationId: number, since: string): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select member_id as id from organization_members where organization_id = ${organizationId}
      and age(xmin) <= age(${since}::xid) and xmin <> pg_current_xact_id()::xid`.many(tx);
  return rows.map(({ id }) => id);
}

function countPeople(tx: Tx, upload: MemberUpload): Promise<{ created: number; matched: number }> {
  return sql<{ created: number; matched: number }>`
    select count(*) filter (where created) as created, count(*) filter (where not created) as matched
    from member_upload_rows where upload_id = ${upload.id}`.one(tx);
}
