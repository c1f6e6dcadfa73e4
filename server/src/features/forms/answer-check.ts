import { isScalar } from '@kinbridge/forms/check-definition';
import {
  answerKey,
  fixedQuestionNames,
  questionsOf,
  type SurveyDefinition,
  type SurveyElement,
} from '@kinbridge/forms/form-definition';
import {
  booleanProblem,
  choiceProblem,
  choicesProblem,
  type FormRules,
  filesProblem,
  inputProblem,
  isObject,
  matrixProblem,
  maxRows,
  memoize,
  mustBeList,
  mustBeObject,
  ratingProblem,
  sliderProblem,
  textProblem,
  type ValueProblem,
  valuesOf,
} from './answer-values.ts';

type Answers = Record<string, unknown>;

const unknownName = "This form doesn't have that question.";
const maxProblems = 20;

/**
 * Finds answers that can't belong to the form: unknown names, wrong types, values outside the choices, too many rows.
 * Runs before the form library, which accepts all of them.
 */
export function checkAnswers(definition: SurveyDefinition, answers: Answers): Record<string, string> {
  const form = formOf(definition);
  const problems: Record<string, string> = Object.create(null);
  for (const [key, value] of Object.entries(answers)) {
    if (value === null || value === undefined) continue;
    const problem = problemOf(form, key, value);
    if (problem !== null && Object.keys(problems).length < maxProblems) problems[key.slice(0, 200)] = problem;
  }
  return problems;
}

const formOf = memoize((definition: SurveyDefinition) => ({
  rules: { othersAsComment: definition.storeOthersAsComment !== false },
  known: keysOf(questionsOf(definition)),
  computed: new Set(valuesNamed(definition.calculatedValues)),
}));

type Form = ReturnType<typeof formOf>;

/** Questions by answer key; several may share one. */
type Keys = ReadonlyMap<string, SurveyElement[]>;

function problemOf({ known, computed, rules }: Form, key: string, value: unknown): ValueProblem {
  if (computed.has(key)) return scalarProblem(value);
  if (!known.has(key) && fixedQuestionNames.has(key)) return textProblem(value, 200);
  return keyProblem(known, key, value, rules);
}

function valuesNamed(list: unknown): string[] {
  return Array.isArray(list)
    ? list.flatMap((item) => (isObject(item) && typeof item.name === 'string' ? [item.name] : []))
    : [];
}

function keysOf(questions: SurveyElement[]): Keys {
  const keys = new Map<string, SurveyElement[]>();
  for (const question of questions) {
    const key = answerKey(question);
    const same = keys.get(key);
    if (same) same.push(question);
    else keys.set(key, [question]);
  }
  return keys;
}

function keyProblem(known: Keys, key: string, value: unknown, rules: FormRules): ValueProblem {
  const questions = known.get(key);
  if (questions) {
    const problems = questions.map((question) => questionProblem(question, value, rules));
    return problems.includes(null) ? null : (problems[0] ?? null);
  }
  const remark = /^(.+)-(Comment|total)$/.exec(key);
  const remarked = remark ? known.get(remark[1] ?? '') : undefined;
  if (remarked && remark?.[2] === 'Comment' && remarked.some(takesRemarks)) return textProblem(value);
  if (remarked && remark?.[2] === 'total' && remarked.some(({ type }) => type.startsWith('matrixd'))) {
    return isObject(value) && Object.values(value).every(isScalar) ? null : mustBeObject;
  }
  return unknownName;
}

/** Older forms use other property names. */
function takesRemarks(question: SurveyElement): boolean {
  return ['showCommentArea', 'hasComment', 'showOtherItem', 'hasOther', 'choicesFromQuestion'].some((name) =>
    Boolean(question[name]),
  );
}

function scalarProblem(value: unknown): ValueProblem {
  return isScalar(value) && String(value).length <= 20_000 ? null : 'Must be a text or a number.';
}

function questionProblem(question: SurveyElement, value: unknown, rules: FormRules): ValueProblem {
  switch (question.type) {
    case 'text':
      return inputProblem(question, value);
    case 'comment':
      return textProblem(value, question.maxLength);
    case 'boolean':
      return booleanProblem(question, value);
    case 'radiogroup':
    case 'dropdown':
      return choiceProblem(question, value, rules);
    case 'imagepicker':
      return question.multiSelect === true
        ? choicesProblem(question, value, rules)
        : choiceProblem(question, value, rules);
    case 'checkbox':
    case 'tagbox':
    case 'ranking':
      return choicesProblem(question, value, rules);
    case 'rating':
      return ratingProblem(question, value);
    case 'slider':
      return sliderProblem(question, value);
    case 'file':
    case 'signaturepad':
      return filesProblem(question, value);
    case 'matrix':
      return matrixProblem(question, value);
    case 'expression':
      return scalarProblem(value);
    case 'multipletext':
      return textsProblem(question, value);
    case 'matrixdropdown':
      return rowsByNameProblem(question, value, rules);
    case 'matrixdynamic':
      return rowsProblem(value, question.maxRowCount, rowKeys(question), rules);
    case 'paneldynamic':
      return rowsProblem(value, question.maxPanelCount, panelKeys(question), rules);
    default:
      return unknownName;
  }
}

function inner(elements: unknown): SurveyElement[] {
  return questionsOf({ elements: Array.isArray(elements) ? elements : [] });
}

const linesOf = memoize(
  ({ items }: SurveyElement): ReadonlyMap<string, SurveyElement> =>
    new Map((Array.isArray(items) ? items : []).map((item: SurveyElement) => [item.name, item])),
);

function textsProblem(question: SurveyElement, value: unknown): ValueProblem {
  if (!isObject(value)) return mustBeObject;
  const items = linesOf(question);
  for (const [name, text] of Object.entries(value)) {
    const item = items.get(name);
    const problem = item ? inputProblem(item, text) : `There is no line ${name.slice(0, 60)}.`;
    if (problem) return problem;
  }
  return null;
}

const panelKeys = memoize((question: SurveyElement) => keysOf(inner(question.templateElements)));

/** The columns of a row as questions of their cell type, with the grid's choices by default. */
const rowKeys = memoize((question: SurveyElement): Keys => {
  const columns = (Array.isArray(question.columns) ? question.columns : []) as SurveyElement[];
  const asQuestions = columns.map((column) => {
    const cellType =
      column.cellType === undefined || column.cellType === 'default' ? question.cellType : column.cellType;
    return { ...column, type: typeof cellType === 'string' && cellType !== 'default' ? cellType : 'dropdown' };
  });
  const withChoices = [...asQuestions, ...inner(question.detailElements)].map((part): SurveyElement => {
    const own = Array.isArray(part.choices) && part.choices.length > 0;
    return own || question.choices === undefined ? part : { ...part, choices: question.choices };
  });
  return keysOf(withChoices);
});

function rowsByNameProblem(question: SurveyElement, value: unknown, rules: FormRules): ValueProblem {
  if (!isObject(value)) return mustBeObject;
  const rows = valuesOf(question.rows);
  const keys = rowKeys(question);
  for (const [row, cells] of Object.entries(value)) {
    if (!rows.has(row)) return `There is no row ${row.slice(0, 60)}.`;
    const problem = rowProblem(cells, keys, rules);
    if (problem) return problem;
  }
  return null;
}

function rowsProblem(value: unknown, most: unknown, keys: Keys, rules: FormRules): ValueProblem {
  if (!Array.isArray(value)) return mustBeList;
  const limit = typeof most === 'number' && most > 0 ? Math.min(most, maxRows) : maxRows;
  if (value.length > limit) return `Can have at most ${limit} rows.`;
  for (const row of value) {
    const problem = rowProblem(row, keys, rules);
    if (problem) return problem;
  }
  return null;
}

function rowProblem(row: unknown, keys: Keys, rules: FormRules): ValueProblem {
  if (!isObject(row)) return 'Each row must be an object.';
  for (const [key, value] of Object.entries(row)) {
    if (value === null || value === undefined) continue;
    const columns = keys.get(key);
    const problem = columns
      ? questionProblem(columns[0] as SurveyElement, value, rules)
      : keyProblem(keys, key, value, rules);
    if (problem) return problem === unknownName ? `There is no column ${key.slice(0, 60)}.` : problem;
  }
  return null;
}
