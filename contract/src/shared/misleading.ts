/**
 * Characters that end a line, or reverse its reading direction: control characters, the Arabic letter mark, direction
 * marks, embeddings, overrides and isolates, and the line and paragraph separators.
 */
export const misleading = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

export function isOneLine(text: string): boolean {
  return text.search(misleading) === -1;
}

/**
 * The text in one line, for what isn't worth refusing a person for: names that a program hands over, and text that was
 * copied. Phones put direction marks around a number that is copied from their contacts.
 */
export function toOneLine(text: string): string {
  return text.replace(misleading, ' ').replace(/ {2,}/g, ' ').trim();
}
