/** A stored form: SurveyJS JSON. Only the properties we read are typed; the rest is kept unchanged. */
export interface SurveyDefinition {
  [property: string]: unknown;
  title?: LocalText;
  pages?: SurveyPage[];
  /** One-page forms may have no pages. */
  elements?: SurveyElement[];
}

export interface SurveyPage {
  [property: string]: unknown;
  name?: string;
  title?: LocalText;
  elements?: SurveyElement[];
}

export interface SurveyElement {
  [property: string]: unknown;
  type: string;
  name: string;
  title?: LocalText;
  isRequired?: boolean;
  choices?: SurveyChoice[];
  /** The elements of a panel. */
  elements?: SurveyElement[];
  /** The elements of a dynamic panel. */
  templateElements?: SurveyElement[];
  surveyAction?: SurveyAction;
  /** The service the action requests. */
  serviceId?: number;
}

export type SurveyChoice =
  | string
  | number
  | boolean
  | { [property: string]: unknown; value: string | number | boolean; text?: LocalText };

/** A text, or a text per language with `default` for all others. */
export type LocalText = string | Record<string, string>;

/** The action of a yes answer. */
export const surveyActions = ['none', 'createServiceRequest'] as const;
export type SurveyAction = (typeof surveyActions)[number];

export const surveyActionLabels: Record<SurveyAction, string> = {
  none: 'None',
  createServiceRequest: 'Create Service Request',
};

/** The text in this language, the default one, or any. */
export function textIn(text: LocalText | undefined, locale = 'default'): string {
  if (typeof text === 'string') return text;
  // A form is untrusted: a text may be anything.
  if (typeof text !== 'object' || text === null) return '';
  const found: unknown = text[locale] ?? text.default ?? text.en ?? Object.values(text)[0];
  return typeof found === 'string' ? found : '';
}

const containers = new Set(['panel']);

/** Every question of a form in order, including those in panels; a dynamic panel is one question. */
export function questionsOf(definition: SurveyDefinition): SurveyElement[] {
  const tops = [...(definition.pages ?? []).flatMap((page) => page.elements ?? []), ...(definition.elements ?? [])];
  return tops.flatMap(questionsIn);
}

function questionsIn(element: SurveyElement): SurveyElement[] {
  return containers.has(element.type) ? (element.elements ?? []).flatMap(questionsIn) : [element];
}

/** A question's title in lists. */
export function questionTitle(question: SurveyElement, locale?: string): string {
  return textIn(question.title, locale) || question.name;
}

/** Asked of everyone who uses the link, under these names. Not everyone has a birthday or phone to give. */
export const fixedQuestions: SurveyElement[] = [
  { type: 'text', name: 'userFirstName', title: { default: 'First name', es: 'Nombre' }, isRequired: true },
  { type: 'text', name: 'userLastName', title: { default: 'Last name', es: 'Apellido' }, isRequired: true },
  {
    type: 'text',
    name: 'userBirthDate',
    title: { default: 'Date of birth', es: 'Fecha de nacimiento' },
    inputType: 'date',
  },
  {
    type: 'text',
    name: 'userPhoneNumber',
    title: { default: 'Phone number', es: 'Número de teléfono' },
    inputType: 'tel',
  },
];

export const fixedQuestionNames: ReadonlySet<string> = new Set(fixedQuestions.map(({ name }) => name));

const requiredNames = new Set(fixedQuestions.filter(({ isRequired }) => isRequired).map(({ name }) => name));

/** The public form: missing fixed questions go on a first page, and names the form asks for itself become required. */
export function withFixedQuestions(definition: SurveyDefinition): SurveyDefinition {
  const present = new Set(questionsOf(definition).map(({ name }) => name));
  const missing = fixedQuestions.filter(({ name }) => !present.has(name));
  const asked = [...requiredNames].some((name) => present.has(name)) ? requireNames(definition) : definition;
  if (missing.length === 0) return asked;
  const { elements, ...rest } = asked;
  const pages = [...(asked.pages ?? []), ...(elements?.length ? [{ name: 'form', elements }] : [])];
  return { ...rest, pages: [{ name: 'about-you', elements: missing }, ...pages] };
}

function requireNames<T extends { pages?: SurveyPage[]; elements?: SurveyElement[] }>(container: T): T {
  const { pages, elements } = container;
  return {
    ...container,
    ...(pages && { pages: pages.map(requireNames) }),
    ...(elements && {
      elements: elements.map((element) => {
        if (containers.has(element.type)) return requireNames(element);
        return requiredNames.has(element.name) ? { ...element, isRequired: true } : element;
      }),
    }),
  };
}

const noWords = new Set(['no', 'none', 'n', 'false', '0']);

/** Whether an answer says yes: true, or any chosen or typed answer except none or no. */
export function saysYes(answer: unknown): boolean {
  if (typeof answer === 'boolean') return answer;
  if (typeof answer === 'number') return answer !== 0;
  if (typeof answer === 'string') return answer.trim() !== '' && !isNo(answer);
  if (Array.isArray(answer)) return answer.some(saysYes);
  return typeof answer === 'object' && answer !== null && Object.values(answer).some(saysYes);
}

/** 'None!' is none, but 'No food.' isn't. */
function isNo(text: string): boolean {
  const words = text.toLowerCase().match(/[^\p{P}\s]+/gu) ?? [];
  return words.length === 1 && noWords.has(words[0] ?? '');
}

/** The key of a question's answer. */
export function answerKey({ name, valueName }: SurveyElement): string {
  return typeof valueName === 'string' && valueName !== '' ? valueName : name;
}

/** The key of the text for 'Other' in SurveyJS. */
export function commentName(question: string): string {
  return `${question}-Comment`;
}

/** Declining to answer requests nothing. */
const declined = new Set<unknown>(['refused', 'dontknow']);

/** Whether a question was answered yes: neither the value nor its label says no. */
export function answeredYes(question: SurveyElement, answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.some((item) => answeredYes(question, item));
  if (question.type === 'boolean' && question.valueFalse !== undefined && answer === question.valueFalse) return false;
  if (declined.has(answer)) return false;
  const wording = (question.choices ?? []).flatMap((choice) =>
    typeof choice === 'object' && choice.value === answer ? [textIn(choice.text)] : [],
  );
  return saysYes(answer) && wording.every((text) => text === '' || saysYes(text));
}

type Answers = Record<string, unknown>;

/** The service that a yes to the question requests. */
function serviceOf({ surveyAction, serviceId }: SurveyElement): number | null {
  return surveyAction === 'createServiceRequest' && typeof serviceId === 'number' ? serviceId : null;
}

/** Every question with the Survey Action, including those of repeating groups. */
export function actionQuestions(definition: SurveyDefinition): SurveyElement[] {
  return questionsOf(definition).flatMap((question) => [
    ...(question.surveyAction === 'createServiceRequest' ? [question] : []),
    ...actionQuestions({ elements: repeatedElements(question) }),
  ]);
}

function repeatedElements({ type, templateElements }: SurveyElement): SurveyElement[] {
  return type === 'paneldynamic' && Array.isArray(templateElements) ? templateElements : [];
}

/** The services a form's answers request, each once, however many rows of a repeating group ask for it. */
export function servicesAskedFor(definition: SurveyDefinition, answers: Answers): number[] {
  return [...new Set(questionsOf(definition).flatMap((question) => servicesAskedBy(question, answers)))];
}

/** The services that a question's answer requests; of a repeating group, those of its rows. */
export function servicesAskedBy(question: SurveyElement, answers: Answers): number[] {
  return [...new Set(servicesIn([question], [answers]))];
}

function servicesIn(questions: SurveyElement[], rows: Answers[]): number[] {
  return questions.flatMap((question) => {
    const service = serviceOf(question);
    const repeated = { elements: repeatedElements(question) };
    return [
      ...(service !== null && rows.some((row) => answeredYes(question, answerInWords(question, row))) ? [service] : []),
      // A large answer can have very many rows, so groups that can't request anything are passed over.
      ...(actionQuestions(repeated).length > 0
        ? servicesIn(questionsOf(repeated), rows.flatMap((row) => row[answerKey(question)]).filter(isRow))
        : []),
    ];
  });
}

/** The answer, with the text that 'Other' stands for. */
function answerInWords(question: SurveyElement, answers: Answers): unknown {
  const key = answerKey(question);
  const [answer, comment] = [answers[key], answers[commentName(key)]];
  const offersOther = question.showOtherItem === true || question.hasOther === true;
  if (!offersOther || typeof comment !== 'string' || comment.trim() === '') return answer;
  const inWords = (value: unknown) => (value === 'other' ? comment : value);
  return Array.isArray(answer) ? answer.map(inWords) : inWords(answer);
}

function isRow(value: unknown): value is Answers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Specification §5: 'title V.version', or 'Untitled'. */
export function formLabel({ title, version }: { title: string; version: number }): string {
  return `${title.trim() || 'Untitled'} V.${version}`;
}
