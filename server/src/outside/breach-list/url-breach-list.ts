import { boundedText } from '../bounded-text.ts';
import type { BreachList } from './file-breach-list.ts';

/** Padded, a range has about 50 kB. */
const maxBytes = 1_000_000;
const timeLimitMs = 2_000;

/** A service with the API of Have I Been Pwned. It learns five of a hash's 40 digits; padding hides which ones. */
export class UrlBreachList implements BreachList {
  constructor(private readonly url: string) {}

  async has(hash: string): Promise<boolean> {
    const response = await fetch(`${this.url}/range/${hash.slice(0, 5)}`, {
      headers: { 'add-padding': 'true' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    });
    const text = await boundedText(response, maxBytes);
    if (response.status !== 200) throw new Error(`the breach list answered ${response.status}`);
    const suffix = hash.slice(5);
    return text.split('\n').some((line) => {
      const [found = '', count] = line.split(':');
      return found.toUpperCase() === suffix && Number(count) > 0;
    });
  }
}
