import { counted } from '@kinbridge/contract/shared/counted';
import {
  questionsOf,
  questionTitle,
  type SurveyDefinition,
  type SurveyElement,
  textIn,
} from '@kinbridge/forms/form-definition';
import { type Item, itemText, itemValue } from './choices.ts';

export interface FormChange {
  kind: 'added' | 'removed' | 'changed' | 'moved';
  /** The question, or the form. */
  subject: string;
  /** What is different, in a few words. */
  details: string[];
}

/** What changed since the last version, for people who know it. Questions are matched by name. */
export function formChanges(before: SurveyDefinition, after: SurveyDefinition): FormChange[] {
  const [old, now] = [questionsOf(before), questionsOf(after)];
  const oldByName = new Map(old.map((question) => [question.name, question]));
  const names = new Set(now.map(({ name }) => name));
  const moved = movedNames(
    old.map(({ name }) => name).filter((name) => names.has(name)),
    now.map(({ name }) => name).filter((name) => oldByName.has(name)),
  );
  return [
    ...formDetails(before, after),
    ...now.flatMap((question): FormChange[] => {
      const subject = questionTitle(question);
      const former = oldByName.get(question.name);
      if (!former) return [{ kind: 'added', subject, details: [] }];
      const details = questionDetails(former, question);
      if (details.length > 0) return [{ kind: 'changed', subject: questionTitle(former), details }];
      return moved.has(question.name) ? [{ kind: 'moved', subject, details: [] }] : [];
    }),
    ...old
      .filter(({ name }) => !names.has(name))
      .map((question): FormChange => ({ kind: 'removed', subject: questionTitle(question), details: [] })),
  ];
}

function formDetails(before: SurveyDefinition, after: SurveyDefinition): FormChange[] {
  const details: string[] = [];
  const [oldTitle, title] = [textIn(before.title), textIn(after.title)];
  if (oldTitle !== title) details.push(`Title: “${oldTitle}” is now “${title}”`);
  else if (!same(before.title, after.title)) details.push('Translation of the title');
  const [oldPages, pages] = [pageCount(before), pageCount(after)];
  if (oldPages !== pages) details.push(`${counted(oldPages, 'page')}, now ${pages}`);
  const rest = (form: SurveyDefinition) => {
    const { title: _title, pages: formPages = [], elements: _elements, ...others } = form;
    return [others, formPages.map(({ elements: _, ...page }) => page)];
  };
  if (details.length === 0 && !same(rest(before), rest(after))) details.push('Settings or page titles');
  return details.length > 0 ? [{ kind: 'changed', subject: 'The form', details }] : [];
}

function pageCount({ pages = [], elements = [] }: SurveyDefinition): number {
  return pages.length + (elements.length > 0 ? 1 : 0);
}

const itemProperties = { choices: 'choice', rows: 'row', columns: 'column' } as const;

function questionDetails(before: SurveyElement, after: SurveyElement): string[] {
  const details: string[] = [];
  const known = new Set(['title', 'isRequired', 'visibleIf', 'surveyAction', 'serviceId', 'type', 'description']);
  if (before.type !== after.type) details.push('Different question type');
  if (questionTitle(before) !== questionTitle(after)) details.push(`Now asks “${questionTitle(after)}”`);
  else if (!same(before.title, after.title)) details.push('Translation of the title');
  if (!same(before.description, after.description)) details.push('Help text');
  if (Boolean(before.isRequired) !== Boolean(after.isRequired)) {
    details.push(after.isRequired ? 'Now required' : 'No longer required');
  }
  for (const [property, word] of Object.entries(itemProperties)) {
    known.add(property);
    details.push(...itemDetails(before[property], after[property], word));
  }
  if (!same(before.visibleIf, after.visibleIf)) details.push(ruleDetail(before.visibleIf, after.visibleIf));
  if (!same([before.surveyAction, before.serviceId], [after.surveyAction, after.serviceId]))
    details.push('Survey Action');
  const others = (question: SurveyElement) =>
    Object.fromEntries(Object.entries(question).filter(([name]) => !known.has(name)));
  if (!same(others(before), others(after))) details.push('Other settings');
  return details;
}

function ruleDetail(before: unknown, after: unknown): string {
  if (!after) return 'Now always shown';
  return before ? 'Rules changed' : 'Now shown only if a rule is true';
}

function itemDetails(before: unknown, after: unknown, word: string): string[] {
  if (same(before, after)) return [];
  const [old, now] = [before, after].map((items) => (Array.isArray(items) ? (items as Item[]) : [])) as [
    Item[],
    Item[],
  ];
  const has = (items: Item[], item: Item) => items.some((other) => itemValue(other) === itemValue(item));
  const added = now.filter((item) => !has(old, item)).map((item) => itemText(item));
  const removed = old.filter((item) => !has(now, item)).map((item) => itemText(item));
  const details = [
    ...(added.length > 0 ? [`New ${plural(word, added.length)}: ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`Removed ${plural(word, removed.length)}: ${removed.join(', ')}`] : []),
  ];
  return details.length > 0 ? details : [`Order or wording of the ${plural(word, 2)}`];
}

function plural(word: string, count: number): string {
  return count === 1 ? word : `${word}s`;
}

/** The names that moved: all except the longest sequence that kept its order. */
function movedNames(before: string[], after: string[]): Set<string> {
  const place = new Map(before.map((name, index) => [name, index]));
  const runs: string[][] = [];
  for (const name of after) {
    const fitting = runs.filter((run) => (place.get(run.at(-1) ?? '') ?? -1) < (place.get(name) ?? -1));
    const longest = fitting.reduce<string[]>((best, run) => (run.length > best.length ? run : best), []);
    runs.push([...longest, name]);
  }
  const kept = new Set(runs.reduce<string[]>((best, run) => (run.length > best.length ? run : best), []));
  return new Set(after.filter((name) => !kept.has(name)));
}

/** Equal as JSON, in any order of properties. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, sorted(inner)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
