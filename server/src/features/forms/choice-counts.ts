import type { QuestionFigures } from '@kinbridge/contract/forms/form-answers.contract';
import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { choiceTexts, highestRate, innerQuestions, textsByValue } from '@kinbridge/forms/answer-text';
import {
  answerKey,
  fixedQuestionNames,
  questionsOf,
  questionTitle,
  type SurveyDefinition,
  type SurveyElement,
} from '@kinbridge/forms/form-definition';
import { type AnswerShape, type Counted, maxCells, type ValueCount } from './form-analytics.queries.ts';

export type Listed = Pick<QuestionFigures, 'counts' | 'countsOnly'>;

export function plain(counted: ValueCount[]): Listed {
  return { counts: counted.map(({ value, count }) => ({ row: null, label: value, count })) };
}

/** As many counts as fit, and whether that is all. */
export function fit(counts: Listed['counts'], room: number, countsOnly?: Listed['countsOnly']): Listed {
  let left = room;
  const end = counts.findIndex(({ row, label }) => {
    left -= (row?.length ?? 0) + label.length + 40;
    return left < 0;
  });
  if (end >= 0) return { counts: counts.slice(0, end), countsOnly: 'mostFrequent' };
  return { counts, ...(countsOnly && { countsOnly }) };
}

/**
 * Every choice in the author's order, including unused ones, per matrix row and ranking position. Grids too large for
 * that list only chosen cells, since thousands of rows and columns make millions.
 */
export function withZeros(
  question: SurveyElement,
  shape: AnswerShape,
  { values, more }: Counted,
  room: number,
): Listed {
  const labels = question.type === 'matrix' ? textsByValue(question.columns) : optionTexts(question);
  const rows = rowTexts(question, shape, labels.size);
  for (const { value } of values) if (!labels.has(value)) labels.set(value, value);
  for (const { row } of values) if (row !== null && !rows.has(row)) rows.set(row, row);
  const scale = question.type === 'rating' ? byNumber(labels) : labels;
  if (!more && labels.size * Math.max(rows.size, 1) <= maxCells) {
    const all = fit(everyCell(scale, rows, values), room);
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
    [...labels].map(([value, label]) => ({
      row: rowLabel as string | null,
      label,
      count: found.get(`${row}\n${value}`) ?? 0,
    })),
  );
}

/** Sorts rates of older versions into the scale. */
function byNumber(labels: Map<string, string>): Map<string, string> {
  const rates = [...labels];
  return rates.every(([rate]) => Number.isFinite(Number(rate)))
    ? new Map(rates.sort(([a], [b]) => Number(a) - Number(b)))
    : labels;
}

function rowTexts(question: SurveyElement, shape: AnswerShape, places: number): Map<string, string> {
  if (shape === 'places') return new Map(Array.from({ length: places }, (_, n) => [String(n + 1), String(n + 1)]));
  return question.type === 'matrix' ? textsByValue(question.rows) : new Map();
}

function optionTexts(question: SurveyElement): Map<string, string> {
  const texts = choiceTexts(question);
  if (question.type !== 'rating' || texts.size > 0) return texts;
  const { rateMin = 1, rateStep = 1 } = question as { rateMin?: number; rateStep?: number };
  const most = highestRate(question);
  for (let rate = rateMin; rate <= most && texts.size < 100; rate += Math.max(rateStep, 0.01))
    texts.set(String(rate), String(rate));
  return texts;
}

/** Counts per column or text item, under its title. */
export function innerCounts(question: SurveyElement, { values, more }: Counted, room: number): Listed {
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

const withoutAnswer = new Set(['html', 'image']);

/**
 * Every question of any version, once per answer key: in the newest version's wording and order, then those only older
 * versions asked. The four fixed questions are separate.
 */
export function askedQuestions(versions: FormVersion[]): SurveyElement[] {
  const asked = new Map<string, SurveyElement>();
  for (const { data } of versions) {
    for (const question of questionsOf(data as SurveyDefinition)) {
      const key = answerKey(question);
      if (withoutAnswer.has(question.type) || fixedQuestionNames.has(key) || asked.has(key)) continue;
      asked.set(key, question);
    }
  }
  return [...asked.values()];
}
