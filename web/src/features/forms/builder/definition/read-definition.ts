import type { SurveyDefinition } from '@kinbridge/forms/form-definition';

type Read = { definition: SurveyDefinition; problem?: never } | { problem: string; definition?: never };

/** Far deeper than anyone nests by hand. */
const maxDepth = 12;

/** A form from its JSON, or a sentence about what is wrong. Unknown properties are kept. */
export function readDefinitionText(text: string): Read {
  try {
    return readDefinition(JSON.parse(text));
  } catch (error) {
    return { problem: `This isn't valid JSON: ${(error as Error).message}` };
  }
}

export function readDefinition(value: unknown): Read {
  if (!isObject(value)) return { problem: 'A form is an object in braces: { "pages": [ … ] }.' };
  const { questions, ...form } = value;
  const pages = form.pages ?? [];
  if (!Array.isArray(pages)) return { problem: '"pages" must be a list in brackets.' };
  const tops = form.elements ?? questions;
  const problem =
    problemOfElements(tops, 'The form', 0) ??
    pages.map((page, index) => problemOfPage(page, index)).find((sentence) => sentence !== null);
  if (problem) return { problem };
  return { definition: { ...form, pages, ...(tops !== undefined && { elements: tops }) } as SurveyDefinition };
}

function problemOfPage(page: unknown, index: number): string | null {
  if (!isObject(page)) return `Page ${index + 1} is not an object in braces.`;
  return problemOfElements(page.elements, `Page ${index + 1}`, 0);
}

function problemOfElements(elements: unknown, where: string, depth: number): string | null {
  if (elements === undefined) return null;
  if (!Array.isArray(elements)) return `${where}: "elements" must be a list in brackets.`;
  if (depth > maxDepth) return `${where}: panels are nested too deeply.`;
  for (const [index, element] of elements.entries()) {
    const place = `${where}, element ${index + 1}`;
    if (!isObject(element)) return `${place} is not an object in braces.`;
    if (typeof element.type !== 'string' || element.type === '') return `${place} has no "type".`;
    if (typeof element.name !== 'string' || element.name === '') return `${place} has no "name".`;
    const inner =
      problemOfElements(element.elements, `“${element.name}”`, depth + 1) ??
      problemOfElements(element.templateElements, `“${element.name}”`, depth + 1);
    if (inner) return inner;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
