import type { ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { AppError } from '../../app-error.ts';
import type { Executor } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import type { NamedFile } from '../../records/stored-files/stored-files.commands.ts';
import { isOneOf } from './is-one-of.queries.ts';
import { isErasedFor, isSeen, requestJoins, requestJson } from './service-request-row.queries.ts';
import { requestReader, viewer } from './wanted-requests.queries.ts';

const newestFirst = sql`r.create_timestamp desc, r.id desc`;

async function findRequests(
  db: Executor,
  viewerId: number | null,
  where: RawBuilder<unknown>,
): Promise<ServiceRequest[]> {
  const rows = await sql<{ request: ServiceRequest }>`
    select ${requestJson} as request from service_requests r ${requestJoins(viewerId)} where ${where}
    order by ${newestFirst}`.many(db);
  return rows.map((row) => row.request);
}

const findSeen = requestReader(sql`'seen'`);

export async function seesRequest(db: Executor, organizationId: number, id: number): Promise<boolean> {
  return (await findSeen(db, organizationId, id)) !== null;
}

export async function findRequest(db: Executor, organizationId: number, id: number): Promise<ServiceRequest | null> {
  return (await findRequests(db, organizationId, isSeen(organizationId, id)))[0] ?? null;
}

/** The same as JSON text, for pass-through answers. */
export const findRequestText = requestReader(sql`${requestJson}::text`, requestJoins(viewer));

/** A member's requests: all for the member, and for an organization those it is a side of. */
export function findRequestsOfMember(
  db: Executor,
  memberId: number,
  organizationId: number | null,
): Promise<ServiceRequest[]> {
  const side = organizationId === null ? sql`true` : sql`${organizationId} in (r.organization_id, r.provider_id)`;
  return findRequests(db, organizationId, sql`r.member_id = ${memberId} and ${side}`);
}

export function findAssignments(db: Executor, employeeId: number, organizationId: number): Promise<ServiceRequest[]> {
  return findRequests(db, organizationId, sql`r.assignee_id = ${employeeId} and r.provider_id = ${organizationId}`);
}

export interface LockedRequest {
  id: number;
  status: ServiceRequestStatus;
  version: number;
  organization_id: number;
  provider_id: number;
  assignee_id: number | null;
  member_id: number;
  service_id: number;
  file_id: number | null;
  /** It came from a public form, and the member has no text yet. */
  member_text_waits: boolean;
  /** The member was erased for the organization that changes it. */
  is_erased: boolean;
}

/** So that nothing new is written about an erased member. */
export function erasedRequest(): AppError {
  return new AppError('conflict', "This member was erased, so you can't add a comment or a note.");
}

/** Locks the organization's requests in id order for the change. */
export async function lockRequests(db: Executor, organizationId: number, ids: number[]): Promise<LockedRequest[]> {
  return sql<LockedRequest>`
    select r.id, r.status, r.version, r.organization_id, r.provider_id, r.assignee_id, r.member_id, r.service_id, r.file_id,
      r.member_text_waits, ${isErasedFor(organizationId)} as is_erased
    from service_requests r where ${isOneOf('r.id', ids)} and ${organizationId} in (r.organization_id, r.provider_id)
    order by r.id for update`.many(db);
}

export async function findRequestFile(db: Executor, organizationId: number, id: number) {
  return sql<NamedFile>`
    select f.storage_key, f.content_type, f.file_name, f.scan from service_requests r join files f on f.id = r.file_id
    where ${isSeen(organizationId, id)} and not ${isErasedFor(organizationId)}`.maybeOne(db);
}
