/** Measures how much slower a form's figures and submissions are with 100,000 answers than with 10,000. */
import { satisfactionTemplate } from '@kinbridge/forms/templates/satisfaction';
import { socialNeedsTemplate } from '@kinbridge/forms/templates/social-needs';
import { sql } from '../server/src/db/sql.ts';
import { demoAnswers } from '../server/src/upkeep/demo/demo-answers.ts';
import { DemoRandom } from '../server/src/upkeep/demo/demo-random.ts';
import { openPortal } from './portal.ts';
import { inTurns } from './report.ts';

const sizes = { small: 10_000, big: 100_000 };
const portal = await openPortal();
const { app, server } = portal;
const { id: organizationId, token } = await portal.addOrganization('Bench');

const pages = [...(socialNeedsTemplate.data.pages ?? []), ...(satisfactionTemplate.data.pages ?? [])];
const data = { title: 'Bench', pages };
const words = [
  'The bus stops too far from my home',
  'Fresh food for the last week of the month',
  'A ride twice a week',
];

async function fill(answers: number): Promise<number> {
  const published = await server.inject({
    method: 'POST',
    url: '/v1/surveys',
    headers: { authorization: `Bearer ${token}` },
    payload: { title: 'Bench', data, organizationId },
  });
  const { id } = published.json() as { id: number };
  const random = new DemoRandom(7);
  for (let done = 0; done < answers; done += 1_000) {
    const batch = Array.from({ length: 1_000 }, () => JSON.stringify(demoAnswers(random, data, words, ['Ana'])));
    await sql`insert into survey_answers (form_id, survey_id, data, source, create_timestamp)
      select s.form_id, s.id, d, 'link', now() - interval '1 minute' * (${done} + n)
      from surveys s, unnest(${batch}::jsonb[]) with ordinality as a (d, n) where s.id = ${id}`.run(app.db);
  }
  return id;
}

const small = await fill(sizes.small);
const big = await fill(sizes.big);
await sql`select gin_clean_pending_list('survey_answers_search')`.run(app.db).catch(() => undefined);

const get = (id: number, path: string) => async () => {
  const answer = await server.inject({
    url: `/v1/surveys/${id}/${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
};
/** Adds an answer first, so nothing is cached. */
const getAnew = (id: number) => async () => {
  await sql`insert into survey_answers (form_id, survey_id, data, source)
    select s.form_id, s.id, '{}', 'link' from surveys s where s.id = ${id}`.run(app.db);
  await get(id, 'analytics')();
};
const at = (path: string) => (id: number) => get(id, path);
const views: Record<string, [look: (id: number) => () => Promise<void>, times: number]> = {
  'figures of 13 questions, after one more answer': [getAnew, 3],
  'the same figures again': [at('analytics'), 10],
  'first page of the submissions': [at('answers?page=0&size=50'), 20],
  'search in the submissions': [at('answers?page=0&size=50&search=dialysis'), 20],
};
process.stdout.write('| view | 10,000 answers | 100,000 answers | ratio |\n|---|---|---|---|\n');
for (const [view, [look, times]] of Object.entries(views)) {
  const { small: few = 0, big: many = 0 } = await inTurns(times, { small: look(small), big: look(big) });
  process.stdout.write(`| ${view} | ${few.toFixed(1)} ms | ${many.toFixed(1)} ms | ${(many / few).toFixed(1)} |\n`);
}

await portal.close();
