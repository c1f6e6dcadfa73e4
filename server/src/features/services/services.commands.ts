import type { newService, Service, serviceUpdate } from '@kinbridge/contract/services/services.contract';
import type { z } from 'zod';
import type { StaffCaller } from '../../access/caller.ts';
import { notFound } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { audit } from '../audit/audit.commands.ts';
import { notifyOrganization } from '../events/events.commands.ts';
import { findServices, lockServices } from './services.queries.ts';

type NewService = z.output<typeof newService>;
type ServiceUpdate = z.output<typeof serviceUpdate>;

export async function addService(tx: Tx, caller: StaffCaller, input: NewService): Promise<Service> {
  const { id } = await sql<{ id: number }>`
    insert into services (organization_id, name, type, description)
    values (${caller.organizationId}, ${input.name}, ${input.type}, ${input.description ?? null})
    returning id`.one(tx);
  await record(tx, caller, { action: 'service.add', entityId: id });
  const [service] = await findServices(tx, caller.organizationId, [id]);
  if (!service) throw notFound('service');
  return service;
}

/** Changes all or none: one foreign service makes the whole call 404. */
export async function updateServices(tx: Tx, caller: StaffCaller, updates: ServiceUpdate[]): Promise<Service[]> {
  if (updates.some((update) => update.organizationId !== caller.organizationId)) throw notFound('organization');
  const ids = updates.map((update) => update.id);
  const before = new Map((await lockServices(tx, caller.organizationId, ids)).map((service) => [service.id, service]));
  if (before.size < ids.length) throw notFound('service');
  const changes = updates.flatMap((update) => {
    const fields = changedFields(before.get(update.id), update);
    return fields.length > 0 ? [{ ...update, fields }] : [];
  });
  await sql`
    update services s set name = n.name, type = n.type, description = n.description
    from unnest(${changes.map((change) => change.id)}::bigint[], ${changes.map((change) => change.name)}::text[],
      ${changes.map((change) => change.type)}::text[], ${changes.map((change) => change.description ?? null)}::text[])
      as n (id, name, type, description) where s.id = n.id`.run(tx);
  for (const { id, fields } of changes) {
    await record(tx, caller, { action: 'service.edit', entityId: id, detail: { fields } });
  }
  return findServices(tx, caller.organizationId, ids);
}

/** A missing description stays empty, as when a service is added. */
function changedFields(before: Partial<ServiceUpdate> | undefined, { name, type, description }: ServiceUpdate) {
  const after = { name, type, description: description ?? null };
  return (Object.keys(after) as (keyof typeof after)[]).filter((field) => before?.[field] !== after[field]);
}

/** Hides the service from every picker; old requests keep it. */
export async function deleteService(tx: Tx, caller: StaffCaller, id: number): Promise<void> {
  const rows = await sql`
    update services set deleted_timestamp = now()
    where id = ${id} and organization_id = ${caller.organizationId} and deleted_timestamp is null returning 1`.many(tx);
  if (rows.length === 0) throw notFound('service');
  await record(tx, caller, { action: 'service.delete', entityId: id });
}

async function record(
  tx: Tx,
  caller: StaffCaller,
  entry: { action: string; entityId: number; detail?: Record<string, unknown> },
): Promise<void> {
  await audit(tx, { caller, entityType: 'service', ...entry });
  await notifyOrganization(tx, caller.organizationId);
}
