import type { Route } from '../../server/src/access/route.ts';
import { invalidField } from '../../server/src/app-error.ts';
import { sql } from '../../server/src/db/sql.ts';
import { asOwner } from '../../server/src/testing/as-owner.ts';
import { nextNumber } from '../../server/src/testing/build.ts';
import type { Answer } from '../../server/src/testing/test-app.ts';
import { routesAfter } from '../changed-routes.ts';
import type { Part, PlantedFault, Result } from '../part.ts';
import { type Door, doorsOf, type Typed } from './doors.ts';
import { addMember, buildWorld, readRecords, type World } from './world.ts';

/** Twins, typed IDs and people whom only another organization knows, through every door that makes members. */
export const matching: Part = {
  name: 'matching',
  async run({ rounds, report }) {
    const total: Tally = { entered: 0, doors: 0, failures: [] };
    for (let round = 0; round < rounds; round++) {
      const { entered, doors, failures } = await enterPeople();
      total.entered += entered;
      total.doors = doors;
      total.failures.push(...failures);
      report(`${total.entered.toLocaleString('en-US')} people, ${total.failures.length} failures`);
      if (total.failures.length > 20) break;
    }
    return toResult(total);
  },
  plantedFaults: [
    plant('a shared phone that decides whose request it is', {
      served: routesAfter('POST /v1/service-requests', async ({ parts, app }) => {
        const { serviceRequest } = parts;
        const known = await sql<{ id: number }>`select id from users where user_type = 'PATIENT'
          and last_name = ${serviceRequest.patient.lastName} and phone_number = ${serviceRequest.patient.phoneNumber}
          limit 1`.maybeOne(app.db);
        if (known) serviceRequest.patientId = known.id;
      }),
    }),
    plant('an ID that is refused because another organization has it', {
      served: routesAfter('POST /v1/organizations/{id}/members', async ({ body, caller, app }) => {
        const taken = await sql`select from users where participant_id = ${body.participantId}
          and organization_id <> ${caller.organizationId} limit 1`.maybeOne(app.db);
        if (taken) throw invalidField('participantId', 'Another member has this ID.');
      }),
    }),
    plant('members that every organization sees', {
      before: ({ portal }) =>
        asOwner(
          portal.databaseUrl,
          `create or replace view visible_members as
            select o.id as organization_id, m.member_id, m.search, m.create_timestamp, m.first_name, m.last_name,
              m.date_of_birth, m.email, m.phone_number, m.zip_code
            from organization_members m cross join organizations o`,
        ),
    }),
  ],
};

interface Tally {
  entered: number;
  doors: number;
  failures: string[];
}

interface Situation {
  name: string;
  /** Whose member is known already. */
  owner: 'clinic' | 'foreign';
  needsId: boolean;
  typed(known: Typed): Typed;
  /** What the typed person is to the clinic. */
  match: 'sure' | 'possible' | 'none';
}

const twinOf = (known: Typed): Typed => ({ ...known, firstName: 'Ursula', participantId: null });
const withIdOf = ({ participantId }: Typed): Typed => ({ ...newPerson(), firstName: 'Ursula', participantId });

const situations: Situation[] = [
  { name: 'the same person', owner: 'clinic', needsId: false, typed: (known) => known, match: 'sure' },
  { name: 'a twin', owner: 'clinic', needsId: false, typed: twinOf, match: 'possible' },
  { name: "another member's ID", owner: 'clinic', needsId: true, typed: withIdOf, match: 'possible' },
  { name: 'the same person elsewhere', owner: 'foreign', needsId: false, typed: (known) => known, match: 'none' },
  { name: 'a twin elsewhere', owner: 'foreign', needsId: false, typed: twinOf, match: 'none' },
  { name: 'an ID from elsewhere', owner: 'foreign', needsId: true, typed: withIdOf, match: 'none' },
];

function newPerson(): Typed {
  const number = nextNumber();
  return {
    firstName: 'Nils',
    lastName: `Berg ${number}`,
    dateOfBirth: '1990-03-04',
    phoneNumber: `+1269555${String(number).padStart(4, '0')}`,
    participantId: String(20_000_000_000 + number),
  };
}

interface Entering {
  served?: Route[];
  before?(world: World): Promise<unknown>;
}

/** Enters a person in each situation through each door. */
export async function enterPeople({ served, before }: Entering = {}): Promise<Tally> {
  const world = await buildWorld(served);
  const tally: Tally = { entered: 0, doors: 0, failures: [] };
  try {
    await before?.(world);
    const doors = doorsOf(world);
    tally.doors = doors.length;
    for (const door of doors) {
      for (const situation of situations.filter(({ needsId }) => door.takesId || !needsId)) {
        tally.entered++;
        const harms = await enter(world, door, situation);
        tally.failures.push(...harms.map((harm) => `${door.name}, ${situation.name}: ${harm}.`));
      }
      if (door.asks === 'staff') tally.failures.push(...(await chooseForeign(world, door)));
    }
  } finally {
    await world.portal.close();
  }
  return tally;
}

/** What went wrong, in words. */
async function enter(world: World, door: Door, { owner, typed: typedFor, match }: Situation): Promise<string[]> {
  const { portal } = world;
  const known = newPerson();
  const knownId = await addMember(portal, world[owner], known);
  const typed = typedFor(known);
  const before = await readRecords(portal);
  const answer = await door.enter(typed);
  const after = await readRecords(portal);
  const harms: string[] = [];
  const isSame = match === 'sure' && door.matches;
  for (const [id, record] of before) {
    if (after.get(id) !== record && !(isSame && id === knownId)) harms.push(`moved the record of ${id}`);
  }
  const created = [...after.keys()].filter((id) => !before.has(id));
  const isAsked = match === 'possible' && door.asks !== 'nobody';
  const expected = isSame || isAsked ? 0 : 1;
  if (created.length !== expected) harms.push(`made ${created.length} records, not ${expected}`);
  if (isAsked !== wasAsked(door, answer)) harms.push(`answers ${answer.status} ${JSON.stringify(answer.body)}`);
  const shown = candidateIds(answer.body);
  if (shown.some((id) => id !== knownId) || (owner === 'foreign' && shown.length > 0)) {
    harms.push(`shows ${shown.join(', ')}`);
  }
  for (const id of created) harms.push(...(await findWrongHints(world, id, match === 'none' ? [] : [knownId])));
  if (owner === 'foreign') harms.push(...(await findTraces(door, typed, answer)));
  return harms;
}

function wasAsked({ asks }: Door, { status, body }: Answer): boolean {
  return asks === 'row' ? body?.rejected?.length === 1 : status === 409 && body?.code === 'possible_match';
}

/** Wherever an answer has candidates. */
function candidateIds(value: unknown): number[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'candidates' ? inner.map(({ id }: { id: number }) => id) : candidateIds(inner),
  );
}

/** Staff read on the new record's page whom else it may be. */
async function findWrongHints({ portal, clinic }: World, id: number, expected: number[]): Promise<string[]> {
  const { body } = await portal.call('GET /v1/users/{id}/duplicates', { params: { id }, token: clinic.token });
  const hints = (body?.duplicates ?? []).map(({ member }: { member: { id: number } }) => member.id);
  return hints.every((hint: number) => expected.includes(hint)) ? [] : [`hints at ${hints.join(', ')}`];
}

/** The answer must be the one about a person whom nobody knows. */
async function findTraces(door: Door, typed: Typed, answer: Answer): Promise<string[]> {
  const other = { ...newPerson(), firstName: typed.firstName };
  if (typed.participantId === null) other.participantId = null;
  const [about, unknown] = [plain(answer, typed), plain(await door.enter(other), other)];
  return about === unknown ? [] : [`answers ${about}, but ${unknown} about a person whom nobody knows`];
}

/** Staff say that it is somebody whom only another organization sees. */
async function chooseForeign(world: World, door: Door): Promise<string[]> {
  const known = newPerson();
  const knownId = await addMember(world.portal, world.foreign, known);
  const before = await readRecords(world.portal);
  const [foreign, unknown] = [await door.enter(known, knownId), await door.enter(known, 900_000_000)];
  const after = await readRecords(world.portal);
  const harms: string[] = [];
  if (plain(foreign, known) !== plain(unknown, known)) harms.push('differs from an unknown one');
  if (foreign.status !== 404) harms.push(`gets ${foreign.status}`);
  if (JSON.stringify([...before]) !== JSON.stringify([...after])) harms.push('changes a record');
  return harms.map((harm) => `${door.name}, a foreign member as the answer: ${harm}.`);
}

/** An answer without what differs between two people: names, numbers and times. */
function plain({ status, body }: Answer, { lastName, phoneNumber }: Typed): string {
  const text = JSON.stringify({ status, body: { ...body, requestId: '' } });
  return text.replaceAll(lastName, 'Berg').replaceAll(phoneNumber, '').replace(/\d+/g, '#');
}

function toResult({ entered, doors, failures }: Tally): Result {
  return {
    figures: [
      { what: 'doors that make members', value: doors },
      { what: 'twins, typed IDs and people from elsewhere', value: entered },
    ],
    failures,
  };
}

function plant(name: string, fault: Entering): PlantedFault {
  return { name, run: async () => toResult(await enterPeople(fault)) };
}
