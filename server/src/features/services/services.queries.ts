import type { Contact } from '@kinbridge/contract/services/contact';
import type { Service } from '@kinbridge/contract/services/services.contract';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

/** Whether row s of services has an address of its own. */
const hasAddress = sql`coalesce(s.address_line1, s.address_line2, s.city, s.state, s.zip_code) is not null`;

/**
 * How to reach a service, by field, over rows s of services and one of organizations. An organization's second line is
 * its state.
 */
export function contactFields(organization: 'o' | 'p'): Record<keyof Contact, RawBuilder<unknown>> {
  const its = (column: string) => sql.ref(`${organization}.${column}`);
  const address = (own: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
    sql`case when ${hasAddress} then ${own} else ${other} end`;
  return {
    phoneNumber: sql`coalesce(s.phone_number, ${its('phone_number')})`,
    website: sql`coalesce(s.website, ${its('website')})`,
    addressLine1: address(sql`s.address_line1`, its('address_line1')),
    addressLine2: address(sql`s.address_line2`, sql`null`),
    city: address(sql`s.city`, its('city')),
    state: address(sql`s.state`, its('address_line2')),
    zipCode: address(sql`s.zip_code`, its('zip_code')),
  };
}

export function contactJson(organization: 'o' | 'p'): RawBuilder<Contact> {
  const fields = Object.entries(contactFields(organization)).map(([name, value]) => sql`${sql.lit(name)}, ${value}`);
  return sql`json_build_object(${sql.join(fields)})`;
}

/** A service as the API shows it, over rows s of services and o of organizations. */
export const serviceJson = sql`json_build_object('id', s.id, 'name', s.name, 'type', s.type, 'description', s.description,
  'eligibility', s.eligibility, 'ageMin', s.age_min, 'ageMax', s.age_max, 'languages', s.languages, 'cost', s.cost,
  'documents', s.documents, 'hours', s.hours, 'phoneNumber', s.phone_number, 'website', s.website,
  'addressLine1', s.address_line1, 'addressLine2', s.address_line2, 'city', s.city, 'state', s.state,
  'zipCode', s.zip_code, 'contact', ${contactJson('o')}, 'serviceArea', s.service_area, 'responseHours', s.response_hours, 'stallDays', s.stall_days,
  'availability', s.availability, 'availabilityNote', s.availability_note, 'waitDays', s.wait_days,
  'availabilityTimestamp', ${iso('s.availability_timestamp')}, 'confirmedTimestamp', ${iso('s.confirmed_timestamp')},
  'listedPublicly', s.listed_publicly, 'organizationId', s.organization_id, 'organization', json_build_object('id', o.id, 'name', o.name))`;

/** The available services, in the order they were added. */
export function listServices(db: Executor, organizationId: number): Promise<Service[]> {
  return find(db, organizationId, sql`true`);
}

export function findServices(db: Executor, organizationId: number, ids: number[]): Promise<Service[]> {
  return find(db, organizationId, sql`s.id = any(${ids}::bigint[])`);
}

async function find(db: Executor, organizationId: number, which: RawBuilder<unknown>): Promise<Service[]> {
  const rows = await sql<{ service: Service }>`
    select ${serviceJson} as service from services s join organizations o on o.id = s.organization_id
    where s.organization_id = ${organizationId} and s.deleted_timestamp is null and ${which} order by s.id`.many(db);
  return rows.map((row) => row.service);
}

/** Locks the organization's services in id order for the change. */
export async function lockServices(db: Executor, organizationId: number, ids: number[]) {
  return sql<Pick<Service, 'id' | 'name' | 'type' | 'description' | 'availability'>>`
    select id, name, type, description, availability from services
    where id = any(${ids}::bigint[]) and organization_id = ${organizationId} and deleted_timestamp is null
    order by id for update`.many(db);
}

/** How many open requests a service has; null if it isn't the organization's. */
export async function countOpenRequests(db: Executor, organizationId: number, id: number): Promise<number | null> {
  const row = await sql<{ count: number }>`
    select (select count(*) from service_requests r where r.provider_id = s.organization_id and r.service_id = s.id
      and r.status in ('REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING')) as count
    from services s where s.id = ${id} and s.organization_id = ${organizationId} and s.deleted_timestamp is null`.maybeOne(
    db,
  );
  return row?.count ?? null;
}

/** The miles between two rows with a latitude and a longitude, in a straight line; null without either. */
export function milesBetween(from: string, to: string): RawBuilder<number | null> {
  const [a, b] = [sql.raw(from), sql.raw(to)];
  // The check is needed, because least() ignores null.
  return sql<number | null>`case when ${a}.latitude + ${b}.latitude is not null then 3958.8 * 2 * asin(least(1, sqrt(
    sin(radians(${b}.latitude - ${a}.latitude) / 2) ^ 2 + cos(radians(${a}.latitude)) * cos(radians(${b}.latitude))
    * sin(radians(${b}.longitude - ${a}.longitude) / 2) ^ 2))) end`;
}
