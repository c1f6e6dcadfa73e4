import { questionsOf, type SurveyChoice, type SurveyDefinition } from '@kinbridge/forms/form-definition';
import { textFor, withText } from './local-text.ts';

/** Choices, and the rows and columns of a grid: a value, or a value with a label. */
export type Item = SurveyChoice;

export function itemValue(item: Item): string | number | boolean {
  return typeof item === 'object' && item !== null ? item.value : item;
}

/** A choice's label; without one, its value. */
export function itemText(item: Item): string {
  return (typeof item === 'object' && item !== null && textFor(item.text, 'default')) || String(itemValue(item));
}

/**
 * Relabels a choice. While nothing depends on its value, the value follows the label, so that exports are readable;
 * published values and those used by a rule stay.
 */
export function withItemText(item: Item, locale: string, words: string, fixed: ReadonlySet<unknown>): Item {
  const value = itemValue(item);
  if (locale === 'default' && !fixed.has(value) && (typeof item !== 'object' || !isTranslated(item.text))) {
    return typeof item === 'object' ? { ...withoutText(item), value: words } : words;
  }
  const before = typeof item === 'object' ? item : { value };
  const text = withText(before.text ?? (locale === 'default' ? undefined : String(value)), locale, words);
  return text === undefined ? { ...withoutText(before), value } : { ...before, value, text };
}

function isTranslated(text: unknown): boolean {
  return typeof text === 'object' && text !== null;
}

function withoutText<T extends { text?: unknown }>({ text: _, ...item }: T): Omit<T, 'text'> {
  return item;
}

/** The choice values that answers or rules depend on. */
export function fixedValues(
  definition: SurveyDefinition,
  published: SurveyDefinition | null,
  name: string,
  property: string,
): ReadonlySet<unknown> {
  const before = published && questionsOf(published).find((question) => question.name === name)?.[property];
  const answered = Array.isArray(before) ? (before as Item[]).map(itemValue) : [];
  return new Set([...answered, ...valuesInRules(definition, name)]);
}

function valuesInRules(definition: SurveyDefinition, name: string): string[] {
  const expressions = [...JSON.stringify(definition).matchAll(/"visibleIf":("(?:[^"\\]|\\.)*")/g)]
    .map((match) => JSON.parse(match[1] as string) as string)
    .filter((expression) => expression.includes(`{${name}}`));
  return expressions.flatMap((expression) =>
    [...expression.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map((match) =>
      (match[1] ?? match[2] ?? '').replace(/\\(['"])/g, '$1'),
    ),
  );
}

/** One choice per line; existing choices keep their values. */
export function itemsFromLines(text: string, before: Item[]): Item[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const words = [...new Set(lines.filter((line) => line !== ''))];
  return words.map((line) => before.find((item) => itemText(item) === line) ?? line);
}

/** A value that no other choice has. */
export function newItem(label: string, items: Item[]): string {
  const taken = new Set(items.map((item) => String(itemValue(item))));
  for (let number = items.length + 1; ; number += 1) {
    if (!taken.has(`${label} ${number}`)) return `${label} ${number}`;
  }
}
