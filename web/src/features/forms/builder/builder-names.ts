import type { SurveyDefinition } from '@kinbridge/forms/form-definition';

/** A unique name: the given one, or with the first free number. Names that end in a number count on. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const base = wanted.replace(/\d+$/, '');
  if (wanted !== base && !taken.has(wanted)) return wanted;
  if (wanted === base && !numbered.has(base) && !taken.has(wanted)) return wanted;
  for (let number = numbered.has(base) ? 1 : 2; ; number += 1) {
    if (!taken.has(`${base}${number}`)) return `${base}${number}`;
  }
}

const maxNameLength = 40;

/** A name made from a title: its first words, in plain letters. */
export function nameFromTitle(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  let name = '';
  for (const word of words ?? []) {
    const longer = name === '' ? word.slice(0, maxNameLength) : `${name}_${word}`;
    if (longer.length > maxNameLength) break;
    name = longer;
  }
  // A question can't be named like a property that every object has.
  return name === '' || name in {} ? 'question' : name;
}

/** Whether the builder chose a question's name and may change it; names that people typed stay. */
export function isNamedByBuilder(name: string, title: string): boolean {
  const base = (text: string) => text.replace(/\d+$/, '');
  return /^question\d+$/.test(name) || base(name) === base(nameFromTitle(title));
}

/** Names that always get a number. */
const numbered = new Set(['question', 'page', 'panel']);

/** Conditions, calculations and texts refer to questions in braces; this keeps them working after a rename. */
export function renameInExpressions(definition: SurveyDefinition, before: string, after: string): SurveyDefinition {
  const visit = (value: unknown, property: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => visit(one, property));
    if (typeof value === 'string') return keepsBraces.has(property) ? value : renameIn(value, before, after);
    if (typeof value !== 'object' || value === null) return value;
    // Copied first, to keep the builder's symbol key.
    const copy: Record<string, unknown> = { ...value };
    for (const [name, inner] of Object.entries(value)) copy[name] = visit(inner, name);
    return copy;
  };
  return visit(definition, '') as SurveyDefinition;
}

const keepsBraces = new Set(['name', 'valueName', 'type', 'value', 'regex']);

/** `{name}`, and parts of its answer, as in `{name.row}` and `{name[0]}`. */
function renameIn(expression: string, before: string, after: string): string {
  return expression.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    if (name === before) return `{${after}}`;
    const rest = name.startsWith(before) ? name.slice(before.length) : '';
    return /^[.[]/.test(rest) ? `{${after}${rest}}` : whole;
  });
}
