import type { LocalText, SurveyDefinition } from '@kinbridge/forms/form-definition';

/** The languages a form can have besides its first one. */
export const languageNames: Record<string, string> = {
  default: 'English',
  es: 'Español',
  ar: 'العربية',
  'zh-cn': '简体中文',
  fr: 'Français',
  vi: 'Tiếng Việt',
  ru: 'Русский',
  pt: 'Português',
  de: 'Deutsch',
  pl: 'Polski',
  sw: 'Kiswahili',
};

/** A form may use any string as a language. */
export function languageName(language: string): string {
  return (Object.hasOwn(languageNames, language) && languageNames[language]) || language;
}

/** The text in exactly this language. */
export function textFor(text: unknown, locale: string): string {
  if (typeof text === 'string') return locale === 'default' ? text : '';
  if (typeof text !== 'object' || text === null) return '';
  const found = (text as Record<string, unknown>)[locale];
  return typeof found === 'string' ? found : '';
}

/** The same text with new words in one language. An empty text becomes undefined. */
export function withText(text: unknown, locale: string, words: string): LocalText | undefined {
  const all: Record<string, string> =
    typeof text === 'string'
      ? { default: text }
      : typeof text === 'object' && text !== null
        ? { ...(text as Record<string, string>) }
        : {};
  if (words === '') delete all[locale];
  else all[locale] = words;
  const locales = Object.keys(all);
  if (locales.length === 0) return undefined;
  return locales.length === 1 && all.default !== undefined ? all.default : all;
}

/** The languages used in the form's texts, the default first. */
export function languagesOf(definition: SurveyDefinition): string[] {
  const found = new Set<string>(['default']);
  const visit = (value: unknown) => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const entries = Object.entries(value);
    const translated = 'default' in value && entries.every(([, words]) => typeof words === 'string');
    for (const [name, inner] of entries) {
      if (translated) found.add(name);
      else visit(inner);
    }
  };
  visit(definition);
  return [...found];
}
