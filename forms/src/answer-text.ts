import { answerDateText } from './answer-date.ts';
import { answeredFiles } from './answered-files.ts';
import { type LocalText, questionTitle, type SurveyElement, textIn } from './form-definition.ts';

const specialTexts: Record<string, [property: string, text: string]> = {
  other: ['otherText', 'Other'],
  none: ['noneText', 'None'],
  refused: ['refuseText', 'Refuse to answer'],
  dontknow: ['dontKnowText', "Don't know"],
};

/** Labels of choices, rows or rates by value. */
export function textsByValue(list: unknown): Map<string, string> {
  const texts = new Map<string, string>();
  if (!Array.isArray(list)) return texts;
  for (const item of list) {
    const { value, text } = typeof item === 'object' && item !== null ? item : { value: item, text: undefined };
    texts.set(String(value), textIn(text as LocalText | undefined) || String(value));
  }
  return texts;
}

/** A question's choice labels by value, including the special choices it offers. */
export function choiceTexts(question: SurveyElement, fallback?: unknown): Map<string, string> {
  if (question.type === 'boolean') {
    const { valueTrue = true, valueFalse = false, labelTrue, labelFalse } = question;
    return new Map([
      [String(valueTrue), textIn(labelTrue as LocalText | undefined) || 'Yes'],
      [String(valueFalse), textIn(labelFalse as LocalText | undefined) || 'No'],
    ]);
  }
  const given = Array.isArray(question.choices) && question.choices.length > 0 ? question.choices : fallback;
  const texts = textsByValue(question.type === 'rating' ? question.rateValues : given);
  const switches = {
    other: 'showOtherItem',
    none: 'showNoneItem',
    refused: 'showRefuseItem',
    dontknow: 'showDontKnowItem',
  };
  for (const [value, name] of Object.entries(switches)) {
    if (question[name] === true) texts.set(value, specialText(question, value));
  }
  return texts;
}

/** The highest value of a rating. */
export function highestRate(question: SurveyElement): number {
  const { rateMin = 1, rateMax, rateCount } = question as { rateMin?: number; rateMax?: number; rateCount?: number };
  return rateMax ?? (rateCount === undefined ? 5 : rateMin + rateCount - 1);
}

function specialText(question: SurveyElement, value: string): string {
  const [property = '', text = value] = specialTexts[value] ?? [];
  return textIn(question[property] as LocalText | undefined) || text;
}

/** An answer as readable text: labels instead of values, separated by semicolons. */
export function answerText(question: SurveyElement, answer: unknown): string {
  return answerParts(question, answer).join('; ');
}

/** The same in parts, one per choice, file, row or entry. */
export function answerParts(question: SurveyElement, answer: unknown): string[] {
  if (answer === null || answer === undefined) return [];
  if (question.type === 'file' || question.type === 'signaturepad') {
    const files = answeredFiles(answer);
    if (files) return files.map(({ name }) => name || 'file');
  }
  if (question.type === 'matrix' && isRecord(answer)) {
    const [rows, columns] = [textsByValue(question.rows), textsByValue(question.columns)];
    return Object.entries(answer).map(
      ([row, cell]) => `${rows.get(row) ?? row}: ${listed(cell, (value) => columns.get(value) ?? value)}`,
    );
  }
  const inner = innerQuestions(question);
  if (inner.size > 0) {
    if (Array.isArray(answer)) return answer.map((row) => rowText(inner, row));
    if (isRecord(answer) && question.type === 'multipletext') return [rowText(inner, answer)];
    const rows = textsByValue(question.rows);
    if (isRecord(answer)) {
      return Object.entries(answer).map(([row, cells]) => `${rows.get(row) ?? row}: ${rowText(inner, cells)}`);
    }
  }
  if (question.type === 'text' && typeof answer === 'string') return [inputText(question, answer)];
  const choices = choiceTexts(question);
  return [answer].flat().map((item) => listed(item, (value) => choices.get(value) ?? value));
}

/** Formats dates and phone numbers for the US. */
function inputText(question: SurveyElement, answer: string): string {
  if (question.inputType === 'tel') return answer.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
  return answerDateText(question, answer) ?? answer;
}

/** Nested questions: columns of a matrix, items of a text list, questions of a dynamic panel. */
export function innerQuestions(question: SurveyElement): Map<string, SurveyElement> {
  const inner = new Map<string, SurveyElement>();
  if (question.type === 'matrix') return inner;
  for (const list of [question.columns, question.items, question.templateElements, question.detailElements]) {
    for (const part of Array.isArray(list) ? (list as SurveyElement[]) : []) {
      const choices = part.choices ?? (question.type.startsWith('matrixd') ? question.choices : undefined);
      const type = part.type ?? (typeof part.cellType === 'string' ? part.cellType : 'text');
      inner.set(part.name, { ...part, type, ...(choices ? { choices } : {}) });
    }
  }
  return inner;
}

function rowText(inner: Map<string, SurveyElement>, row: unknown): string {
  if (!isRecord(row)) return '';
  return Object.entries(row)
    .map(([name, cell]) => {
      const question = inner.get(name);
      return question
        ? `${questionTitle(question)}: ${answerText(question, cell)}`
        : `${name}: ${listed(cell, String)}`;
    })
    .join(', ');
}

function listed(answer: unknown, text: (value: string) => string): string {
  if (Array.isArray(answer)) return answer.map((item) => listed(item, text)).join('; ');
  return isRecord(answer) ? JSON.stringify(answer) : text(String(answer));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
