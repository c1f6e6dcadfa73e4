/** Languages to choose from, most spoken in the US first. */
export const commonLanguages = [
  'en',
  'es',
  'zh-Hans',
  'zh-Hant',
  'vi',
  'tl',
  'ar',
  'fr',
  'ko',
  'ru',
  'pt',
  'ht',
  'hi',
  'de',
  'pl',
  'it',
  'ur',
  'fa',
  'gu',
  'ja',
  'bn',
  'pa',
  'te',
  'ta',
  'th',
  'so',
  'am',
  'sw',
  'ne',
  'my',
  'km',
  'lo',
  'hmn',
  'uk',
  'tr',
  'he',
  'el',
  'ro',
  'nl',
  'yi',
  'nv',
  'ps',
  'prs',
  'rw',
  'ti',
  'ase',
];

/** 'es' as 'Spanish'; the tag itself if nobody knows it. */
export function languageName(tag: string): string {
  return languageNameIn('en-US', tag);
}

/** The same in another language: 'es' as 'español'. */
export function languageNameIn(locale: string, tag: string): string {
  return nameIn(locale, tag) ?? tag;
}

/** 'zh-Hans' and 'zh-Hant' are both 'zh' to the ear. */
export function baseLanguage(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? tag;
}

let tags: Map<string, string> | undefined;

/** The tag of a common language by its tag or its name in English, in Spanish or in the language itself. */
export function languageTagOf(text: string): string | null {
  tags ??= new Map(
    commonLanguages
      .flatMap((tag) => [tag, baseLanguage(tag)])
      .flatMap((tag) =>
        [tag, nameIn('en-US', tag), nameIn('es', tag), nameIn(tag, tag)].map((name) => [name, tag] as const),
      )
      .flatMap(([name, tag]) => (name === undefined ? [] : [[name.toLowerCase(), tag] as const])),
  );
  return tags.get(text.trim().toLowerCase()) ?? null;
}

const names = new Map<string, Intl.DisplayNames>();

function nameIn(locale: string, tag: string): string | undefined {
  try {
    const known = names.get(locale) ?? new Intl.DisplayNames(locale, { type: 'language' });
    names.set(locale, known);
    return known.of(tag);
  } catch {
    return undefined;
  }
}
