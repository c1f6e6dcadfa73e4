import { dateOfDayNumber, dateOfText, momentOfDayNumber } from '@kinbridge/contract/members/member-list-dates';
import { textsByValue } from '@kinbridge/forms/answer-text';
import type { LocalText, SurveyElement } from '@kinbridge/forms/form-definition';
import type { Cell } from '@kinbridge/forms/spreadsheets/xlsx-rows';
import { isObject, memoize } from './answer-values.ts';

/** A cell's answer, and the text for 'other'. */
export interface CellAnswer {
  value: unknown;
  remark?: string;
}

type PlainCell = Exclude<Cell, null | object>;

const yes = new Set(['yes', 'y', 'true', '1', 'sí', 'si', 'x', '✓']);
const no = new Set(['no', 'n', 'false', '0']);

/** Reads a cell as the answer to a question. Throws a message if it isn't valid. */
export function readCell(question: SurveyElement, cell: PlainCell, from1904: boolean): CellAnswer {
  const text = cellText(cell);
  switch (question.type) {
    case 'boolean':
      return { value: booleanOf(question, text) };
    case 'text':
      return { value: inputOf(question, cell, text, from1904) };
    case 'slider':
      return { value: numberOf(text) };
    case 'rating':
      return { value: ratingOf(question, text) };
    case 'radiogroup':
    case 'dropdown':
      return chosen(question, [text], false);
    case 'imagepicker':
      return chosen(question, question.multiSelect === true ? several(text) : [text], question.multiSelect === true);
    case 'checkbox':
    case 'tagbox':
    case 'ranking':
      return chosen(question, several(text), true);
    case 'matrix':
      return { value: matrixOf(question, text) };
    default:
      return { value: text };
  }
}

/** Removes the mark that exports put before formula-like text. */
export function cellText(cell: PlainCell): string {
  return String(cell)
    .replace(/^'(?=[=+\-@\t\r])/, '')
    .trim();
}

function several(text: string): string[] {
  return text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function booleanOf(question: SurveyElement, text: string): unknown {
  const { valueTrue = true, valueFalse = false, labelTrue, labelFalse } = question;
  const given = text.toLowerCase();
  if (namesOf(valueTrue, labelTrue).includes(given) || yes.has(given)) return valueTrue;
  if (namesOf(valueFalse, labelFalse).includes(given) || no.has(given)) return valueFalse;
  throw new Error('Must be yes or no.');
}

function namesOf(value: unknown, label: unknown): string[] {
  const texts = typeof label === 'object' && label !== null ? Object.values(label) : [label ?? ''];
  return [value, ...texts].map((text) => String(text).toLowerCase()).filter((text) => text !== '');
}

function inputOf(question: SurveyElement, cell: PlainCell, text: string, from1904: boolean): unknown {
  const { inputType } = question;
  if (inputType === 'number' || inputType === 'range') return numberOf(text);
  if (inputType === 'datetime-local' && typeof cell === 'number') {
    return momentOfDayNumber(cell, from1904)?.join('T').slice(0, 16) ?? text;
  }
  if (inputType !== 'date') return text;
  const date = typeof cell === 'number' ? dateOfDayNumber(cell, from1904) : dateOfText(text);
  if (date === null) throw new Error('Must be a date such as 01/31/2026.');
  return date;
}

function numberOf(text: string): number {
  const number = Number(text.replace(/^\$|%$|(?<=\d),(?=\d{3}\b)/g, ''));
  if (text === '' || !Number.isFinite(number)) throw new Error('Must be a number.');
  return number;
}

function ratingOf(question: SurveyElement, text: string): unknown {
  const values = valuesByName(question.rateValues);
  return values.get(text.toLowerCase()) ?? numberOf(text);
}

/** Values by name: the value itself, and its text in every language. */
function valuesByName(list: unknown): ReadonlyMap<string, unknown> {
  return Array.isArray(list) ? namedValues(list) : new Map();
}

const namedValues = memoize((list: unknown[]) => {
  const values = new Map<string, unknown>();
  for (const item of list) {
    const { value, text } = isObject(item) ? item : { value: item, text: undefined };
    const texts = typeof text === 'object' && text !== null ? Object.values(text) : [text ?? ''];
    for (const name of [value, ...texts]) {
      const key = String(name).trim().toLowerCase();
      if (key !== '' && !values.has(key)) values.set(key, value);
    }
  }
  return values;
});

const specials: [value: string, shown: string, text: string, words: string[]][] = [
  ['none', 'showNoneItem', 'noneText', ['none']],
  ['refused', 'showRefuseItem', 'refuseText', ['refuse to answer', 'refused']],
  ['dontknow', 'showDontKnowItem', 'dontKnowText', ["don't know", 'dontknow']],
  ['other', 'showOtherItem', 'otherText', ['other', 'other (describe)']],
];

/** A question's choices, including the special ones it offers. */
const choicesByName = memoize((question: SurveyElement): ReadonlyMap<string, unknown> => {
  const values = new Map(valuesByName(question.choices));
  for (const [value, shown, text, words] of specials) {
    if (question[shown] !== true) continue;
    for (const name of [...namesOf(value, question[text] as LocalText | undefined), ...words]) {
      if (!values.has(name)) values.set(name, value);
    }
  }
  return values;
});

function chosen(question: SurveyElement, given: string[], many: boolean): CellAnswer {
  const values = choicesByName(question);
  const remarks: string[] = [];
  const chosenValues = given.map((name) => {
    const value = values.get(name.toLowerCase());
    if (value !== undefined) return value;
    if (question.showOtherItem !== true) throw new Error(`'${name.slice(0, 60)}' isn't one of the choices.`);
    remarks.push(name);
    return 'other';
  });
  const value = many ? [...new Set(chosenValues)] : chosenValues[0];
  return remarks.length > 0 ? { value, remark: remarks.join('; ') } : { value };
}

const rowsByName = memoize((question: SurveyElement): ReadonlyMap<string, string> => {
  const texts = [...textsByValue(question.rows)];
  const rows = new Map(texts.map(([value, name]) => [name.toLowerCase(), value]));
  for (const [value] of texts) rows.set(value.toLowerCase(), value);
  return rows;
});

/** Parses 'Row: column; row: column', as written by exports. */
function matrixOf(question: SurveyElement, text: string): Record<string, unknown> {
  const rows = rowsByName(question);
  const columns = valuesByName(question.columns);
  const cells = several(text).map((part): [string, unknown] => {
    const [, row = '', column = ''] = /^(.*):\s*([^:]*)$/s.exec(part) ?? [];
    const rowValue = rows.get(row.trim().toLowerCase());
    const columnValue = columns.get(column.trim().toLowerCase());
    if (rowValue === undefined || columnValue === undefined) {
      throw new Error("Must be written as 'row: column', separated by semicolons.");
    }
    return [rowValue, columnValue];
  });
  return Object.fromEntries(cells);
}
