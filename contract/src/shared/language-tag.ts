import { z } from 'zod';
import { oneLine } from './one-line.ts';

const tagMessage = 'Must be a language tag, such as en, es or zh-Hans.';

/** A BCP 47 tag in its usual spelling. */
export const languageTag = oneLine(tagMessage)
  .max(35, tagMessage)
  .transform((text, context) => {
    const tag = canonicalTag(text);
    if (tag !== null) return tag;
    context.addIssue({ code: 'custom', message: tagMessage });
    return z.NEVER;
  });

/** Every registered language has two or three letters. */
function canonicalTag(text: string): string | null {
  try {
    return /^[a-z]{2,3}(-|$)/i.test(text) ? (Intl.getCanonicalLocales(text)[0] ?? null) : null;
  } catch {
    return null;
  }
}
