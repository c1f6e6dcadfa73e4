import { choiceTexts, innerQuestions, textsByValue } from '@kinbridge/contract/surveys/answer-text';
import type { QuestionFigures } from '@kinbridge/contract/surveys/survey-answers.contract';
import { answerKey, questionTitle, type SurveyElement } from '@kinbridge/contract/surveys/survey-definition';
import type { Survey } from '@kinbridge/contract/surveys/surveys.contract';
import type { Executor } from '../../db/database.ts';
import { askedQuestions } from './asked-questions.ts';
import {
  type AnswerShape,
  addUpCounted,
  type Counted,
  countAnswered,
  countEntries,
  countMonths,
  countScalars,
  countValues,
  countWords,
  findAnswersMark,
  findNumbers,
  maxCells,
  type ScalarCounts,
  type ValueCount,
  wordAnswers,
} from './survey-analytics.queries.ts';
import type { AnswerSearch } from './survey-answers.queries.ts';

type Listed = Pick<QuestionFigures, 'counts' | 'countsOnly'>;

const atOnce = 3;
/** With more, the ways to answer them all become too many. */
const scannedTogether = 4;

interface SurveyFigures {
  answers: number;
  questions: QuestionFigures[];
}

/** How many characters of labels are listed, so that no form makes an answer that is too long to send or to draw. */
const roomPerQuestion = 200_000;
const roomPerForm = 8_000_000;
const nothing: Counted = { values: [], more: false };

/** Figures that were looked at before, by their database; those of the least recent look go first. */
const known = new WeakMap<Executor, Map<string, Promise<SurveyFigures>>>();
const remembered = 50;

/** What the answers to all versions of a form add up to; made again only where there are other answers or versions. */
export async function surveyFigures(db: Executor, search: AnswerSearch, versions: Survey[]): Promise<SurveyFigures> {
  const { total, mark } = await findAnswersMark(db, search);
  const { formId, fromDate, toDate } = search;
  const key = JSON.stringify([formId, fromDate, toDate, search.search, versions.map(({ id }) => id), mark]);
  const kept = known.get(db) ?? new Map<string, Promise<SurveyFigures>>();
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

/** Question by question; the database does the adding. */
async function makeFigures(db: Executor, search: AnswerSearch, versions: Survey[], total: number) {
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

  const questions: QuestionFigures[] = [];
  const room = Math.min(roomPerQuestion, roomPerForm / asked.length);
  await inParallel(
    asked.map((question, place) => async () => {
      const counted = found.get(answerKey(question)) ?? { answered: 0, ...nothing };
      const ready = several.has(answerKey(question)) ? null : counted;
      const whole = withOlderChoices(question, wordings.get(answerKey(question)) ?? []);
      questions[place] = await figuresOf(db, search, whole, counted.answered, ready, room);
    }),
  );
  return { answers: total, questions };
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

/** How each version words the question under a key, newest first. */
function wordingsByKey(versions: Survey[]): ReadonlyMap<string, SurveyElement[]> {
  const wordings = new Map<string, SurveyElement[]>();
  for (const question of versions.flatMap((version) => askedQuestions([version]))) {
    const key = answerKey(question);
    const known = wordings.get(key);
    if (known) known.push(question);
    else wordings.set(key, [question]);
  }
  return wordings;
}

/** What any version asked for more than one value: what is one choice now may have been several before. */
function keysOfSeveralValues(wordings: ReadonlyMap<string, SurveyElement[]>): ReadonlySet<string> {
  const found = [...wordings].filter(([, questions]) => questions.some((question) => shapeOf(question) !== 'one'));
  return new Set(found.map(([key]) => key));
}

/** Choices that were dropped since are still named as they were. */
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

async function figuresOf(
  db: Executor,
  search: AnswerSearch,
  question: SurveyElement,
  answered: number,
  ready: Counted | null,
  room: number,
): Promise<QuestionFigures> {
  const { name, type } = question;
  const key = answerKey(question);
  const isNumber = numeric.has(type) || question.inputType === 'number' || question.inputType === 'range';
  const some = answered > 0;
  // Counts that were cut off are not all there is to add up.
  const whole = ready && !ready.more ? ready.values : null;
  return {
    name,
    title: questionTitle(question),
    type,
    answered,
    ...(ready ? withZeros(question, 'one', ready, room) : await countsOf(db, search, question, some, room)),
    ...(shapeOf(question) === 'records' && { entries: some ? await countEntries(db, search, key) : 0 }),
    ...(isFreeText(question) && answered > wordAnswers && { wordsOfLatest: wordAnswers }),
    numbers: some && isNumber ? await (whole ? addUpCounted(db, whole) : findNumbers(db, search, key)) : null,
  };
}

async function countsOf(
  db: Executor,
  search: AnswerSearch,
  question: SurveyElement,
  some: boolean,
  room: number,
): Promise<Listed> {
  const key = answerKey(question);
  if (isFreeText(question)) return plain(some ? await countWords(db, search, key) : []);
  if (question.type === 'text') return plain(some && isDate(question) ? await countMonths(db, search, key) : []);
  const shape = shapeOf(question);
  if (!shape) return plain([]);
  const counted = some ? await countValues(db, search, key, shape) : nothing;
  return question.type === 'matrix' || shape === 'places' || shape === 'one' || shape === 'list'
    ? withZeros(question, shape, counted, room)
    : innerCounts(question, counted, room);
}

function isFreeText({ type, inputType }: SurveyElement): boolean {
  return type === 'comment' || (type === 'text' && (inputType ?? 'text') === 'text');
}

function isDate({ inputType }: SurveyElement): boolean {
  return inputType === 'date' || inputType === 'datetime-local' || inputType === 'month';
}

function plain(counted: ValueCount[]): Listed {
  return { counts: counted.map(({ value, count }) => ({ row: null, label: value, count })) };
}

/** As many of the counts as there is room for, and whether that is all of them. */
function fit(counts: Listed['counts'], room: number, countsOnly?: Listed['countsOnly']): Listed {
  let left = room;
  const end = counts.findIndex(({ row, label }) => {
    left -= (row?.length ?? 0) + label.length + 40;
    return left < 0;
  });
  if (end >= 0) return { counts: counts.slice(0, end), countsOnly: 'mostFrequent' };
  return { counts, ...(countsOnly && { countsOnly }) };
}

/**
 * Every choice, also those that nobody made; in each row of a matrix, and on each place of a ranking. A grid too large
 * for that lists what was chosen, because thousands of rows and columns make millions of empty cells.
 */
function withZeros(question: SurveyElement, shape: AnswerShape, { values, more }: Counted, room: number): Listed {
  const labels = question.type === 'matrix' ? textsByValue(question.columns) : optionTexts(question);
  const rows = rowTexts(question, shape, labels.size);
  for (const { value } of values) if (!labels.has(value)) labels.set(value, value);
  for (const { row } of values) if (row !== null && !rows.has(row)) rows.set(row, row);
  if (!more && labels.size * Math.max(rows.size, 1) <= maxCells) {
    const all = fit(everyCell(labels, rows, values), room);
    if (!all.countsOnly) return all;
  }
  const chosen = values.map(({ row, value, count }) => ({
    row: row === null ? null : (rows.get(row) ?? row),
    label: labels.get(value) ?? value,
    count,
  }));
  return fit(chosen, room, more ? 'mostFrequent' : 'chosen');
}

function everyCell(labels: Map<string, string>, rows: Map<string, string>, values: ValueCount[]): Listed['counts'] {
  const found = new Map(values.map(({ row, value, count }) => [`${row ?? ''}\n${value}`, count]));
  return [...(rows.size > 0 ? rows : new Map([['', null]]))].flatMap(([row, rowLabel]) =>
    [...labels]
      .map(([value, label]) => ({ row: rowLabel as string | null, label, count: found.get(`${row}\n${value}`) ?? 0 }))
      .sort((a, b) => b.count - a.count),
  );
}

function rowTexts(question: SurveyElement, shape: AnswerShape, places: number): Map<string, string> {
  if (shape === 'places') return new Map(Array.from({ length: places }, (_, n) => [String(n + 1), String(n + 1)]));
  return question.type === 'matrix' ? textsByValue(question.rows) : new Map();
}

function optionTexts(question: SurveyElement): Map<string, string> {
  const texts = choiceTexts(question);
  const {
    rateMin = 1,
    rateMax,
    rateCount,
    rateStep = 1,
  } = question as Record<string, unknown> as Record<string, number>;
  if (question.type !== 'rating' || texts.size > 0) return texts;
  const most = rateMax ?? (rateCount === undefined ? 5 : rateMin + rateCount - 1);
  for (let rate = rateMin; rate <= most && texts.size < 100; rate += Math.max(rateStep, 0.01))
    texts.set(String(rate), String(rate));
  return texts;
}

/** Of columns and lines: what was given in each, under its title. */
function innerCounts(question: SurveyElement, { values, more }: Counted, room: number): Listed {
  const inner = new Map(
    [...innerQuestions(question)].map(([name, part]) => [name, { part, texts: choiceTexts(part) }]),
  );
  const rows = textsByValue(question.rows);
  const counts = values.map(({ row, column, value, count }) => {
    const known = inner.get(column ?? row ?? '');
    const title = known ? questionTitle(known.part) : (column ?? row);
    const label = known?.texts.get(value) ?? value;
    return { row: column === null ? title : `${rows.get(row ?? '') ?? row}: ${title}`, label, count };
  });
  return fit(counts, room, more ? 'mostFrequent' : undefined);
}
