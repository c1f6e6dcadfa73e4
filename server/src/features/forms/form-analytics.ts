import type { QuestionFigures, Timeline } from '@kinbridge/contract/forms/form-answers.contract';
import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { answerText, textsByValue } from '@kinbridge/forms/answer-text';
import { answerKey, questionTitle, type SurveyElement } from '@kinbridge/forms/form-definition';
import type { Executor } from '../../db/database.ts';
import { askedQuestions, fit, innerCounts, type Listed, plain, withZeros } from './choice-counts.ts';
import {
  type AnswerShape,
  addUpCounted,
  type Counted,
  countAnswered,
  countEntries,
  countScalars,
  countTexts,
  countValues,
  countWords,
  findAnswersMark,
  findNumbers,
  type ScalarCounts,
  wordAnswers,
} from './form-analytics.queries.ts';
import type { AnswerSearch } from './form-answers.queries.ts';
import { countSeen } from './seen-questions.ts';
import { answerTimeline, submissionTimeline } from './timeline.queries.ts';

const atOnce = 3;
/** More questions per scan would make too many combinations. */
const scannedTogether = 4;

interface FormFigures {
  answers: number;
  overTime: Timeline | null;
  questions: QuestionFigures[];
}

/** The limit for label text, so no form makes a response too large to send or draw. */
const roomPerQuestion = 200_000;
const roomPerForm = 8_000_000;
const nothing: Counted = { values: [], more: false };

/** Cached figures per database, least recently used removed first. */
const known = new WeakMap<Executor, Map<string, Promise<FormFigures>>>();
const remembered = 50;

/** Figures over all versions of a form, recomputed only when its answers or versions change. */
export async function formFigures(db: Executor, search: AnswerSearch, versions: FormVersion[]): Promise<FormFigures> {
  const { total, mark } = await findAnswersMark(db, search);
  const { formId, fromDate, toDate } = search;
  const key = JSON.stringify([formId, fromDate, toDate, search.search, versions.map(({ id }) => id), mark]);
  const kept = known.get(db) ?? new Map<string, Promise<FormFigures>>();
  known.set(db, kept);
  const found = kept.get(key) ?? makeFigures(db, search, versions, total);
  kept.delete(key);
  kept.set(key, found);
  for (const oldest of kept.keys()) if (kept.size > remembered) kept.delete(oldest);
  return found.catch((error: unknown) => {
    kept.delete(key);
    throw error;
  });
}

/** Computes figures question by question in the database. */
async function makeFigures(db: Executor, search: AnswerSearch, versions: FormVersion[], total: number) {
  const asked = askedQuestions(versions);
  const wordings = wordingsByKey(versions);
  const several = keysOfSeveralValues(wordings);
  const scalar = asked.filter((question) => !several.has(answerKey(question)));
  const other = asked.filter((question) => several.has(answerKey(question)));
  const found = new Map<string, ScalarCounts>();
  const countTogether = (questions: SurveyElement[]) => async () => {
    for (const [key, counts] of await countScalars(db, search, questions.map(answerKey))) found.set(key, counts);
  };
  const countOthers = async () => {
    const answered = await countAnswered(db, search, other.map(answerKey));
    for (const [key, count] of answered) found.set(key, { answered: count, ...nothing });
  };
  await inParallel([countOthers, ...chunks(scalar, scannedTogether).map(countTogether)]);

  const seen = await countSeen(db, search, versions);
  const questions: QuestionFigures[] = [];
  const room = Math.min(roomPerQuestion, roomPerForm / asked.length);
  await inParallel(
    asked.map((question, place) => async () => {
      const counted = found.get(answerKey(question)) ?? { answered: 0, ...nothing };
      const ready = several.has(answerKey(question)) ? null : counted;
      const whole = withOlderChoices(question, wordings.get(answerKey(question)) ?? []);
      const figures = await figuresOf(db, search, { question: whole, answered: counted.answered, room }, ready);
      // Uploaded answers may include questions the form would not have shown.
      const saw = Math.max(seen.get(answerKey(question)) ?? total, counted.answered);
      questions[place] = { ...figures, seen: saw };
    }),
  );
  return { answers: total, overTime: await submissionTimeline(db, search), questions };
}

async function inParallel(jobs: (() => Promise<void>)[]): Promise<void> {
  const waiting = [...jobs];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function chunks<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size));
}

/** Each version's wording of the question under a key, newest first. */
function wordingsByKey(versions: FormVersion[]): ReadonlyMap<string, SurveyElement[]> {
  const wordings = new Map<string, SurveyElement[]>();
  for (const question of versions.flatMap((version) => askedQuestions([version]))) {
    const key = answerKey(question);
    const known = wordings.get(key);
    if (known) known.push(question);
    else wordings.set(key, [question]);
  }
  return wordings;
}

/** Keys that had several values in any version, since a single choice may have been multiple before. */
function keysOfSeveralValues(wordings: ReadonlyMap<string, SurveyElement[]>): ReadonlySet<string> {
  const found = [...wordings].filter(([, questions]) => questions.some((question) => shapeOf(question) !== 'one'));
  return new Set(found.map(([key]) => key));
}

/** Keeps the labels of removed choices. */
function withOlderChoices(question: SurveyElement, wordings: SurveyElement[]): SurveyElement {
  const merged = { ...question };
  for (const list of ['choices', 'rows', 'columns', 'rateValues'] as const) {
    if (list === 'columns' && question.type !== 'matrix') continue;
    const all = new Map(textsByValue(question[list]));
    for (const older of wordings) {
      for (const [value, text] of textsByValue(older[list])) if (!all.has(value)) all.set(value, text);
    }
    if (all.size > 0) merged[list] = [...all].map(([value, text]) => ({ value, text }));
  }
  return merged;
}

const shapes: Record<string, AnswerShape> = {
  boolean: 'one',
  radiogroup: 'one',
  dropdown: 'one',
  rating: 'one',
  checkbox: 'list',
  tagbox: 'list',
  ranking: 'places',
  matrix: 'rows',
  multipletext: 'rows',
  matrixdynamic: 'records',
  paneldynamic: 'records',
  matrixdropdown: 'table',
};

function shapeOf({ type, multiSelect }: SurveyElement): AnswerShape | undefined {
  return type === 'imagepicker'
    ? multiSelect
      ? 'list'
      : 'one'
    : Object.hasOwn(shapes, type)
      ? shapes[type]
      : undefined;
}

const numeric = new Set(['rating', 'slider', 'expression']);

type Figures = Omit<QuestionFigures, 'seen'>;

/** A question, the number of its answers, and how many counts fit. */
interface AskedFigures {
  question: SurveyElement;
  answered: number;
  room: number;
}

async function figuresOf(
  db: Executor,
  search: AnswerSearch,
  { question, answered, room }: AskedFigures,
  ready: Counted | null,
): Promise<Figures> {
  const { name, type } = question;
  const key = answerKey(question);
  const isNumber = numeric.has(type) || question.inputType === 'number' || question.inputType === 'range';
  const some = answered > 0;
  // Truncated counts can't be summed.
  const whole = ready && !ready.more ? ready.values : null;
  return {
    name,
    title: questionTitle(question),
    type,
    answered,
    ...(ready ? withZeros(question, 'one', ready, room) : await countsOf(db, search, { question, answered, room })),
    ...(shapeOf(question) === 'records' && { entries: some ? await countEntries(db, search, key) : 0 }),
    ...(some && isDate(question) && { timeline: await answerTimeline(db, search, key) }),
    numbers: some && isNumber ? await (whole ? addUpCounted(db, whole) : findNumbers(db, search, key)) : null,
  };
}

async function countsOf(
  db: Executor,
  search: AnswerSearch,
  { question, answered, room }: AskedFigures,
): Promise<Listed & Pick<Figures, 'wordsOfLatest'>> {
  const key = answerKey(question);
  if (isFreeText(question)) return answered > 0 ? textCounts(db, search, { question, answered, room }) : plain([]);
  const shape = shapeOf(question);
  if (!shape) return plain([]);
  const counted = answered > 0 ? await countValues(db, search, key, shape) : nothing;
  return question.type === 'matrix' || shape === 'places' || shape === 'one' || shape === 'list'
    ? withZeros(question, shape, counted, room)
    : innerCounts(question, counted, room);
}

/** One-line answers are counted whole; only longer ones by their words. */
async function textCounts(
  db: Executor,
  search: AnswerSearch,
  { question, answered, room }: AskedFigures,
): Promise<Listed & Pick<Figures, 'wordsOfLatest'>> {
  const key = answerKey(question);
  const { values, more, longest } = await countTexts(db, search, key);
  if (question.type === 'comment' && longest > longestShortAnswer) {
    const words = plain(await countWords(db, search, key));
    return { ...words, wordsOfLatest: Math.min(answered, wordAnswers) };
  }
  const counts = values.map(({ value, count }) => ({ row: null, label: answerText(question, value), count }));
  return fit(counts, room, more ? 'mostFrequent' : undefined);
}

const longestShortAnswer = 60;

function isFreeText({ type, inputType }: SurveyElement): boolean {
  return type === 'comment' || (type === 'text' && ['text', 'time'].includes(String(inputType ?? 'text')));
}

function isDate({ type, inputType }: SurveyElement): boolean {
  return type === 'text' && (inputType === 'date' || inputType === 'datetime-local' || inputType === 'month');
}
