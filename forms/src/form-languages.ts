import {
  fixedQuestionNames,
  type LocalText,
  type SurveyDefinition,
  type SurveyElement,
  type SurveyPage,
} from './form-definition.ts';

/** A visible text of a form. */
export interface FormText {
  /** Its form, page or question. */
  owner: SurveyDefinition | SurveyPage | SurveyElement;
  /** Its path from the owner: `['title']`, or `['choices', 2]` for a choice's label. */
  path: (string | number)[];
  text: LocalText;
}

type Part = Record<string, unknown>;

const formProperties = ['description', 'completedHtml'];
const elementProperties = [
  'title',
  'description',
  'html',
  'placeholder',
  'labelTrue',
  'labelFalse',
  'minRateDescription',
  'maxRateDescription',
  'noneText',
  'otherText',
  'otherPlaceholder',
  'refuseText',
  'dontKnowText',
  'commentText',
  'requiredErrorText',
  'panelAddText',
  'panelRemoveText',
  'addRowText',
  'templateTitle',
];

/** Every text to translate, in form order. A form's title is a name and may stay untranslated. */
export function formTexts(definition: SurveyDefinition): FormText[] {
  return [
    ...ownTexts(definition, definition, [], formProperties),
    ...partsOf(definition.pages).flatMap(([, page]) => [
      ...ownTexts(page, page, [], ['title', 'description']),
      ...partsOf(page.elements).flatMap(([, element]) => elementTexts(element, element, [])),
    ]),
    ...partsOf(definition.elements).flatMap(([, element]) => elementTexts(element, element, [])),
  ];
}

function elementTexts(part: Part, owner: Part, path: FormText['path']): FormText[] {
  if (path.length === 0 && fixedQuestionNames.has(String(part.name))) return [];
  const values = ['choices', 'rateValues', 'rows', ...(part.type === 'matrix' ? ['columns'] : [])];
  const inner = ['items', 'detailElements', ...(part.type === 'matrix' ? [] : ['columns'])];
  return [
    ...ownTexts(part, owner, path, elementProperties),
    ...values.flatMap((list) => valueTexts(part[list], owner, [...path, list])),
    ...inner.flatMap((list) =>
      partsOf(part[list]).flatMap(([place, one]) => elementTexts(one, owner, [...path, list, place])),
    ),
    ...['elements', 'templateElements'].flatMap((list) =>
      partsOf(part[list]).flatMap(([, element]) => elementTexts(element, element, [])),
    ),
  ];
}

function ownTexts(part: Part, owner: Part, path: FormText['path'], properties: string[]): FormText[] {
  return properties.flatMap((property) => written(part[property], owner, [...path, property]));
}

/** Choices, rows and rates without a label show their value as text. */
function valueTexts(list: unknown, owner: Part, path: FormText['path']): FormText[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown, place) => {
    const { value, text } = isPart(item) ? item : { value: item, text: undefined };
    return written(text ?? (typeof value === 'string' ? value : ''), owner, [...path, place]);
  });
}

/** Numbers and punctuation need no translation. */
function written(text: unknown, owner: Part, path: FormText['path']): FormText[] {
  const words = isPart(text) ? text.default : text;
  if (typeof words !== 'string' || !/\p{L}/u.test(words)) return [];
  return [{ owner: owner as FormText['owner'], path, text: text as LocalText }];
}

/** A definition is untrusted: a list may be anything. */
function partsOf(list: unknown): [place: number, part: Part][] {
  return Array.isArray(list) ? [...list.entries()].filter((entry): entry is [number, Part] => isPart(entry[1])) : [];
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isTranslated({ text }: FormText, language: string): boolean {
  return typeof text === 'object' && typeof text[language] === 'string' && text[language].trim() !== '';
}

export interface LanguageProgress {
  language: string;
  translated: number;
  total: number;
  /** Whether the public form offers it: it is complete, or the author allows it. */
  offered: boolean;
}

/** The progress of each language besides the form's own, in order of appearance. */
export function languageProgress(definition: SurveyDefinition): LanguageProgress[] {
  const texts = formTexts(definition);
  const anyway = Array.isArray(definition.offeredLanguages) ? definition.offeredLanguages : [];
  return languagesIn(definition).map((language) => {
    const translated = texts.filter((text) => isTranslated(text, language)).length;
    const offered = translated === texts.length || anyway.includes(language);
    return { language, translated, total: texts.length, offered };
  });
}

const languageCode = /^[a-z]{2,3}(-[a-z]{2,4})?$/i;

/** The languages of the public form's own texts. In others, English is around the questions. */
export const publicFormLanguages = ['en', 'es'] as const;

export function hasEnglishAround(language: string): boolean {
  return !publicFormLanguages.some((known) => language.toLowerCase().split('-')[0] === known);
}

/** The public form's languages, its default first. */
export function formLanguages(definition: SurveyDefinition): string[] {
  const first =
    typeof definition.locale === 'string' && languageCode.test(definition.locale) ? definition.locale : 'en';
  const offered = languageProgress(definition).filter((one) => one.offered);
  return [...new Set([first, ...offered.map(({ language }) => language)])];
}

/** The languages used in a form, besides its own. */
function languagesIn(value: unknown): string[] {
  const found = new Set<string>();
  const collect = (inner: unknown): void => {
    if (Array.isArray(inner)) for (const item of inner) collect(item);
    else if (isPart(inner)) {
      const entries = Object.entries(inner);
      if ('name' in inner && fixedQuestionNames.has(String(inner.name))) return;
      if ('default' in inner && entries.every(([, text]) => typeof text === 'string')) {
        for (const [key] of entries) if (key !== 'default' && languageCode.test(key)) found.add(key);
      } else for (const [, item] of entries) collect(item);
    }
  };
  collect(value);
  return [...found];
}
