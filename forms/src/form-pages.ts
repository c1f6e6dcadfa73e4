import { fixedQuestionNames, type SurveyDefinition, type SurveyElement, type SurveyPage } from './form-definition.ts';

/** Read-only elements; each is shown on the page of the next question. */
const readOnlyTypes = new Set(['html', 'image', 'expression']);

const requiredNames = new Set(['userFirstName', 'userLastName']);

/**
 * The pages of the public form: one question each, whatever the form's own pages. Panels and the added fixed questions
 * stay together.
 */
export function formPages(definition: SurveyDefinition): SurveyPage[] {
  const loose = listOf(definition.elements);
  const pages = [...listOf(definition.pages), ...(loose.length > 0 ? [{ name: 'form', elements: loose }] : [])];
  const taken = new Set<string>();
  return pages.flatMap((page, index) => {
    const named = { ...page, name: page.name || `page${index + 1}` };
    return groupsOf(listOf(page.elements).map(withRequiredName)).map((elements, part) => ({
      ...named,
      name: freeName(part === 0 ? named.name : `${named.name}-${part + 1}`, taken),
      ...(part === 0 ? {} : { description: undefined }),
      elements,
    }));
  });
}

/** Both names are always required. */
function withRequiredName(element: SurveyElement): SurveyElement {
  return requiredNames.has(element.name) ? { ...element, isRequired: true } : element;
}

function groupsOf(elements: SurveyElement[]): SurveyElement[][] {
  if (elements.every(({ name }) => fixedQuestionNames.has(name))) return elements.length > 0 ? [elements] : [];
  const groups: SurveyElement[][] = [];
  let waiting: SurveyElement[] = [];
  for (const element of elements) {
    waiting.push(element);
    if (readOnlyTypes.has(element.type)) continue;
    groups.push(waiting);
    waiting = [];
  }
  if (waiting.length === 0) return groups;
  const last = groups.at(-1);
  if (last) last.push(...waiting);
  else groups.push(waiting);
  return groups;
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}-${count}`;
  taken.add(free);
  return free;
}

/** A definition is untrusted: a list may be anything. */
function listOf<T extends object>(value: T[] | undefined): T[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
}

const rightToLeft = /^(ar|he|fa|ur|ps|yi|ckb)\b/;

/** The first requested language that is available; otherwise the first available one. */
export function pickLanguage(asked: readonly string[], available: readonly string[]): string {
  for (const language of asked) {
    const match =
      available.find((one) => one.toLowerCase() === language.toLowerCase()) ??
      available.find((one) => primary(one) === primary(language));
    if (match) return match;
  }
  return available[0] ?? 'en';
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.test(language) ? 'rtl' : 'ltr';
}

/** A language's own name. */
export function languageName(language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return language;
  }
}

function primary(language: string): string {
  return language.split('-')[0]?.toLowerCase() ?? '';
}
