import { type Condition, holds, readCondition } from './form-condition.ts';
import type { SurveyDefinition, SurveyElement, SurveyPage } from './form-definition.ts';
import { formPages } from './form-pages.ts';

/**
 * Plain forms are shown on phones without SurveyJS, which is twenty times larger. A form is plain if all its properties
 * are listed here; otherwise SurveyJS shows the whole form.
 */
const words = (text: string) => new Set(text.split(' '));

const surveyProperties = words(
  'title description pages elements locale showProgressBar progressBarType progressBarLocation completedHtml showTitle ' +
    'showPageTitles showQuestionNumbers questionsOnPageMode showNavigationButtons showPrevButton $schema sjsVersion ' +
    'logo logoPosition logoFit logoWidth logoHeight headerView widthMode width fitToContainer requiredMark showTOC ' +
    'offeredLanguages showPageNumbers questionErrorLocation checkErrorsMode pageNextText pagePrevText completeText autoAdvanceEnabled',
);
const pageProperties = words('name title description elements visibleIf');
const everyElement =
  'type name title description isRequired requiredErrorText visibleIf surveyAction serviceId width minWidth maxWidth';
const withChoices = 'choices showNoneItem noneText showOtherItem otherText otherPlaceholder colCount';
const elementProperties: Record<string, Set<string>> = {
  text: words(`${everyElement} inputType placeholder maxLength min max autocomplete validators`),
  comment: words(`${everyElement} placeholder maxLength rows autoGrow validators`),
  radiogroup: words(`${everyElement} ${withChoices}`),
  checkbox: words(`${everyElement} ${withChoices} minSelectedChoices maxSelectedChoices`),
  dropdown: words(`${everyElement} ${withChoices} placeholder allowClear`),
  boolean: words(`${everyElement} labelTrue labelFalse`),
  rating: words(
    `${everyElement} rateMin rateMax rateCount rateValues rateType rateDisplayMode displayMode autoGenerate ` +
      'minRateDescription maxRateDescription',
  ),
  ranking: words(`${everyElement} choices longTap`),
  matrix: words(`${everyElement} columns rows eachRowRequired isAllRowRequired alternateRows`),
  file: words(
    `${everyElement} allowMultiple maxSize acceptedTypes storeDataAsText waitForUpload showPreview allowImagesPreview ` +
      'imageHeight imageWidth needConfirmRemoveFile',
  ),
  signaturepad: words(
    `${everyElement} signatureWidth signatureHeight signatureAutoScaleEnabled penColor penMinWidth penMaxWidth ` +
      'backgroundColor dataFormat allowClear showPlaceholder placeholder storeDataAsText waitForUpload',
  ),
  html: words('type name html visibleIf'),
};
const needsChoices = words('rating ranking matrix');
const inputTypes = words('text email tel number date time url month week datetime-local');

export function isPlainForm(definition: SurveyDefinition): boolean {
  return hasOnly(definition, surveyProperties) && formPages(definition).every(isPlainPage);
}

/** Whether a page needs no SurveyJS; the server renders the first page of every such form. */
export function isPlainPage(page: SurveyPage): boolean {
  return (
    hasOnly(page, pageProperties) &&
    isPlainCondition(page.visibleIf) &&
    (page.elements ?? []).every((element) => isPlainElement(element)) &&
    !hasPiping(page.title) &&
    !hasPiping(page.description)
  );
}

function isPlainElement(element: SurveyElement): boolean {
  const known = Object.hasOwn(elementProperties, element.type) ? elementProperties[element.type] : undefined;
  if (!known || typeof element.name !== 'string' || !hasOnly(element, known)) return false;
  if (!isPlainCondition(element.visibleIf) || !validatorsArePlain(element.validators)) return false;
  if (![element.choices, element.rows, element.columns, element.rateValues].every(choicesArePlain)) return false;
  if (element.inputType !== undefined && !inputTypes.has(String(element.inputType))) return false;
  if (needsChoices.has(element.type) && plainChoices(element).length === 0) return false;
  if (element.type === 'matrix' && plainItems(element.rows).length === 0) return false;
  return !Object.entries(element).some(([property, value]) => property !== 'visibleIf' && hasPiping(value));
}

function hasOnly(thing: object, known: Set<string>): boolean {
  return Object.entries(thing).every(([property, value]) => value === undefined || known.has(property));
}

function isPlainCondition(condition: unknown): boolean {
  return condition === undefined || conditionOf(condition) !== null;
}

function conditionOf(condition: unknown): Condition | null {
  return typeof condition === 'string' ? readCondition(condition) : null;
}

/** Whether a page or question is visible, given the answers; unsupported conditions count as visible. */
export function isAsked({ visibleIf }: SurveyPage | SurveyElement, answerTo: (question: string) => unknown): boolean {
  const condition = conditionOf(visibleIf);
  return condition === null || holds(condition, answerTo);
}

/** The pages with visible questions. */
export function askedPages(pages: SurveyPage[], answerTo: (question: string) => unknown): SurveyPage[] {
  return pages.filter(
    (page) => isAsked(page, answerTo) && (page.elements ?? []).some((element) => isAsked(element, answerTo)),
  );
}

const validatorProperties: Record<string, Set<string>> = {
  email: words('type text'),
  text: words('type text minLength maxLength'),
};

function validatorsArePlain(validators: unknown): boolean {
  if (validators === undefined) return true;
  return (
    Array.isArray(validators) &&
    validators.every(({ type, ...rest }: { type?: unknown }) => {
      const known = typeof type === 'string' && Object.hasOwn(validatorProperties, type) && validatorProperties[type];
      return known && hasOnly(rest, known);
    })
  );
}

const choiceProperties = words('value text');

function choicesArePlain(choices: unknown): boolean {
  if (choices === undefined) return true;
  return (
    Array.isArray(choices) &&
    choices.every(
      (choice) =>
        typeof choice === 'string' ||
        typeof choice === 'number' ||
        (typeof choice === 'object' && choice !== null && 'value' in choice && hasOnly(choice, choiceProperties)),
    )
  );
}

/** SurveyJS replaces `{name}` in a text with an answer. */
function hasPiping(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return /\{[^{}]+\}/.test(value);
  if (typeof value !== 'object' || value === null || depth > 3) return false;
  return Object.values(value).some((item) => hasPiping(item, depth + 1));
}

export interface PlainChoice {
  value: unknown;
  text: unknown;
  /** The choice with a text field. */
  other?: boolean;
  /** The choice that clears all others. */
  none?: boolean;
}

/** The options in order: yes and no, a scale's steps, a grid's columns, or the choices with 'None' and 'Other'. */
export function plainChoices(element: SurveyElement): PlainChoice[] {
  switch (element.type) {
    case 'boolean':
      return [
        { value: true, text: element.labelTrue },
        { value: false, text: element.labelFalse },
      ];
    case 'rating':
      return ratingSteps(element);
    case 'matrix':
      return plainItems(element.columns);
  }
  const choices = plainItems(element.choices);
  if (element.showNoneItem === true) choices.push({ value: 'none', text: element.noneText, none: true });
  if (element.showOtherItem === true) choices.push({ value: 'other', text: element.otherText, other: true });
  return choices;
}

/** Choices, rows or columns, each with its value and its text. */
export function plainItems(items: unknown): PlainChoice[] {
  return (Array.isArray(items) ? items : []).map((item: unknown) => {
    if (typeof item !== 'object' || item === null) return { value: item, text: String(item) };
    const { value, text } = item as { value: unknown; text?: unknown };
    return { value, text: text ?? String(value) };
  });
}

function ratingSteps(element: SurveyElement): PlainChoice[] {
  const own = element.autoGenerate === true ? [] : plainItems(element.rateValues);
  if (own.length > 0) return own;
  const from = Number(element.rateMin ?? 1);
  const to = Number(element.rateMax ?? from + Number(element.rateCount ?? 5) - 1);
  if (!Number.isInteger(from) || !Number.isInteger(to) || to < from || to - from > 10) return [];
  return Array.from({ length: to - from + 1 }, (_, index) => ({ value: from + index, text: String(from + index) }));
}
