import { choiceTexts, innerQuestions, textsByValue } from '@kinbridge/contract/surveys/answer-text';
import { answerKey, questionTitle, type SurveyElement } from '@kinbridge/contract/surveys/survey-definition';
import type { QuestionFigures, Survey } from '@kinbridge/contract/surveys/surveys.contract';
import type { Executor } from '../../db/database.ts';
import { askedQuestions } from './asked-questions.ts';
import {
  type AnswerShape,
  countAnswered,
  countMonths,
  countValues,
  countWords,
  findNumbers,
  type ValueCount,
} from './survey-analytics.queries.ts';
import type { AnswerSearch } from './survey-answers.queries.ts';

type Counts = QuestionFigures['counts'];

const atOnce = 3;

/** What the answers to all versions of a form add up to, question by question; the database does the adding. */
export async function surveyFigures(db: Executor, search: AnswerSearch, versions: Survey[]) {
  const asked = askedQuestions(versions);
  const { total, answered } = await countAnswered(db, search, asked.map(answerKey));
  const questions: QuestionFigures[] = [];
  const waiting = [...asked.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [place, question] = next;
      const count = answered.get(answerKey(question)) ?? 0;
      questions[place] = await figuresOf(db, search, withOlderChoices(question, versions), count);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { answers: total, questions };
}

/** Choices that were dropped since are still named as they were. */
function withOlderChoices(question: SurveyElement, versions: Survey[]): SurveyElement {
  const key = answerKey(question);
  const merged = { ...question };
  for (const list of ['choices', 'rows', 'columns', 'rateValues'] as const) {
    if (list === 'columns' && question.type !== 'matrix') continue;
    const all = new Map(textsByValue(question[list]));
    for (const version of versions) {
      for (const older of askedQuestions([version])) {
        if (answerKey(older) !== key) continue;
        for (const [value, text] of textsByValue(older[list])) if (!all.has(value)) all.set(value, text);
      }
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

const numeric = new Set(['rating', 'slider', 'expression']);

async function figuresOf(
  db: Executor,
  search: AnswerSearch,
  question: SurveyElement,
  answered: number,
): Promise<QuestionFigures> {
  const { name, type } = question;
  const key = answerKey(question);
  const isNumber = numeric.has(type) || question.inputType === 'number' || question.inputType === 'range';
  const some = answered > 0;
  return {
    name,
    title: questionTitle(question),
    type,
    answered,
    counts: await countsOf(db, search, question, some),
    numbers: some && isNumber ? await findNumbers(db, search, key) : null,
  };
}

async function countsOf(db: Executor, search: AnswerSearch, question: SurveyElement, some: boolean): Promise<Counts> {
  const key = answerKey(question);
  if (question.type === 'comment') return some ? plain(await countWords(db, search, key)) : [];
  if (question.type === 'text') return some ? textCounts(db, search, question) : [];
  const shape = question.type === 'imagepicker' ? (question.multiSelect ? 'list' : 'one') : shapes[question.type];
  if (!shape) return [];
  const counted = some ? await countValues(db, search, key, shape) : [];
  return question.type === 'matrix' || shape === 'places' || shape === 'one' || shape === 'list'
    ? withZeros(question, shape, counted)
    : innerCounts(question, counted);
}

async function textCounts(db: Executor, search: AnswerSearch, question: SurveyElement): Promise<Counts> {
  const key = answerKey(question);
  const kind = question.inputType ?? 'text';
  if (kind === 'date' || kind === 'datetime-local' || kind === 'month')
    return plain(await countMonths(db, search, key));
  return kind === 'text' ? plain(await countWords(db, search, key)) : [];
}

function plain(counted: ValueCount[]): Counts {
  return counted.map(({ value, count }) => ({ row: null, label: value, count }));
}

/** Every choice, also those that nobody made; in each row of a matrix, and on each place of a ranking. */
function withZeros(question: SurveyElement, shape: AnswerShape, counted: ValueCount[]): Counts {
  const labels = question.type === 'matrix' ? textsByValue(question.columns) : optionTexts(question);
  const rows = rowTexts(question, shape, labels.size);
  for (const { value } of counted) if (!labels.has(value)) labels.set(value, value);
  for (const { row } of counted) if (row !== null && !rows.has(row)) rows.set(row, row);
  const found = new Map(counted.map(({ row, value, count }) => [`${row ?? ''}\n${value}`, count]));
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
function innerCounts(question: SurveyElement, counted: ValueCount[]): Counts {
  const inner = innerQuestions(question);
  const rows = textsByValue(question.rows);
  return counted.map(({ row, column, value, count }) => {
    const part = inner.get(column ?? row ?? '');
    const title = part ? questionTitle(part) : (column ?? row);
    const label = part ? (choiceTexts(part).get(value) ?? value) : value;
    return { row: column === null ? title : `${rows.get(row ?? '') ?? row}: ${title}`, label, count };
  });
}
