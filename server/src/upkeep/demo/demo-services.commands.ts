import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** What the demo services say about themselves: one is full, one is paused. Names are unique in the demo. */
export async function describeDemoServices(tx: Tx, root: string): Promise<void> {
  const services = JSON.parse(await readFile(join(root, 'db/demo/services.json'), 'utf8')) as { hours?: string[] }[];
  const described = services.map(({ hours, ...service }) => ({ ...service, hours: hours?.map(toHours) ?? null }));
  await sql`
    update services s set eligibility = d.eligibility, age_min = d."ageMin", languages = d.languages, cost = d.cost,
      documents = d.documents, hours = d.hours, service_area = d."serviceArea",
      response_hours = coalesce(d."responseHours", s.response_hours), availability = coalesce(d.availability, 'OPEN'),
      availability_note = d."availabilityNote", wait_days = d."waitDays",
      availability_timestamp = case when d.availability is not null then now() end
    from jsonb_to_recordset(${JSON.stringify(described)}::jsonb) as d (name text, eligibility text, "ageMin" smallint,
      languages text[], cost text, documents text[], hours jsonb, "serviceArea" jsonb, "responseHours" smallint,
      availability text, "availabilityNote" text, "waitDays" smallint)
    where s.name = d.name`.run(tx);
}

/** 'MO 08:00-17:00' */
function toHours(text: string): { day: string; opens: string; closes: string } {
  const [day = '', opens = '', closes = ''] = text.split(/[ -]/);
  return { day, opens, closes };
}
