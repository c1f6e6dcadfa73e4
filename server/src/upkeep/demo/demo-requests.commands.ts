import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillTemplate, messageTemplates, responseTime } from '@kinbridge/contract/custom-messages/message-templates';
import { isEndStatus } from '@kinbridge/contract/service-requests/outcomes';
import { statusPath } from '@kinbridge/contract/service-requests/service-request-status';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { nameInSms } from '../../records/sms/sms.commands.ts';
import { DemoRandom } from './demo-random.ts';
import { buildStory, type DemoOutcome, type DemoStory, demoAges, demoOutcome, secondTries } from './demo-story.ts';

interface People {
  firstNames: string[];
  lastNames: string[];
  zipCodes: string[];
  streets: string[];
  descriptions: (string | null)[];
  notes: string[];
}

interface Place {
  organization_id: number;
  name: string;
  services: { id: number; name: string }[];
  staff: { id: number; name: string }[];
}

interface Member {
  id: number;
  firstName: string;
  phoneNumber: string;
  organizationId: number;
}

const membersPerOrganization = 110;
const requestCount = 2600;
const demoAreaCodes = [616, 517, 734, 810];

/** Loads several hundred members and their requests of the last two years, in every status. Nothing is sent. */
export async function loadDemoRequests(tx: Tx, root: string, now = Date.now()): Promise<void> {
  const people = JSON.parse(await readFile(join(root, 'db/demo/people.json'), 'utf8')) as People;
  const random = new DemoRandom(20_261_115);
  // Its own, so that everything else stays as it is.
  const endings = new DemoRandom(20_261_117);
  const places = await findPlaces(tx);
  const members = await insertMembers(tx, random, people, places);
  const drafts = demoAges(random, requestCount).map((age, index) => {
    const [place, provider] = sidesOf(places, index);
    const story = buildStory(random, now, age);
    const outcome = demoOutcome(endings, story.status);
    return draftRequest(random, people, members, { place, provider, story, outcome });
  });
  drafts.sort((a, b) => a.story.createdAt - b.story.createdAt);
  const ids = await insertRequests(tx, drafts);
  const requests = drafts.map((draft, index) => ({ ...draft, id: ids[index] as number }));
  await linkSecondTries(tx, secondTries(requests));
  await insertHistory(tx, requests);
  await insertComments(tx, random, people, requests);
  await insertMessages(tx, requests, now);
}

async function findPlaces(tx: Tx): Promise<Place[]> {
  return sql<Place>`
    select o.id as organization_id, o.name,
      (select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.id) from services s where s.organization_id = o.id) as services,
      (select json_agg(json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) order by u.id) from users u
        where u.organization_id = o.id and u.status = 'ACTIVE') as staff
    from organizations o order by o.id`.many(tx);
}

async function insertMembers(tx: Tx, random: DemoRandom, people: People, places: Place[]): Promise<Member[]> {
  const rows = places.flatMap((place) =>
    Array.from({ length: membersPerOrganization }, () => ({
      organizationId: place.organization_id,
      firstName: random.pick(people.firstNames),
      lastName: random.pick(people.lastNames),
      zipCode: random.pick(people.zipCodes),
      street: `${100 + random.below(800)} ${random.pick(people.streets)}`,
      birthday: `${1938 + random.below(68)}-${String(1 + random.below(12)).padStart(2, '0')}-${String(1 + random.below(28)).padStart(2, '0')}`,
      participantId: random.chance(0.4) ? String(10_000_000_000 + random.below(1_000_000_000)) : null,
    })),
  );
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  // 555-0100 to 555-0199 of each area code is reserved for fiction.
  const phones = rows.map(
    (_, index) => `+1${demoAreaCodes[Math.floor(index / 100)]}55501${String(index % 100).padStart(2, '0')}`,
  );
  const inserted = await sql<{ id: number }>`
    insert into users (user_type, status, organization_id, first_name, last_name, phone_number, date_of_birth, address_line1,
      city, state, zip_code, participant_id, email, language, sms_consent_source, sms_consent_timestamp)
    select 'PATIENT', 'ACTIVE', o, f, l, p, b::date, s, 'Kalamazoo', 'MI', z, i,
      case when n % 3 = 0 then lower(f || '.' || l || n || '@demo.example') end, case when n % 6 = 0 then 'es' end, 'demo', now()
    from unnest(${column('organizationId')}::bigint[], ${column('firstName')}::text[], ${column('lastName')}::text[],
      ${phones}::text[], ${column('birthday')}::text[], ${column('street')}::text[], ${column('zipCode')}::text[],
      ${column('participantId')}::text[]) with ordinality as m (o, f, l, p, b, s, z, i, n) order by n
    returning id`.many(tx);
  await sql`
    insert into organization_members (organization_id, member_id)
    select organization_id, id from users where user_type = 'PATIENT'`.run(tx);
  return rows.map((row, index) => ({
    id: (inserted[index] as { id: number }).id,
    firstName: row.firstName,
    phoneNumber: phones[index] ?? '',
    organizationId: row.organizationId,
  }));
}

interface Draft {
  place: Place;
  provider: Place;
  service: { id: number; name: string };
  member: Member;
  creator: { id: number; name: string };
  assignee: { id: number; name: string };
  description: string | null;
  story: DemoStory;
  outcome: DemoOutcome | null;
}

/** Organizations take turns, so each sends and receives as many every month. Every second request is to itself. */
function sidesOf(places: Place[], index: number): [place: Place, provider: Place] {
  const turn = Math.floor(index / places.length);
  const away = turn % 2 === 0 ? 0 : 1 + (((turn - 1) / 2) % (places.length - 1));
  return [places[index % places.length] as Place, places[(index + away) % places.length] as Place];
}

function draftRequest(
  random: DemoRandom,
  people: People,
  members: Member[],
  { place, provider, story, outcome }: Pick<Draft, 'place' | 'provider' | 'story' | 'outcome'>,
): Draft {
  const member = random.pick(members.filter(({ organizationId }) => organizationId === place.organization_id));
  return {
    place,
    provider,
    member,
    service: random.pick(provider.services),
    creator: random.pick(place.staff),
    assignee: random.pick(provider.staff),
    description: random.pick(people.descriptions),
    story,
    outcome,
  };
}

const moment = (at: number) => new Date(at).toISOString();

async function insertRequests(tx: Tx, drafts: Draft[]): Promise<number[]> {
  const last = (draft: Draft) => draft.story.moves.at(-1)?.at ?? draft.story.createdAt;
  const done = (draft: Draft) => draft.story.moves.find((move) => move.to === 'COMPLETED')?.at;
  const furthest = (draft: Draft) => 1 + draft.story.moves.filter((move) => move.to !== 'CANCELLED').length;
  await sql`
    insert into organization_members (organization_id, member_id)
    select distinct p, m from unnest(${drafts.map((draft) => draft.provider.organization_id)}::bigint[], ${drafts.map((draft) => draft.member.id)}::bigint[])
      as seen (p, m) on conflict do nothing`.run(tx);
  const rows = await sql<{ id: number }>`
    insert into service_requests (organization_id, provider_id, service_id, member_id, assignee_id, status, description,
      created_by, furthest_step, responded_timestamp, create_timestamp, update_timestamp, status_timestamp, complete_timestamp,
      version, due_timestamp, response_hours, declined, stall_timestamp, stall_reminders, outcome_code, outcome_by,
      outcome_timestamp)
    select o, p, s, m, a, st, d, c, f, fr, ct, ut, ut, dt, v, ct + make_interval(hours => sv.response_hours), sv.response_hours,
      st = 'CANCELLED' and o <> p, case when under_way then ut + make_interval(days => sv.stall_days) end,
      case when under_way and ut + make_interval(days => sv.stall_days) < now() then 2 else 0 end, oc, ob, case when oc is not null then ut end
    from unnest(
      ${drafts.map((draft) => draft.place.organization_id)}::bigint[], ${drafts.map((draft) => draft.provider.organization_id)}::bigint[],
      ${drafts.map((draft) => draft.service.id)}::bigint[], ${drafts.map((draft) => draft.member.id)}::bigint[],
      ${drafts.map((draft) => (draft.story.assignedAt ? draft.assignee.id : null))}::bigint[],
      ${drafts.map((draft) => draft.story.status)}::text[], ${drafts.map((draft) => draft.description)}::text[],
      ${drafts.map((draft) => draft.creator.id)}::bigint[], ${drafts.map((draft) => Math.min(furthest(draft), statusPath.length))}::smallint[],
      ${drafts.map((draft) => (draft.story.moves[0] ? moment(draft.story.moves[0].at) : null))}::timestamptz[],
      ${drafts.map((draft) => moment(draft.story.createdAt))}::timestamptz[], ${drafts.map((draft) => moment(last(draft)))}::timestamptz[],
      ${drafts.map((draft) => (done(draft) ? moment(done(draft) ?? 0) : null))}::timestamptz[],
      ${drafts.map((draft) => 1 + draft.story.moves.length + (draft.story.assignedAt ? 1 : 0))}::integer[],
      ${drafts.map((draft) => draft.outcome?.code ?? null)}::text[], ${drafts.map((draft) => draft.outcome?.by ?? null)}::text[])
      with ordinality as r (o, p, s, m, a, st, d, c, f, fr, ct, ut, dt, v, oc, ob, n) join services sv on sv.id = s
      cross join lateral (select st in ('OPEN', 'IN_PROGRESS', 'PENDING') as under_way) l order by n
    returning id`.many(tx);
  return rows.map((row) => row.id);
}

async function linkSecondTries(tx: Tx, pairs: { id: number; followsId: number }[]): Promise<void> {
  await sql`
    update service_requests r set follows_id = pair.follows
    from unnest(${pairs.map(({ id }) => id)}::bigint[], ${pairs.map(({ followsId }) => followsId)}::bigint[]) as pair (id, follows)
    where r.id = pair.id`.run(tx);
}

type DemoRequest = Draft & { id: number };

/** Inserts the audit rows that the timeline shows. */
async function insertHistory(tx: Tx, requests: DemoRequest[]): Promise<void> {
  const entries = requests.flatMap((request) => {
    const { id, place, provider, creator, assignee, story, outcome } = request;
    const base = { id, organizationId: provider.organization_id, actorId: assignee.id as number | null };
    const created = {
      ...base,
      organizationId: place.organization_id,
      actorId: creator.id,
      at: story.createdAt,
      action: 'create',
      detail: {},
    };
    const assigned = story.assignedAt
      ? [{ ...base, at: story.assignedAt, action: 'assign', detail: { assigneeId: assignee.id, before: null } }]
      : [];
    const moved = story.moves.map(({ at, from, to }) => ({
      ...base,
      // Completed by the member's YES.
      actorId: to === 'COMPLETED' && outcome?.by === 'member' ? null : assignee.id,
      at,
      action: 'move',
      detail: { from, to, ...(isEndStatus(to) && outcome && { outcome }) },
    }));
    return [created, ...assigned, ...moved];
  });
  entries.sort((a, b) => a.at - b.at);
  await sql`
    insert into audit_log (create_timestamp, organization_id, actor_id, action, entity_type, entity_id, detail, request_id)
    select t, o, a, 'service-request.' || k, 'service-request', e, d, 'demo' from unnest(
      ${entries.map((entry) => moment(entry.at))}::timestamptz[], ${entries.map((entry) => entry.organizationId)}::bigint[],
      ${entries.map((entry) => entry.actorId)}::bigint[], ${entries.map((entry) => entry.action)}::text[],
      ${entries.map((entry) => entry.id)}::bigint[], ${entries.map((entry) => JSON.stringify(entry.detail))}::jsonb[])
      with ordinality as h (t, o, a, k, e, d, n) order by n`.run(tx);
}

async function insertComments(tx: Tx, random: DemoRandom, people: People, requests: DemoRequest[]): Promise<void> {
  const notes = requests.flatMap((request) =>
    request.story.moves
      .filter(() => random.chance(0.35))
      .map((move) => ({
        id: request.id,
        at: move.at + 120_000,
        content: random.pick(people.notes),
        author: request.assignee.id,
        organizationId: request.provider.organization_id,
      })),
  );
  await sql`
    insert into notes (service_request_id, content, created_by, organization_id, create_timestamp, update_timestamp)
    select r, c, a, o, t, t from unnest(${notes.map((note) => note.id)}::bigint[], ${notes.map((note) => note.content)}::text[],
      ${notes.map((note) => note.author)}::bigint[], ${notes.map((note) => note.organizationId)}::bigint[],
      ${notes.map((note) => moment(note.at))}::timestamptz[]) as n (r, c, a, o, t)`.run(tx);
}

const textedFor = 180 * 24 * 3_600_000;

/** Inserts past texts, so none is sent: those of the last half year, since older ones would slow the first start down. */
async function insertMessages(tx: Tx, requests: DemoRequest[], now: number): Promise<void> {
  const texted = requests.filter(({ story }) => story.createdAt > now - textedFor);
  const messages = texted.flatMap((request) => {
    const { id, member, provider, service, assignee, story } = request;
    const values = {
      member_name: nameInSms(member.firstName),
      assignee_name: assignee.name,
      organization_name: provider.name,
      service_name: service.name,
      service_request_id: String(id),
      response_time: responseTime(48),
    };
    const base = { id, member, organizationId: provider.organization_id };
    const welcome = { ...values, assignee_name: 'our team' };
    const list = [
      {
        ...base,
        at: story.createdAt + 2_000,
        kind: 'request-member',
        received: false,
        body: fillTemplate(messageTemplates.service_request_patient.text, welcome),
      },
    ];
    for (const { at, to } of story.moves) {
      if (to === 'PENDING') {
        const body = fillTemplate(messageTemplates.service_request_confirmation_patient.text, values);
        list.push({ ...base, at: at + 2_000, kind: 'confirmation', received: false, body });
      }
      if (to === 'COMPLETED' && request.outcome?.by === 'member')
        list.push({ ...base, at: at - 1_000, kind: 'inbound', received: true, body: `YES ${id}` });
    }
    return list;
  });
  messages.sort((a, b) => a.at - b.at);
  await sql`
    insert into sms_messages (kind, organization_id, service_request_id, user_id, phone_number, body, is_received, state,
      create_timestamp, update_timestamp)
    select k, o, r, u, p, b, i, 'delivered', t, t from unnest(${messages.map((message) => message.kind)}::text[],
      ${messages.map((message) => message.organizationId)}::bigint[], ${messages.map((message) => message.id)}::bigint[],
      ${messages.map((message) => message.member.id)}::bigint[], ${messages.map((message) => message.member.phoneNumber)}::text[],
      ${messages.map((message) => message.body)}::text[], ${messages.map((message) => message.received)}::boolean[],
      ${messages.map((message) => moment(message.at))}::timestamptz[])
      with ordinality as m (k, o, r, u, p, b, i, t, n) order by n`.run(tx);
}
