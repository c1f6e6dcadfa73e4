import { type DirectoryTexts, en } from './directory.en.ts';
import { es } from './directory.es.ts';

export const directoryTexts = { en, es };
export type DirectoryLanguage = keyof typeof directoryTexts;
export const directoryLanguages = Object.keys(directoryTexts) as [DirectoryLanguage, ...DirectoryLanguage[]];

/** The language that a page is in. */
export interface PageLanguage {
  texts: DirectoryTexts;
  /** Whether the address names it, so that links have to. */
  chosen: boolean;
  /** The same page in the other languages. */
  others: { tag: string; name: string; address: string }[];
}

/** An address of the directory, in the language of the page that links to it. */
export function inLanguage(address: string, { texts, chosen }: PageLanguage): string {
  if (!chosen) return address;
  const [path = '', anchor] = address.split('#');
  const linked = `${path}${path.includes('?') ? '&' : '?'}lang=${texts.tag}`;
  return anchor === undefined ? linked : `${linked}#${anchor}`;
}
