import type { FormVersion, ListedForm } from '@kinbridge/contract/forms/forms.contract';
import { actionQuestions, formLabel, questionsOf, type SurveyDefinition } from '@kinbridge/forms/form-definition';
import type { ListSort } from '../../../lib/lists/list-url.ts';
import { formUrl } from '../form-url.ts';

export const libraryTabs = ['manage', 'archived', 'responses', 'analytics'] as const;
export type LibraryTab = (typeof libraryTabs)[number];

export const libraryTabLabels: Record<LibraryTab, string> = {
  manage: 'Manage Forms',
  archived: 'Archived Forms',
  responses: 'Survey Responses',
  analytics: 'Survey Analytics',
};

/** Responses outlive the form, so those of archived forms can still be viewed. */
const isIn: Record<LibraryTab, (form: FormVersion) => boolean> = {
  manage: ({ archivedAt }) => archivedAt === null,
  archived: ({ archivedAt }) => archivedAt !== null,
  responses: () => true,
  analytics: () => true,
};

const screens: Record<LibraryTab, Parameters<typeof formUrl>[0]> = {
  manage: 'create',
  archived: 'preview',
  responses: 'submissions',
  analytics: 'analytics',
};

/** Where a click on a form leads, with its data except the questions, which the page loads. */
export function opens(tab: LibraryTab, form: Omit<FormVersion, 'data'> & Partial<FormVersion>) {
  const { data: _, ...survey } = form;
  return { to: formUrl(screens[tab], survey.id), state: { survey } };
}

export function formsIn<F extends FormVersion>(tab: LibraryTab, forms: F[]): F[] {
  return forms.filter(isIn[tab]);
}

/** Forms whose label contains every typed word. */
export function findForms(forms: ListedForm[], search: string): ListedForm[] {
  const words = search.toLowerCase().split(/\s+/);
  return forms.filter((form) => {
    const label = formLabel(form).toLowerCase();
    return words.every((word) => label.includes(word));
  });
}

export const formSortFields = ['published', 'title', 'responses', 'answered'] as const;
export type FormSortField = (typeof formSortFields)[number];

const titles = new Intl.Collator('en-US', { numeric: true });

const comparisons: Record<FormSortField, (a: ListedForm, b: ListedForm) => number> = {
  title: (a, b) => titles.compare(formLabel(a), formLabel(b)),
  published: (a, b) => Date.parse(a.createTimestamp) - Date.parse(b.createTimestamp),
  responses: (a, b) => a.responses - b.responses,
  answered: (a, b) => Date.parse(a.lastAnswerTimestamp ?? '1970') - Date.parse(b.lastAnswerTimestamp ?? '1970'),
};

/** Archived forms come last; ties put the newer form first. */
export function sortForms(forms: ListedForm[], { field, descending }: ListSort<FormSortField>): ListedForm[] {
  const direction = descending ? -1 : 1;
  return forms.toSorted(
    (a, b) =>
      Number(a.archivedAt !== null) - Number(b.archivedAt !== null) ||
      direction * comparisons[field](a, b) ||
      b.id - a.id,
  );
}

/** How many questions a form has, and how many of them create service requests. */
export function contentsOf({ data }: FormVersion): { questions: number; actions: number } {
  const definition = data as SurveyDefinition;
  return { questions: questionsOf(definition).length, actions: actionQuestions(definition).length };
}
