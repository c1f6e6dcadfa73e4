import { reviewTime } from '@kinbridge/contract/organizations/organization-approval';
import type { newServiceRequest, ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { z } from 'zod';
import type { StaffActor } from '../../access/actor.ts';
import { AppError, invalidField, notFound } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Config } from '../../main/config.ts';
import { audit } from '../audit/audit.commands.ts';
import { notifyRequests } from '../events/events.commands.ts';
import { insertFile, type StoredFile } from '../files/files.commands.ts';
import { matchOrCreateMember, showMemberTo } from '../members/members.commands.ts';
import { seesMember } from '../members/members.queries.ts';
import { announceRequest } from './request-messages.commands.ts';
import { findRequest } from './service-requests.queries.ts';

type Input = z.output<typeof newServiceRequest>;

/** Creates a request for one service: member, request, messages, audit row and event in one transaction. */
export async function createServiceRequest(
  tx: Tx,
  config: Config,
  actor: StaffActor,
  input: Input,
  file: StoredFile | null,
  requestId: string,
): Promise<ServiceRequest> {
  if (input.organizationId !== actor.organizationId) throw notFound('organization');
  const providerId = await findProvider(tx, actor, input.serviceId);
  await checkAssignee(tx, actor, providerId, input.assigneeId ?? null);
  const member = await findOrCreateMember(tx, actor, input, requestId);
  await showMemberTo(tx, member.id, [actor.organizationId, providerId]);
  const fileId = file ? await insertFile(tx, file) : null;
  const id = await insertRequest(tx, config, {
    actor,
    requestId,
    organizationId: actor.organizationId,
    providerId,
    serviceId: input.serviceId,
    memberId: member.id,
    assigneeId: input.assigneeId ?? null,
    description: input.description ?? null,
    fileId,
    detail: { memberCreated: member.created },
  });
  const request = await findRequest(tx, actor.organizationId, id);
  if (!request) throw notFound('service request');
  return request;
}

export interface RequestRow {
  /** Null when a member asked for it through a public form. */
  actor: StaffActor | null;
  requestId: string;
  organizationId: number;
  providerId: number;
  serviceId: number;
  memberId: number;
  assigneeId: number | null;
  description: string | null;
  fileId: number | null;
  detail: Record<string, unknown>;
}

/**
 * Every door to a new request leads through here: the row, its audit row, messages and event. Of a request that came
 * through a public form only staff are told: anybody could have typed the member's number.
 */
export async function insertRequest(tx: Tx, config: Config, row: RequestRow): Promise<number> {
  const { organizationId, providerId, serviceId, memberId, assigneeId, description, fileId } = row;
  const actorId = row.actor?.userId ?? null;
  const { rows } = await sql<{ id: number; status: string; version: number }>`
    insert into service_requests (organization_id, provider_id, service_id, member_id, assignee_id, status, description,
      file_id, created_by, member_text_waits)
    values (${organizationId}, ${providerId}, ${serviceId}, ${memberId}, ${assigneeId}, 'REQUESTED', ${description},
      ${fileId}, ${actorId}, ${actorId === null})
    returning id, status, version`.execute(tx);
  const created = rows[0] ?? { id: 0, status: 'REQUESTED', version: 1 };
  await audit(tx, {
    actor: row.actor,
    requestId: row.requestId,
    organizationId,
    action: 'service-request.create',
    entityType: 'service-request',
    entityId: created.id,
    detail: { memberId, serviceId, assigneeId, ...row.detail },
  });
  await announceRequest(tx, config, created.id, actorId);
  await notifyRequests(tx, [{ ...created, organization_id: organizationId, provider_id: providerId }]);
  return created.id;
}

/** Other organizations are found once they are approved, and receive requests from approved ones only. */
async function findProvider(tx: Tx, actor: StaffActor, serviceId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select o.id from services s join organizations o on o.id = s.organization_id
    where s.id = ${serviceId} and s.deleted_timestamp is null
      and (o.approval = 'APPROVED' or o.id = ${actor.organizationId})`.execute(tx);
  if (!rows[0]) throw notFound('service');
  if (rows[0].id !== actor.organizationId && actor.approval !== 'APPROVED') {
    throw new AppError(
      'organization_waiting',
      `Kinbridge is still reviewing your organization, usually ${reviewTime}. Until it is approved, you can create requests for your own services only.`,
    );
  }
  return rows[0].id;
}

/** Specification §5: only for the own services, and only to an active employee of the organization. */
async function checkAssignee(tx: Tx, actor: StaffActor, providerId: number, assigneeId: number | null): Promise<void> {
  if (assigneeId === null) return;
  if (providerId !== actor.organizationId) {
    throw invalidField('assigneeId', 'An employee can be assigned only to services of your own organization.');
  }
  await requireActiveEmployee(tx, providerId, assigneeId);
}

export async function requireActiveEmployee(tx: Tx, organizationId: number, employeeId: number): Promise<void> {
  const { rows } = await sql<{ status: string }>`
    select status from users where id = ${employeeId} and organization_id = ${organizationId}
      and user_type <> 'PATIENT'`.execute(tx);
  if (!rows[0]) throw notFound('employee');
  if (rows[0].status !== 'ACTIVE') throw invalidField('assigneeId', 'Only active employees can be assigned.');
}

async function findOrCreateMember(tx: Tx, actor: StaffActor, input: Input, requestId: string) {
  if (input.patientId != null) {
    if (!(await seesMember(tx, actor.organizationId, input.patientId))) throw notFound('member');
    return { id: input.patientId, created: false };
  }
  if (!input.patient) throw invalidField('patient', 'Please say who the request is for.');
  return matchOrCreateMember(tx, actor.organizationId, input.patient, { actor, requestId });
}
