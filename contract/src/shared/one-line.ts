import { z } from 'zod';
import { isOneLine } from './misleading.ts';

export function oneLineMessage(label = 'This'): string {
  return `${label} can't contain line breaks or invisible characters. Please type it again.`;
}

/** One line of text, without the blanks around it. A test has a list of the few inputs that are something else. */
export function oneLine(error?: string, label?: string) {
  return z.string(error).trim().refine(isOneLine, oneLineMessage(label));
}

/** For tokens and the like, which are compared or passed on as they are. */
export function exactLine() {
  return z.string().refine(isOneLine, oneLineMessage());
}
