import type { SurveyDefinition, SurveyElement } from '@kinbridge/forms/form-definition';
import { type FormText, formTexts, isTranslated } from '@kinbridge/forms/form-languages';
import { type Item, withItemText } from './choices.ts';
import { textFor, withText } from './local-text.ts';
import { isQuestion } from './question-kinds.ts';
import { readStatement, writeStatement } from './statement.ts';

/** The texts that people would see in the form's own language. */
export function missingTexts(definition: SurveyDefinition, language: string): FormText[] {
  return formTexts(definition).filter((text) => !isTranslated(text, language));
}

/** A text in one language, without a statement's markup. */
export function wordsOf({ text, path }: FormText, language: string): string {
  const words = textFor(text, language);
  return path.at(-1) === 'html' ? readStatement(words).text : words;
}

/** The changes to a text's owner when it is translated. */
export function translationChanges(form: FormText, language: string, words: string): Record<string, unknown> {
  const { owner, path, text } = form;
  const isPlain = path.at(-1) === 'html' && readStatement(textFor(text, 'default')).plain;
  const written = isPlain ? writeStatement(words) : words;
  const change = (value: unknown) =>
    typeof path.at(-1) === 'number'
      ? withItemText(value as Item, language, written, new Set())
      : withText(value, language, written);
  const [property = '', ...rest] = path;
  return { [property]: changedAt((owner as Record<string, unknown>)[property], rest, change) };
}

function changedAt(value: unknown, path: FormText['path'], change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) return value.with(Number(step), changedAt(value[Number(step)], rest, change));
  const part = value as Record<string, unknown>;
  return { ...part, [step]: changedAt(part[step], rest, change) };
}

const listItems: Record<string, string> = { choices: 'Choice', rows: 'Row', columns: 'Column', rateValues: 'Step' };
const properties: Record<string, string> = {
  description: 'Help text',
  html: 'Statement',
  completedHtml: 'Thank-you text',
  labelTrue: 'Label for Yes',
  labelFalse: 'Label for No',
  minRateDescription: 'Lowest value',
  maxRateDescription: 'Highest value',
  noneText: 'Label for None',
  otherText: 'Label for Other',
};

/** What a text is within its question, page or form. */
export function roleOf({ owner, path }: FormText): string {
  const [property = '', place] = path.slice(-2);
  if (typeof place === 'number') return `${listItems[property] ?? 'Choice'} ${place + 1}`;
  const [list, index] = path;
  if (typeof index === 'number') return `${listItems[list ?? ''] ?? 'Part'} ${index + 1}`;
  const name = String(path.at(-1));
  if ('pages' in owner && name === 'description') return 'Introduction';
  if (!('type' in owner) && name === 'title') return 'Page title';
  if (name === 'title') return isQuestion(owner as SurveyElement) ? 'Question' : 'Title of the group';
  return (
    properties[name] ??
    name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase())
  );
}
