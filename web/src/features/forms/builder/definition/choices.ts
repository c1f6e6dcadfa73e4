import { namesIn, rulesOf } from '@kinbridge/forms/broken-rules';
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

function valuesInRules(definition: SurveyDefinition, name: string): (string | number)[] {
  return rulesOf(definition).flatMap(({ expression }) => {
    const about = namesIn(expression).filter((one) => one === name || one.startsWith(`${name}.`));
    if (about.length === 0) return [];
    const texts = [...expression.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|-?\d+(?:\.\d+)?/g)].map(
      ([number, single, double]) => (single ?? double ?? number).replace(/\\(['"])/g, '$1'),
    );
    const rows = about.map((one) => one.slice(name.length + 1)).filter((row) => row !== '');
    return [...rows, ...texts].flatMap((one) => (Number.isNaN(Number(one)) ? one : [one, Number(one)]));
  });
}

/** One choice per line; existing choices keep their values, and a relabeled one that is fixed keeps its value. */
export function itemsFromLines(text: string, before: Item[], fixed: ReadonlySet<unknown> = new Set()): Item[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const words = [...new Set(lines.filter((line) => line !== ''))];
  const known = (line: string) => before.find((item) => itemText(item) === line);
  // As many lines as before: a new line at a choice's place is its new label.
  const former = (place: number) => {
    const item = words.length === before.length ? before[place] : undefined;
    return item !== undefined && !words.includes(itemText(item)) ? item : undefined;
  };
  return words.map((line, place) => {
    const item = former(place);
    return known(line) ?? (item === undefined ? line : withItemText(item, 'default', line, fixed));
  });
}

/** A value that no other choice has. */
export function newItem(label: string, items: Item[]): string {
  const taken = new Set(items.map((item) => String(itemValue(item))));
  for (let number = items.length + 1; ; number += 1) {
    if (!taken.has(`${label} ${number}`)) return `${label} ${number}`;
  }
}
