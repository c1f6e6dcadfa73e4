import { toE164 } from '../shared/phone-number.ts';

/** The usual ways to write an American number: (222) 333-4444, 222-333-4444, 2223334444, with or without 1 or +1. */
const usual = /^(?:\+?1[ .-]?)?(?:\(([2-9]\d\d)\)[ .-]?|([2-9]\d\d)[ .-]?)(\d{3})[ .-]?(\d{4})$/;

/** Real lists have a few hundred. */
const maxExchanges = 20_000;
const validExchanges = new Map<string, boolean>();

/**
 * The same as toE164, for lists of thousands of numbers. Of an American number, the first six digits tell whether it is
 * valid, so the library is asked once for them.
 */
export function listedE164(text: string): string | null {
  const written = usual.exec(text);
  if (!written) return toE164(text);
  const exchange = `${written[1] ?? written[2]}${written[3]}`;
  const number = `+1${exchange}${written[4]}`;
  const known = validExchanges.get(exchange);
  if (known !== undefined) return known ? number : null;
  const isValid = toE164(number) === number;
  if (validExchanges.size >= maxExchanges) validExchanges.clear();
  validExchanges.set(exchange, isValid);
  return isValid ? number : null;
}
