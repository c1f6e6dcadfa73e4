import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { intakeTemplate } from '@kinbridge/forms/templates/intake';
import { satisfactionTemplate } from '@kinbridge/forms/templates/satisfaction';
import { socialNeedsTemplate } from '@kinbridge/forms/templates/social-needs';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { type DemoWords, demoAnswers } from './demo-answers.ts';
import { DemoRandom } from './demo-random.ts';

const dayMs = 86_400_000;

interface Owner {
  id: number;
  staff: number[];
  rides: number;
  members: { id: number; firstName: string; lastName: string }[];
}

interface DemoForm {
  title: string;
  /** Each with the number of days since it was published. */
  versions: { data: SurveyDefinition; daysAgo: number; answers: number }[];
  archivedDaysAgo: number | null;
  words: keyof DemoWords;
}

/** Loads three forms for the first demo organization, with answers of the last months and some assignments. */
export async function loadDemoForms(tx: Tx, root: string, now = Date.now()): Promise<void> {
  const words = JSON.parse(await readFile(join(root, 'db/demo/answers.json'), 'utf8')) as DemoWords;
  const random = new DemoRandom(20_260_704);
  const owner = await findOwner(tx);
  const forms: DemoForm[] = [
    {
      title: socialNeedsTemplate.title,
      versions: [
        { data: socialNeedsTemplate.data, daysAgo: 270, answers: 70 },
        { data: withRides(socialNeedsTemplate.data, owner.rides), daysAgo: 150, answers: 130 },
      ],
      archivedDaysAgo: null,
      words: 'needs',
    },
    {
      title: satisfactionTemplate.title,
      versions: [{ data: satisfactionTemplate.data, daysAgo: 200, answers: 140 }],
      archivedDaysAgo: null,
      words: 'praise',
    },
    {
      title: `${intakeTemplate.title} (last year)`,
      versions: [{ data: intakeTemplate.data, daysAgo: 330, answers: 60 }],
      archivedDaysAgo: 60,
      words: 'needs',
    },
  ];
  const demo = { random, words, owner, now };
  for (const [place, form] of forms.entries()) await insertForm(tx, demo, form, place + 1);
  await insertAskedRides(tx, owner);
}

/** Adds a ride request for people who missed an appointment without transportation. */
function withRides(data: SurveyDefinition, serviceId: number): SurveyDefinition {
  const pages = (data.pages ?? []).map((page) => ({
    ...page,
    elements: (page.elements ?? []).map((question) =>
      question.name === 'rideHelp'
        ? { ...question, surveyAction: 'createServiceRequest' as const, serviceId }
        : question,
    ),
  }));
  return { ...data, pages };
}

async function findOwner(tx: Tx): Promise<Owner> {
  return sql<Owner>`
    select o.id, (select json_agg(id order by id) from users where organization_id = o.id and status = 'ACTIVE'
        and user_type <> 'PATIENT') as staff,
      (select min(id) from services where organization_id = o.id and type = 'TRANSPORTATION') as rides,
      (select json_agg(json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name) order by u.id)
        from users u where u.organization_id = o.id and u.user_type = 'PATIENT') as members
    from organizations o order by o.id limit 1`.one(tx);
}

async function insertForm(
  tx: Tx,
  { random, words, owner, now }: { random: DemoRandom; words: DemoWords; owner: Owner; now: number },
  form: DemoForm,
  place: number,
): Promise<void> {
  const at = (daysAgo: number) => new Date(now - daysAgo * dayMs).toISOString();
  const { versions, archivedDaysAgo } = form;
  const { id: formId } = await sql<{ id: number }>`
    insert into survey_forms (unique_survey_id, organization_id, newest_version, archived_timestamp, create_timestamp)
    values (${`de300000-0000-4000-8000-00000000000${place}`}::uuid, ${owner.id}, ${versions.length},
      ${archivedDaysAgo === null ? null : at(archivedDaysAgo)}::timestamptz, ${at(versions[0]?.daysAgo ?? 0)}::timestamptz)
    returning id`.one(tx);
  for (const [index, version] of versions.entries()) {
    const until = versions[index + 1]?.daysAgo ?? archivedDaysAgo ?? 0;
    const { id: surveyId } = await sql<{ id: number }>`
      insert into surveys (form_id, version, original_survey_id, title, data, created_by, create_timestamp)
      values (${formId}, ${index + 1}, (select id from surveys where form_id = ${formId} and version = 1), ${form.title},
        ${JSON.stringify(version.data)}::json, ${random.pick(owner.staff)}, ${at(version.daysAgo)}::timestamptz)
      returning id`.one(tx);
    await sql`insert into audit_log (create_timestamp, organization_id, actor_id, action, entity_type, entity_id, detail, request_id)
      select create_timestamp, ${owner.id}, created_by, 'survey.publish', 'survey', id,
        jsonb_build_object('version', version), 'demo' from surveys where id = ${surveyId}`.run(tx);
    const answers = Array.from({ length: version.answers }, () => {
      const member = random.pick(owner.members);
      const given = demoAnswers(random, version.data, words[form.words], words.children);
      const person = { userFirstName: member.firstName, userLastName: member.lastName };
      // Spread over the day, never in the future.
      const daysAgo = until + (version.daysAgo - until) * random.next();
      return { memberId: member.id, data: { ...given, ...person }, at: at(daysAgo + 0.01) };
    }).sort((a, b) => (a.at < b.at ? -1 : 1));
    await insertAnswers(tx, formId, surveyId, answers);
  }
  if (archivedDaysAgo === null) await insertAssignments(tx, formId, owner);
}

async function insertAnswers(
  tx: Tx,
  formId: number,
  surveyId: number,
  answers: { memberId: number; data: Record<string, unknown>; at: string }[],
): Promise<void> {
  await sql`
    insert into survey_answers (form_id, survey_id, user_id, data, source, create_timestamp)
    select ${formId}, ${surveyId}, m, d, 'link', t from unnest(${answers.map(({ memberId }) => memberId)}::bigint[],
      ${answers.map(({ data }) => JSON.stringify(data))}::jsonb[], ${answers.map(({ at }) => at)}::timestamptz[])
      with ordinality as a (m, d, t, n) order by n`.run(tx);
}

/** Assigns some answers two days before, and leaves a few people yet to answer. */
async function insertAssignments(tx: Tx, formId: number, owner: Owner): Promise<void> {
  const newest = sql`(select id from surveys where form_id = ${formId} order by version desc limit 1)`;
  await sql`
    insert into survey_assignments (form_id, survey_id, user_id, answer_id, assigned_by, create_timestamp)
    select ${formId}, survey_id, user_id, id, ${owner.staff[0] ?? null}, create_timestamp - interval '2 days'
    from survey_answers where form_id = ${formId} and id % 9 = 0`.run(tx);
  await sql`
    insert into survey_assignments (form_id, survey_id, user_id, assigned_by, create_timestamp)
    select ${formId}, ${newest}, id, ${owner.staff[0] ?? null}, now() - interval '1 day' * (1 + id % 9)
    from users where organization_id = ${owner.id} and user_type = 'PATIENT' and id % 14 = 3`.run(tx);
}

/** Requests that the latest answers asked for, so that one can be opened next to its answers. */
async function insertAskedRides(tx: Tx, { id, rides }: Owner): Promise<void> {
  await sql`
    with answers as (
      select a.id, a.user_id, a.create_timestamp, s.title from survey_answers a join surveys s on s.id = a.survey_id
      where s.version = 2 and (a.data ->> 'rideHelp')::boolean order by a.create_timestamp desc limit 3
    ),
    created as (
      insert into service_requests (organization_id, provider_id, service_id, member_id, status, description,
        member_text_waits, source, create_timestamp, update_timestamp, status_timestamp, due_timestamp, response_hours)
      select ${id}, ${id}, ${rides}, user_id, 'REQUESTED', 'Asked for in the form ''' || title || '''.', true, 'FORM',
        create_timestamp, create_timestamp, create_timestamp, create_timestamp + interval '48 hours', 48 from answers order by create_timestamp
      returning id, member_id, create_timestamp
    )
    insert into audit_log (create_timestamp, organization_id, action, entity_type, entity_id, detail, request_id)
    select c.create_timestamp, ${id}, 'service-request.create', 'service-request', c.id,
      jsonb_build_object('surveyAnswerId', a.id), 'demo'
    from created c join answers a on (a.user_id, a.create_timestamp) = (c.member_id, c.create_timestamp)
    order by c.id`.run(tx);
}
