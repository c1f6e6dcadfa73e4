import { isDeepStrictEqual } from 'node:util';
import type { Action } from '@kinbridge/contract/happenings';
import {
  type AvailabilityUpdate,
  agesInOrder,
  agesMessage,
  type ServiceDetails,
} from '@kinbridge/contract/services/service-details';
import type { detailsUpdate, newService, Service, serviceUpdate } from '@kinbridge/contract/services/services.contract';
import type { z } from 'zod';
import type { Principal, StaffCaller } from '../../access/caller.ts';
import { AppError, invalidField, notFound } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { tellSenders } from '../../records/service-requests/unavailable.commands.ts';
import { findServices, lockServices } from './services.queries.ts';

/** Staff who signed in, or who pressed a link in an email. */
type Changer = Principal & { organizationId: number };
type NewService = z.output<typeof newService>;
type ServiceUpdate = z.output<typeof serviceUpdate>;
type DetailsUpdate = z.output<typeof detailsUpdate>;

export async function addService(tx: Tx, caller: StaffCaller, input: NewService): Promise<Service> {
  const { id } = await sql<{ id: number }>`
    insert into services (organization_id, name, type, description)
    values (${caller.organizationId}, ${input.name}, ${input.type}, ${input.description ?? null})
    returning id`.one(tx);
  return recordChange(tx, caller, id, { action: 'service.add' });
}

/** Changes all or none: one foreign service makes the whole call 404. */
export async function updateServices(tx: Tx, caller: StaffCaller, updates: ServiceUpdate[]): Promise<Service[]> {
  if (updates.some((update) => update.organizationId !== caller.organizationId)) throw notFound('organization');
  const ids = updates.map((update) => update.id);
  const saved = new Map((await lockServices(tx, caller.organizationId, ids)).map((service) => [service.id, service]));
  if (saved.size < ids.length) throw notFound('service');
  const changes = updates.flatMap((update) => {
    const service = saved.get(update.id);
    const fields = changedFields(service, update);
    return service && fields.length > 0 ? [{ ...update, service, fields }] : [];
  });
  if (changes.some(({ service, before, fields }) => isStale(service, fields, before))) {
    throw new AppError('stale', 'Someone else changed these services. Review their changes and save again.', {
      extra: { current: await findServices(tx, caller.organizationId, ids) },
    });
  }
  await sql`
    update services s set name = n.name, type = n.type, description = n.description
    from unnest(${changes.map((change) => change.id)}::bigint[], ${changes.map((change) => change.name)}::text[],
      ${changes.map((change) => change.type)}::text[], ${changes.map((change) => change.description ?? null)}::text[])
      as n (id, name, type, description) where s.id = n.id`.run(tx);
  for (const { service, fields } of changes) {
    await record(tx, {
      caller,
      action: 'service.edit',
      entityId: service.id,
      detail: { fields },
      heard: saidOf(service),
    });
  }
  return findServices(tx, caller.organizationId, ids);
}

/** A missing description stays empty, as when a service is added. */
function changedFields(saved: Partial<ServiceUpdate> | undefined, { name, type, description }: ServiceUpdate) {
  const after = { name, type, description: description ?? null };
  return (Object.keys(after) as (keyof typeof after)[]).filter((field) => saved?.[field] !== after[field]);
}

/** Whether someone else has changed one of the edited fields since the edit began. */
function isStale<Field extends string>(
  saved: Partial<Record<Field, unknown>> | undefined,
  fields: readonly Field[],
  before: Partial<Record<Field, unknown>> = {},
): boolean {
  return fields.some((field) => before[field] !== undefined && !isDeepStrictEqual(before[field], saved?.[field]));
}

/** Changes what was sent and confirms the listing. */
export async function saveServiceDetails(
  tx: Tx,
  caller: StaffCaller,
  id: number,
  { before, ...details }: DetailsUpdate,
): Promise<Service> {
  const saved = await lockService(tx, caller, id);
  const after = {
    ...saved,
    ...details,
    responseHours: numberAfter(saved.responseHours, details.responseHours, defaultResponseHours),
    stallDays: numberAfter(saved.stallDays, details.stallDays, defaultStallDays),
  };
  const fields = (Object.keys(details) as (keyof ServiceDetails)[]).filter(
    (field) => JSON.stringify(saved[field]) !== JSON.stringify(after[field]),
  );
  if (isStale(saved, fields, before)) {
    throw new AppError('stale', 'Someone else changed this service. Review their changes and save again.', {
      extra: { current: saved },
    });
  }
  if (!agesInOrder(after.ageMin, after.ageMax)) throw invalidField('ageMin', agesMessage);
  await sql`
    update services set name = ${after.name}, type = ${after.type}, description = ${after.description},
      listed_publicly = ${after.listedPublicly}, eligibility = ${after.eligibility}, age_min = ${after.ageMin},
      age_max = ${after.ageMax}, languages = ${after.languages}::text[], cost = ${after.cost},
      documents = ${after.documents}::text[], hours = ${asJson(after.hours)}::jsonb,
      phone_number = ${after.phoneNumber}, website = ${after.website}, address_line1 = ${after.addressLine1},
      address_line2 = ${after.addressLine2}, city = ${after.city}, state = ${after.state}, zip_code = ${after.zipCode},
      service_area = ${asJson(after.serviceArea)}::jsonb, response_hours = ${after.responseHours},
      stall_days = ${after.stallDays}, confirmed_timestamp = now()
    where id = ${id}`.run(tx);
  if (after.stallDays !== saved.stallDays) await shiftStalls(tx, id, after.stallDays - saved.stallDays);
  return recordChange(tx, caller, id, fields.length > 0 ? { action: 'service.edit', detail: { fields } } : confirmed);
}

const confirmed: Change = { action: 'service.confirm' };
const defaultResponseHours = 48;
const defaultStallDays = 7;

/** A number left out stays, and null means the default. */
function numberAfter(saved: number, given: number | null | undefined, byDefault: number): number {
  return given === undefined ? saved : (given ?? byDefault);
}

/** Requests that are under way stall by the new number of days. Those that stall only now are told about. */
async function shiftStalls(tx: Tx, id: number, days: number): Promise<void> {
  await sql`
    with held as (
      select id, stall_timestamp + make_interval(days => ${days}::integer) as stalls from service_requests
      where service_id = ${id} and stall_timestamp is not null order by id for update
    )
    update service_requests r set stall_timestamp = held.stalls,
      stall_reminders = case when held.stalls > now() then 0 else stall_reminders end
    from held where r.id = held.id`.run(tx);
}

function asJson(value: object | null): string | null {
  return value && JSON.stringify(value);
}

/** Says whether the service can take people, and confirms the listing. */
export async function setAvailability(
  tx: Tx,
  caller: StaffCaller,
  id: number,
  { availability, availabilityNote, waitDays }: AvailabilityUpdate,
): Promise<Service> {
  const before = await lockService(tx, caller, id);
  await sql`
    update services set availability = ${availability}, availability_note = ${availabilityNote ?? null},
      wait_days = ${waitDays ?? null}, availability_timestamp = now(), confirmed_timestamp = now()
    where id = ${id}`.run(tx);
  const detail = { from: before.availability, to: availability };
  return recordChange(tx, caller, id, { action: 'service.availability', detail });
}

/** Says that the listing is still right. */
export async function confirmService(tx: Tx, caller: Changer, id: number): Promise<Service> {
  await lockService(tx, caller, id);
  await sql`update services set confirmed_timestamp = now() where id = ${id}`.run(tx);
  return recordChange(tx, caller, id, confirmed);
}

async function lockService(tx: Tx, caller: Changer, id: number): Promise<Service> {
  await lockServices(tx, caller.organizationId, [id]);
  return requireService(tx, caller, id);
}

async function requireService(tx: Tx, caller: Changer, id: number): Promise<Service> {
  const [service] = await findServices(tx, caller.organizationId, [id]);
  if (!service) throw notFound('service');
  return service;
}

interface Change {
  action: Action;
  detail?: Record<string, unknown>;
}

async function recordChange(tx: Tx, caller: Changer, id: number, change: Change): Promise<Service> {
  const service = await requireService(tx, caller, id);
  await record(tx, { caller, entityId: id, heard: saidOf(service), ...change });
  return service;
}

/** Hides the service from every picker; old requests keep it. */
export async function deleteService(tx: Tx, caller: StaffCaller, id: number): Promise<void> {
  const service = await sql<Pick<Service, 'availability'>>`
    update services set deleted_timestamp = now()
    where id = ${id} and organization_id = ${caller.organizationId} and deleted_timestamp is null
    returning availability`.maybeOne(tx);
  if (!service) throw notFound('service');
  await record(tx, { caller, action: 'service.delete', entityId: id, heard: saidOf(service) });
  await tellSenders(tx, sql`r.service_id = ${id}`);
}

/** Open pickers show it. */
const saidOf = ({ availability }: Pick<Service, 'availability'>) => ({ availability });
