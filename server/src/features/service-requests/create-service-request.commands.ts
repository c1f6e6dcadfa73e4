import { reviewTime } from '@kinbridge/contract/organizations/organization-approval';
import type { RequestSource } from '@kinbridge/contract/service-requests/outcomes';
import type { newServiceRequest, ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { z } from 'zod';
import type { StaffCaller, Visitor } from '../../access/caller.ts';
import { AppError, invalidField, notFound } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { auditEach } from '../../records/audit/audit.commands.ts';
import { notifyRequestSql } from '../../records/events/events.commands.ts';
import { insertFile, type StoredFile } from '../../records/stored-files/stored-files.commands.ts';
import { fillChosenMember, matchOrCreateMember } from '../members/members.commands.ts';
import { announceRequest, emailSubscribers } from './request-messages.commands.ts';
import { isOverdue, isSeen, unavailability } from './service-request-row.queries.ts';
import { findRequest } from './service-requests.queries.ts';

type Input = z.output<typeof newServiceRequest>;

/** Creates a request for one service: member, request, messages, audit row and event in one transaction. */
export async function createServiceRequest(
  tx: Tx,
  config: Config,
  caller: StaffCaller,
  { file, ...input }: Input & { file: StoredFile | null },
): Promise<ServiceRequest> {
  if (input.organizationId !== caller.organizationId) throw notFound('organization');
  const asked = await lookUp(tx, caller, input);
  const { providerId } = asked;
  checkAssignee(caller, input, asked);
  const member = await findOrCreateMember(tx, caller, input, asked);
  checkFollowed(input, asked, member.id);
  const fileId = file ? await insertFile(tx, file) : null;
  const row: RequestRow = {
    caller,
    organizationId: caller.organizationId,
    providerId,
    serviceId: input.serviceId,
    memberId: member.id,
    assigneeId: input.assigneeId ?? null,
    description: input.description ?? null,
    fileId,
    source: 'STAFF',
    followsId: input.followsId ?? null,
    detail: { memberCreated: member.created },
  };
  const id = await insertRow(tx, row);
  const [request] = await Promise.all([findRequest(tx, caller.organizationId, id), announce(tx, config, row, id)]);
  if (!request) throw notFound('service request');
  return request;
}

export interface RequestRow {
  /** A visitor when it came from a public form. */
  caller: StaffCaller | Visitor;
  organizationId: number;
  providerId: number;
  serviceId: number;
  memberId: number;
  assigneeId: number | null;
  description: string | null;
  fileId: number | null;
  source: RequestSource;
  /** The request that this one tries again. */
  followsId?: number | null;
  detail: Record<string, unknown>;
}

/** A new request with its messages. */
export async function insertRequest(tx: Tx, config: Config, row: RequestRow): Promise<number> {
  const id = await insertRow(tx, row);
  await announce(tx, config, row, id);
  return id;
}

/** Every new request goes through here: row, audit row and event. Both organizations then see the member. */
async function insertRow(tx: Tx, row: RequestRow): Promise<number> {
  const { organizationId, providerId, serviceId, memberId, assigneeId, description, fileId } = row;
  const { userId } = row.caller;
  const [first, second] = [organizationId, providerId].sort((a, b) => a - b);
  const { id } = await sql<{ id: number }>`
    with created as (
      insert into service_requests (organization_id, provider_id, service_id, member_id, assignee_id, status, description,
        file_id, created_by, member_text_waits, source, follows_id, due_timestamp, response_hours, next_reminder_timestamp)
      select ${organizationId}::bigint, ${providerId}::bigint, ${serviceId}::bigint, ${memberId}::bigint,
        ${assigneeId}::bigint, 'REQUESTED', ${description}, ${fileId}::bigint, ${userId}::bigint, ${userId === null}::boolean,
        ${row.source}, ${row.followsId ?? null}::bigint, now() + make_interval(hours => promised.hours), promised.hours,
        now() + make_interval(hours => promised.hours) / 2
      -- In the order of their ids, so that two requests never wait for each other crosswise.
      from (select show_member(${first}::bigint, ${memberId}::bigint), show_member(${second}::bigint, ${memberId}::bigint)) seen,
        (select response_hours::integer as hours from services where id = ${serviceId}::bigint) promised
      returning id, organization_id, provider_id, status, version
    ),
    recorded as (${auditEach('created', {
      caller: row.caller,
      organizationId,
      action: 'service-request.create',
      detail: { memberId, serviceId, assigneeId, ...row.detail },
    })})
    select id, ${notifyRequestSql('created')} from created`.one(tx);
  return id;
}

/** A request from the public directory sends no texts: strangers must not be able to text anyone, staff included. */
async function announce(tx: Tx, config: Config, { source, caller }: RequestRow, id: number): Promise<void> {
  if (source === 'SELF') await emailSubscribers(tx, [id], 'request-created', null);
  else await announceRequest(tx, config, id, caller.userId);
}

interface Asked {
  providerId: number;
  /** Null if the provider has no employee with this id. */
  assigneeStatus: string | null;
  seesMember: boolean;
  service: string;
  paused: boolean;
  /** The request that this one tries again; null if the caller doesn't see it. */
  followed: { memberId: number; canFollow: boolean } | null;
}

/**
 * Looks up everything the request names in one query. Other organizations must be approved, and receive requests only
 * from approved ones.
 */
async function lookUp(tx: Tx, caller: StaffCaller, input: Input): Promise<Asked> {
  const { serviceId, assigneeId, patientId, followsId } = input;
  const row = await sql<Asked>`
    select o.id as "providerId", ${statusOfEmployee(sql`o.id`, assigneeId ?? null)} as "assigneeStatus",
      hold_member(${caller.organizationId}, ${patientId ?? null}) as "seesMember",
      s.name as service, s.availability = 'PAUSED' as paused,
      (select json_build_object('memberId', r.member_id, 'canFollow', r.status = 'CANCELLED' or ${isOverdue}
          or ${unavailability} is not null)
        from service_requests r join services s on s.id = r.service_id join organizations p on p.id = r.provider_id
        where ${isSeen(caller.organizationId, followsId ?? null)}) as followed
    from services s join organizations o on o.id = s.organization_id
    where s.id = ${serviceId} and s.deleted_timestamp is null
      and (o.approval = 'APPROVED' or o.id = ${caller.organizationId})`
    // Parts that aren't given seem to make a new plan cheaper, but planning takes longer than the query.
    .planned('generic')
    .maybeOne(tx);
  if (!row) throw notFound('service');
  if (row.providerId !== caller.organizationId && caller.approval !== 'APPROVED') {
    throw new AppError(
      'organization_waiting',
      `Kinbridge is still reviewing your organization, usually ${reviewTime}. Until it is approved, you can create requests for your own services only.`,
    );
  }
  if (row.paused) throw servicePaused(row.service);
  return row;
}

export function servicePaused(name: string): AppError {
  return new AppError('service_paused', `${name} is paused and can't take requests. Choose another service.`);
}

/** Only a request of the same member that was declined, or got no response in time, can be tried again. */
function checkFollowed({ followsId }: Input, { followed }: Asked, memberId: number): void {
  if (followsId == null) return;
  if (!followed) throw notFound('service request');
  if (followed.memberId !== memberId) throw invalidField('followsId', 'That request is for another member.');
  if (!followed.canFollow) {
    throw invalidField(
      'followsId',
      'Only a request that was cancelled, is overdue or lost its provider can be referred elsewhere.',
    );
  }
}

/** Specification §5: only for one's own services, and only to an active employee of the organization. */
function checkAssignee(caller: StaffCaller, { assigneeId }: Input, { providerId, assigneeStatus }: Asked): void {
  if (assigneeId == null) return;
  if (providerId !== caller.organizationId) {
    throw invalidField('assigneeId', "You can only assign an employee to your own organization's services.");
  }
  refuseUnlessActive(assigneeStatus);
}

export async function requireActiveEmployee(tx: Tx, organizationId: number, employeeId: number): Promise<void> {
  const { status } = await sql<{ status: string | null }>`
    select ${statusOfEmployee(sql`${organizationId}`, employeeId)} as status`.one(tx);
  refuseUnlessActive(status);
}

function statusOfEmployee(organizationId: RawBuilder<unknown>, employeeId: number | null): RawBuilder<string | null> {
  return sql`(select u.status from users u where u.id = ${employeeId} and u.organization_id = ${organizationId}
    and u.user_type <> 'PATIENT')`;
}

function refuseUnlessActive(status: string | null): void {
  if (status === null) throw notFound('employee');
  if (status !== 'ACTIVE') throw invalidField('assigneeId', 'Only active employees can be assigned.');
}

async function findOrCreateMember(tx: Tx, caller: StaffCaller, input: Input, asked: Asked) {
  if (input.patientId != null) {
    if (!asked.seesMember) throw notFound('member');
    if (input.patient) await fillChosenMember(tx, caller, input.patientId, input.patient);
    return { id: input.patientId, created: false };
  }
  if (!input.patient) throw invalidField('patient', 'Enter who the request is for.');
  return matchOrCreateMember(tx, caller.organizationId, input.patient, caller);
}
