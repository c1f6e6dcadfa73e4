/** A form as it is stored: SurveyJS JSON. Only what we read of it is named here; all else is kept as it came. */
export interface SurveyDefinition {
  [property: string]: unknown;
  title?: LocalText;
  pages?: SurveyPage[];
  /** Forms of one page may do without pages. */
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
  /** The elements of a panel that repeats. */
  templateElements?: SurveyElement[];
  surveyAction?: SurveyAction;
  /** The service that the action asks for. */
  serviceId?: number;
}

export type SurveyChoice =
  | string
  | number
  | boolean
  | { [property: string]: unknown; value: string | number | boolean; text?: LocalText };

/** A text, or a text per language with `default` for all others. */
export type LocalText = string | Record<string, string>;

/** What answering a question with yes does. */
export const surveyActions = ['none', 'createServiceRequest'] as const;
export type SurveyAction = (typeof surveyActions)[number];

export const surveyActionLabels: Record<SurveyAction, string> = {
  none: 'None',
  createServiceRequest: 'Create Service Request',
};

/** The text in a language, in the default one, or in any. */
export function textIn(text: LocalText | undefined, locale = 'default'): string {
  if (typeof text === 'string') return text;
  // A form may come from anywhere: where a text should be, there may be anything.
  if (typeof text !== 'object' || text === null) return '';
  const found: unknown = text[locale] ?? text.default ?? text.en ?? Object.values(text)[0];
  return typeof found === 'string' ? found : '';
}

const containers = new Set(['panel']);

/** Every question of a form in its order, those inside panels included; a panel that repeats is one question. */
export function questionsOf(definition: SurveyDefinition): SurveyElement[] {
  const tops = [...(definition.pages ?? []).flatMap((page) => page.elements ?? []), ...(definition.elements ?? [])];
  return tops.flatMap(questionsIn);
}

function questionsIn(element: SurveyElement): SurveyElement[] {
  return containers.has(element.type) ? (element.elements ?? []).flatMap(questionsIn) : [element];
}

/** What a question is called where it is listed. */
export function questionTitle(question: SurveyElement, locale?: string): string {
  return textIn(question.title, locale) || question.name;
}

/** Asked of everybody who comes through the link, under these names. Not everyone has a birthday or a phone to give. */
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

/**
 * The form as the public link shows it: whatever of the four fixed questions is missing stands on a first page, and a
 * name that the form asks for itself has to be given all the same.
 */
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

const noWords = new Set(['', 'no', 'none', 'n', 'false', '0']);

/** Whether an answer says yes: a true boolean, or any chosen or typed answer other than none or no. */
export function saysYes(answer: unknown): boolean {
  if (typeof answer === 'boolean') return answer;
  if (typeof answer === 'number') return answer !== 0;
  if (typeof answer === 'string') return !noWords.has(answer.trim().toLowerCase());
  if (Array.isArray(answer)) return answer.some(saysYes);
  return typeof answer === 'object' && answer !== null && Object.values(answer).some(saysYes);
}

/** Under which key the answer to a question stands. */
export function answerKey({ name, valueName }: SurveyElement): string {
  return typeof valueName === 'string' && valueName !== '' ? valueName : name;
}

/** Where SurveyJS keeps what was typed for 'Other'. */
export function commentName(question: string): string {
  return `${question}-Comment`;
}

/** Declining to answer asks for nothing. */
const declined = new Set<unknown>(['refused', 'dontknow']);

/** Whether a question was answered with yes: neither what was chosen nor its wording says no. */
export function answeredYes(question: SurveyElement, answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.some((item) => answeredYes(question, item));
  if (question.type === 'boolean' && question.valueFalse !== undefined && answer === question.valueFalse) return false;
  if (declined.has(answer)) return false;
  const wording = (question.choices ?? []).flatMap((choice) =>
    typeof choice === 'object' && choice.value === answer ? [textIn(choice.text)] : [],
  );
  return saysYes(answer) && wording.every((text) => text === '' || saysYes(text));
}

/** The service that the answer to a question asks for. */
export function serviceAskedFor(question: SurveyElement, answer: unknown): number | null {
  const { surveyAction, serviceId } = question;
  if (surveyAction !== 'createServiceRequest' || typeof serviceId !== 'number') return null;
  return answeredYes(question, answer) ? serviceId : null;
}

/** The services that a form asks for, worked out from its answers alone. */
export function servicesAskedFor(definition: SurveyDefinition, answers: Record<string, unknown>): number[] {
  const asked = questionsOf(definition).map((question) => serviceAskedFor(question, answers[answerKey(question)]));
  return [...new Set(asked.filter((id) => id !== null))];
}

/** Specification §5: 'title V.version', or 'Untitled'. */
export function surveyLabel({ title, version }: { title: string; version: number }): string {
  return `${title.trim() || 'Untitled'} V.${version}`;
}
