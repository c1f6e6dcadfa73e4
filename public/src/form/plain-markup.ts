import { textOfMarkup } from '@kinbridge/forms/clean-definition';
import { fixedQuestionNames, type LocalText, textIn } from '@kinbridge/forms/form-definition';
import { type PlainChoice, plainChoices } from '@kinbridge/forms/plain-form';
import { type Html, html, type Part } from '../html.ts';
import { choiceHint } from './choice-hint.ts';
import { fileHtml, signatureHtml } from './plain-file-markup.ts';
import {
  choiceText,
  descriptionOf,
  errorOf,
  groupHtml,
  headed,
  idOf,
  type PlainQuestion,
  titleOf,
} from './plain-question.ts';
import { matrixHtml, rankingHtml } from './plain-rows-markup.ts';

export function plainQuestionHtml(question: PlainQuestion): Html {
  const { element } = question;
  switch (element.type) {
    case 'html':
      return html`<p class="read">${textOfMarkup(textIn(element.html as LocalText, question.language))}</p>`;
    case 'radiogroup':
    case 'checkbox':
    case 'boolean':
      return choicesHtml(question);
    case 'rating':
      return ratingHtml(question);
    case 'ranking':
      return rankingHtml(question);
    case 'matrix':
      return matrixHtml(question);
    case 'file':
      return fileHtml(question);
    case 'signaturepad':
      return signatureHtml(question);
    default:
      return fieldHtml(question);
  }
}

/** Autofill tokens. */
export const autofillTokens: Record<string, string> = {
  userFirstName: 'given-name',
  userLastName: 'family-name',
  userBirthDate: 'bday',
  userPhoneNumber: 'tel',
};
const inputModes: Record<string, string> = { number: 'decimal', tel: 'tel', email: 'email', url: 'url' };

function fieldHtml(question: PlainQuestion): Html {
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
  return html`<div class="field" data-question="${index}">${headed(question, html`<label for="${id}">${titleOf(question)}</label>`)}${hint}
${controlHtml(question, attributes, typeof value === 'string' || typeof value === 'number' ? String(value) : '')}
${errorOf(question)}</div>`;
}

function controlHtml(question: PlainQuestion, attributes: Record<string, string>, value: string): Html {
  const { element, autofill } = question;
  if (element.type === 'comment') {
    const rows = Math.min(Math.max(Number(element.rows) || 5, 3), 12);
    return html`<textarea${written({ ...attributes, rows: String(rows) })}>${value}</textarea>`;
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
  return html`<input${written({
    ...attributes,
    ...range,
    // A browser's number field drops invalid input silently; a text field lets us show an error.
    type: type === 'number' ? 'text' : type,
    ...(Object.hasOwn(inputModes, type) ? { inputmode: inputModes[type] } : {}),
    autocomplete: autofill && token ? token : 'off',
    value,
  })}>`;
}

function birthdayBounds() {
  return { min: '1900-01-02', max: new Date().toISOString().slice(0, 10) };
}

function selectHtml(question: PlainQuestion, attributes: Record<string, string>): Html {
  const choices = plainChoices(question.element);
  const options = choices.map((choice, at) => {
    const chosen = choice.value === question.value && ' selected';
    return html`<option value="${at}"${chosen}>${choiceText(choice, at, question)}</option>`;
  });
  return html`<select${written(attributes)}><option value="">${question.texts.chooseFromList}</option>${options}</select>${otherHtml(question, choices)}`;
}

function choicesHtml(question: PlainQuestion): Html {
  const { element, texts } = question;
  const choices = plainChoices(element);
  const items = html`<div class="choices">${itemsHtml(question, choices)}</div>`;
  return groupHtml(question, choiceHint(element, texts), [items, otherHtml(question, choices)]);
}

function itemsHtml(question: PlainQuestion, choices: PlainChoice[]): Html[] {
  const { element, index, value } = question;
  const type = element.type === 'checkbox' ? 'checkbox' : 'radio';
  const isChosen = (choice: PlainChoice) =>
    Array.isArray(value) ? value.includes(choice.value) : value === choice.value;
  return choices.map(
    (choice, at) =>
      html`<label class="choice"><input type="${type}" name="${idOf(index)}" value="${at}"${
        isChosen(choice) ? ' checked' : ''
      }${choice.none ? ' data-none' : ''}${choice.other ? ' data-other' : ''}><span>${choiceText(choice, at, question)}</span></label>`,
  );
}

/** Labels a scale's ends with their numbers, since a long scale takes two lines on a phone. */
function ratingHtml(question: PlainQuestion): Html {
  const { element, language } = question;
  const choices = plainChoices(element);
  const end = (at: number, description: unknown) => {
    const text = textIn(description as LocalText | undefined, language);
    return text ? `${choiceText(choices[at] as PlainChoice, at, question)}: ${text}` : '';
  };
  const least = end(0, element.minRateDescription);
  const most = end(choices.length - 1, element.maxRateDescription);
  const stars = element.rateType === 'stars' || element.rateDisplayMode === 'stars';
  const ends = (least || most) && html`<p class="ends"><span>${least}</span><span>${most}</span></p>`;
  const steps = itemsHtml(question, choices);
  return groupHtml(question, '', html`<div class="rating${stars ? ' stars' : ''}">${steps}</div>${ends}`);
}

function otherHtml({ element, index, comment, language, texts }: PlainQuestion, choices: PlainChoice[]): Part {
  if (!choices.some(({ other }) => other)) return null;
  const label = textIn(element.otherPlaceholder as LocalText | undefined, language) || texts.otherPlease;
  return html`<div class="other" hidden><label for="${idOf(index)}-other">${label}</label><input class="input" id="${idOf(index)}-other" type="text" autocomplete="off" aria-describedby="${idOf(index)}-error" maxlength="500" value="${typeof comment === 'string' ? comment : ''}"></div>`;
}

function written(attributes: Record<string, string>): Html[] {
  return Object.entries(attributes).map(([name, value]) => html` ${name}="${value}"`);
}
