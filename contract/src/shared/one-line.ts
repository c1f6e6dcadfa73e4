import { z } from 'zod';

/**
 * Characters that end a line, or reverse its reading direction: control characters, the Arabic letter mark, direction
 * marks, embeddings, overrides and isolates, and the line and paragraph separators.
 */
export const misleading = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

export function oneLineMessage(label = 'This'): string {
  return `${label} can't contain line breaks or invisible characters. Please type it again.`;
}

export function isOneLine(text: string): boolean {
  return text.search(misleading) === -1;
}

/** The text in one line. Names that a program hands over aren't worth refusing a person for. */
export function toOneLine(text: string): string {
  return text.replace(misleading, ' ').replace(/ {2,}/g, ' ').trim();
}

/** One line of text, without the blanks around it. A test has a list of the few inputs that are something else. */
export function oneLine(error?: string, label?: string) {
  return z.string(error).trim().refine(isOneLine, oneLineMessage(label));
}

/** For tokens and the like, which are compared or passed on as they are. */
export function exactLine() {
  return z.string().refine(isOneLine, oneLineMessage());
}
