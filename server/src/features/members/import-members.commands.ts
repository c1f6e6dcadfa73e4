import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { needsYouChanged, notify } from '../../records/events/events.commands.ts';
import {
  createdMembers,
  findOldestTransaction,
  keepVisible,
  settleTwins,
  type Twin,
} from './create-members.commands.ts';
import { fillBlanks } from './fill-blanks.commands.ts';
import { candidatesAfter, type LeftOutRow, matchRows } from './match-rows.commands.ts';
import { uploadsKey } from './member-locks.commands.ts';
import { findEarlierUpload, type ImportedMembers, type MemberUpload } from './member-uploads.queries.ts';

/** Rows written per statement: small enough for its timeout, large enough to be fast. */
const rowsPerStatement = 10_000;

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
  await sql`select pg_advisory_xact_lock(${uploadsKey(upload.organizationId)})`.run(tx);
  const since = await findOldestTransaction(tx);
  await requireAllRows(tx, upload, total);
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
    if (services.length > 0) requests += await createRequests(tx, upload, services, places);
    await onProgress(Math.min(places.to, total));
  }
  const twins = await settleWithManualEntries(tx, upload, since);
  if (services.length > 0) {
    const members = sql`select r.member_id from member_upload_rows r where r.upload_id = ${upload.id} and not r.created
      and not ${services}::bigint[] <@ r.served`;
    await keepVisible(tx, upload.organizationId, members);
  }
  const matched = sql`(select * from member_upload_rows where upload_id = ${upload.id} and not created)`;
  const filler = { ...upload, userId: upload.createdBy };
  const organizations = await fillBlanks(tx, filler, matched, { filled: true, uploadId: upload.id });
  // Once for all members: their changes wait for the admins there.
  if (organizations.length > 0) await notify(tx, [{ event: needsYouChanged, organizations, data: {} }]);
  const counts = await countPeople(tx, upload);
  return { ...counts, requests, leftOut: candidatesAfter(leftOut, twins) };
}

interface Places {
  from: number;
  to: number;
}

const among = ({ id }: MemberUpload, { from, to }: Places) =>
  sql`r.upload_id = ${id} and r.place between ${from} and ${to}`;

/** A partial import is worse than none: missing rows fail the whole upload, which is then read again. */
async function requireAllRows(tx: Tx, upload: MemberUpload, total: number): Promise<void> {
  const { count } = await sql<{ count: number }>`
    select count(*) from member_upload_rows where upload_id = ${upload.id}`.one(tx);
  if (count !== total) throw new Error('the rows of the list are not all there');
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

/** Uploaded people get texts only if the upload declares their consent. */
async function createMembers(tx: Tx, upload: MemberUpload, places: Places): Promise<void> {
  await sql`
    with fresh as not materialized (
      select r.* from member_upload_rows r where ${among(upload, places)} and r.created
    ), ${createdMembers(upload.organizationId, upload.smsConsent ? 'uploaded list' : null)}
    select`.run(tx);
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

function settleWithManualEntries(tx: Tx, upload: MemberUpload, since: string): Promise<Twin[]> {
  const { id, organizationId } = upload;
  const created = sql`select member_id from member_upload_rows where upload_id = ${id} and created and not new_person`;
  return settleTwins(tx, { organizationId, since, created }, async (twins) => {
    const pairs = sql`unnest(${twins.map(({ ours }) => ours)}::bigint[], ${twins.map(({ theirs }) => theirs)}::bigint[])
      as pair (ours, theirs)`;
    await sql`update service_requests q set member_id = pair.theirs from ${pairs} where q.member_id = pair.ours`.run(
      tx,
    );
    await sql`update member_upload_rows r set member_id = pair.theirs, created = false from ${pairs}
      where r.upload_id = ${id} and r.member_id = pair.ours`.run(tx);
  });
}

function countPeople(tx: Tx, upload: MemberUpload): Promise<{ created: number; matched: number }> {
  return sql<{ created: number; matched: number }>`
    select count(*) filter (where created) as created, count(*) filter (where not created) as matched
    from member_upload_rows where upload_id = ${upload.id}`.one(tx);
}
