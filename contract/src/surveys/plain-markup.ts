import { escapeHtml } from '../shared/escape-html.ts';
import { textOfMarkup } from './clean-definition.ts';
import { type PlainChoice, plainChoices } from './plain-form.ts';
import type { PublicFormTexts } from './public-form.texts.ts';
import { fixedQuestionNames, type LocalText, questionTitle, type SurveyElement, textIn } from './survey-definition.ts';

/** What a question is drawn from. The server draws the first page of a form with it, a phone all others. */
export interface PlainQuestion {
  element: SurveyElement;
  /** Its place on the page, which its ids are made of: a name may hold anything. */
  index: number;
  value: unknown;
  /** What was typed for 'Other'. */
  comment: unknown;
  /** Level of its heading; none where the page has a heading of its own and this is one field of several. */
  heading: 1 | 2 | null;
  language: string;
  texts: PublicFormTexts;
  /** Whether the phone may offer what it knows: not on one that is shared. */
  autofill: boolean;
}

export function plainQuestionHtml(question: PlainQuestion): string {
  const { element } = question;
  switch (element.type) {
    case 'html':
      return `<p class="read">${escapeHtml(textOfMarkup(textIn(element.html as LocalText, question.language)))}</p>`;
    case 'radiogroup':
    case 'checkbox':
    case 'boolean':
    case 'rating':
      return choicesHtml(question);
    default:
      return fieldHtml(question);
  }
}

export function idOf(index: number): string {
  return `question-${index}`;
}

function titleOf({ element, language, texts, heading }: PlainQuestion): string {
  const optional = heading === null && element.isRequired !== true;
  return `${escapeHtml(questionTitle(element, language))}${optional ? ` <span class="optional">${texts.optional}</span>` : ''}`;
}

function descriptionOf({ element, language, index }: PlainQuestion): string {
  const text = textIn(element.description as LocalText | undefined, language);
  return text ? `<p class="hint" id="${idOf(index)}-hint">${escapeHtml(text)}</p>` : '';
}

function errorOf({ index }: PlainQuestion): string {
  return `<p class="error" id="${idOf(index)}-error" hidden></p>`;
}

function headed({ heading }: PlainQuestion, html: string): string {
  return heading === null ? html : `<h${heading} tabindex="-1">${html}</h${heading}>`;
}

/** What a phone may fill in by itself. */
export const autofillTokens: Record<string, string> = {
  userFirstName: 'given-name',
  userLastName: 'family-name',
  userBirthDate: 'bday',
  userPhoneNumber: 'tel',
};
const inputModes: Record<string, string> = { number: 'decimal', tel: 'tel', email: 'email', url: 'url' };

function fieldHtml(question: PlainQuestion): string {
  const { element, index, value, language } = question;
  const id = idOf(index);
  const hint = descriptionOf(question);
  const attributes: Record<string, string> = {
    id,
    class: 'input',
    'aria-describedby': `${hint ? `${id}-hint ` : ''}${id}-error`,
    ...(element.isRequired === true ? { 'aria-required': 'true' } : {}),
  };
  const placeholder = textIn(element.placeholder as LocalText | undefined, language);
  if (placeholder && element.type !== 'dropdown') attributes.placeholder = placeholder;
  if (typeof element.maxLength === 'number' && element.maxLength > 0) attributes.maxlength = String(element.maxLength);
  return `<div class="field" data-question="${index}">${headed(question, `<label for="${id}">${titleOf(question)}</label>`)}${hint}
${controlHtml(question, attributes, typeof value === 'string' || typeof value === 'number' ? String(value) : '')}
${errorOf(question)}</div>`;
}

function controlHtml(question: PlainQuestion, attributes: Record<string, string>, value: string): string {
  const { element, autofill } = question;
  if (element.type === 'comment') {
    const rows = Math.min(Math.max(Number(element.rows) || 5, 3), 12);
    return `<textarea${written({ ...attributes, rows: String(rows) })}>${escapeHtml(value)}</textarea>`;
  }
  if (element.type === 'dropdown') return selectHtml(question, attributes);
  const type = typeof element.inputType === 'string' ? element.inputType : 'text';
  const birthday = element.name === 'userBirthDate';
  const range = Object.fromEntries(
    (['min', 'max'] as const)
      .map((bound) => [bound, element[bound] ?? (birthday ? birthdayBounds()[bound] : undefined)])
      .filter(([, bound]) => typeof bound === 'string' || typeof bound === 'number')
      .map(([bound, text]) => [bound, String(text)]),
  );
  const token = fixedQuestionNames.has(element.name) ? autofillTokens[element.name] : undefined;
  return `<input${written({
    ...attributes,
    ...range,
    // A number field of a browser drops what it cannot read; here the person is told instead.
    type: type === 'number' ? 'text' : type,
    ...(Object.hasOwn(inputModes, type) ? { inputmode: inputModes[type] } : {}),
    autocomplete: autofill && token ? token : 'off',
    value,
  })}>`;
}

function birthdayBounds() {
  return { min: '1900-01-02', max: new Date().toISOString().slice(0, 10) };
}

function selectHtml(question: PlainQuestion, attributes: Record<string, string>): string {
  const choices = plainChoices(question.element);
  const options = choices.map((choice, at) => {
    const chosen = choice.value === question.value ? ' selected' : '';
    return `<option value="${at}"${chosen}>${escapeHtml(choiceText(choice, at, question))}</option>`;
  });
  return `<select${written(attributes)}><option value="">${question.texts.chooseFromList}</option>${options.join('')}</select>${otherHtml(question, choices)}`;
}

function choicesHtml(question: PlainQuestion): string {
  const { element, index, value, texts } = question;
  const several = element.type === 'checkbox';
  const choices = plainChoices(element);
  const id = idOf(index);
  const isChosen = (choice: PlainChoice) =>
    Array.isArray(value) ? value.includes(choice.value) : value === choice.value;
  const items = choices.map(
    (choice, at) =>
      `<label class="choice"><input type="${several ? 'checkbox' : 'radio'}" name="${id}" value="${at}"${
        isChosen(choice) ? ' checked' : ''
      }${choice.none ? ' data-none' : ''}${choice.other ? ' data-other' : ''}><span>${escapeHtml(choiceText(choice, at, question))}</span></label>`,
  );
  const described = descriptionOf(question);
  const hint =
    described ||
    (element.type === 'rating'
      ? ''
      : `<p class="hint" id="${id}-hint">${several ? texts.chooseAny : texts.chooseOne}</p>`);
  const [least, most] = [element.minRateDescription, element.maxRateDescription].map((text) =>
    escapeHtml(textIn(text as LocalText | undefined, question.language)),
  );
  const ends =
    element.type === 'rating' && (least || most) ? `<p class="ends"><span>${least}</span><span>${most}</span></p>` : '';
  return `<fieldset class="field" data-question="${index}" aria-describedby="${hint ? `${id}-hint ` : ''}${id}-error">
<legend>${headed(question, titleOf(question))}</legend>${hint}
<div class="${element.type === 'rating' ? 'rating' : 'choices'}">${items.join('')}</div>${ends}${otherHtml(question, choices)}
${errorOf(question)}</fieldset>`;
}

function otherHtml({ element, index, comment, language, texts }: PlainQuestion, choices: PlainChoice[]): string {
  if (!choices.some(({ other }) => other)) return '';
  const label = textIn(element.otherPlaceholder as LocalText | undefined, language) || texts.otherPlease;
  return `<div class="other" hidden><label for="${idOf(index)}-other">${escapeHtml(label)}</label><input class="input" id="${idOf(index)}-other" type="text" autocomplete="off" maxlength="500" value="${escapeHtml(typeof comment === 'string' ? comment : '')}"></div>`;
}

function choiceText(choice: PlainChoice, at: number, { element, language, texts }: PlainQuestion): string {
  const own = textIn(choice.text as LocalText | undefined, language);
  if (own) return own;
  if (choice.none) return texts.none;
  if (choice.other) return texts.other;
  if (element.type === 'boolean') return at === 0 ? texts.yes : texts.no;
  return String(choice.value);
}

function written(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
}
