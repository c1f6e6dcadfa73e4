import { type LocalText, type SurveyDefinition, textIn } from './form-definition.ts';
import { formFileMaxBytes } from './form-file-limits.ts';

/** Content values, whatever their keys are called. */
const content = new Set(['defaultValue', 'correctAnswer', 'defaultRowValue', 'defaultPanelValue']);
/** The library's own service and cookies, and components a page would need to provide. */
const dropped = new Set(['surveyId', 'surveyPostId', 'surveyShowDataSaving', 'cookieName', '$schema']);
const pictures = new Set(['logo', 'backgroundImage', 'imageLink']);
const ownPicture = /^data:image\/(png|jpe?g|gif|webp);base64,[\w+/=\s]*$/;

/**
 * A form that is safe to show. Markup becomes text; anything that loads from or sends to other sites, or links away, is
 * removed. The stored form keeps everything.
 */
export function cleanDefinition(definition: SurveyDefinition): SurveyDefinition {
  return cleanObject(definition) as SurveyDefinition;
}

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isLostPicture(item)).map(clean);
  return typeof value === 'object' && value !== null ? cleanObject(value as Record<string, unknown>) : value;
}

function cleanObject(given: Record<string, unknown>): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    if (dropped.has(key) || /ByUrl$|^navigateToUrl|Component$/.test(key)) continue;
    if (content.has(key)) shown[key] = value;
    else if (key === 'validators') shown[key] = withErrorTexts(clean(value));
    else if (pictures.has(key)) {
      if (typeof value === 'string' && ownPicture.test(value)) shown[key] = value;
    } else if (key === 'html' || key.endsWith('Html')) shown[key] = inEachLanguage(value, asShownText);
    else shown[key] = clean(value);
  }
  return withFileRules(shown);
}

/** A picture from another site leaves nothing to show. */
function isLostPicture(item: unknown): boolean {
  const { type, imageLink } = (item ?? {}) as Record<string, unknown>;
  return type === 'image' && !(typeof imageLink === 'string' && ownPicture.test(imageLink));
}

/** Files and signatures are uploaded before the answers; removed pictures need their labels. */
function withFileRules(element: Record<string, unknown>): Record<string, unknown> {
  if (element.type === 'file') {
    const maxSize =
      Number(element.maxSize) > 0 ? Math.min(Number(element.maxSize), formFileMaxBytes) : formFileMaxBytes;
    return { ...element, storeDataAsText: false, waitForUpload: true, maxSize };
  }
  if (element.type === 'signaturepad') return { ...element, storeDataAsText: false, waitForUpload: true };
  if (element.type === 'imagepicker') return withPictures(element);
  return element;
}

const pictureProperties = /^(multiSelect|showLabel|contentMode|image(Fit|Height|Width)|(min|max)Image(Height|Width))$/;

/** A choice without its picture can't be selected, so a question that lacks one offers its choices as texts. */
function withPictures(element: Record<string, unknown>): Record<string, unknown> {
  const choices = Array.isArray(element.choices) ? element.choices : [];
  if (choices.every((choice) => typeof choice === 'object' && choice !== null && 'imageLink' in choice)) {
    return { ...element, showLabel: true, contentMode: 'image' };
  }
  const rest = Object.entries(element).filter(([property]) => !pictureProperties.test(property));
  const texts = choices.map((choice) => {
    if (typeof choice !== 'object' || choice === null) return choice;
    const { imageLink: _, ...text } = choice;
    return text;
  });
  return {
    ...Object.fromEntries(rest),
    type: element.multiSelect === true ? 'checkbox' : 'radiogroup',
    choices: texts,
  };
}

const invalidAnswer = {
  default: "This answer isn't valid. Please check it.",
  es: 'Esta respuesta no es válida. Revísela, por favor.',
};

/** The form library's own texts for these are empty, or show the condition. */
function withErrorTexts(validators: unknown): unknown {
  if (!Array.isArray(validators)) return validators;
  return validators.map((validator) => {
    const { type, text } = (validator ?? {}) as Record<string, unknown>;
    const isTextless = /^(regex|expression)(validator)?$/.test(String(type)) && !hasText(text);
    return isTextless ? { ...validator, text: invalidAnswer } : validator;
  });
}

function hasText(text: unknown): boolean {
  return textIn(text as LocalText).trim() !== '';
}

function inEachLanguage(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  return Object.fromEntries(
    Object.entries(value).map(([locale, text]) => [locale, typeof text === 'string' ? change(text) : '']),
  );
}

/** Markup as plain text, escaped last so nothing gets through. */
function asShownText(markup: string): string {
  return textOfMarkup(markup)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('\n', '<br>');
}

const lineEnds = /^\/?(br|p|div|li|ul|ol|tr|h[1-6]|table|section|article|header|footer|blockquote|hr)\b/i;
const withoutText = /^(script|style|template|noscript|iframe|object|svg|math|title)\b/i;

/** The text content of markup. Reads every character once, since a form may have half a million. */
export function textOfMarkup(markup: string): string {
  const lower = markup.toLowerCase();
  let text = '';
  let at = 0;
  while (at < markup.length) {
    const open = markup.indexOf('<', at);
    if (open === -1) return plain(text + markup.slice(at));
    text += markup.slice(at, open);
    // A lone sign is just a sign: 3 < 4.
    if (!/[a-z/!?]/i.test(markup.charAt(open + 1))) {
      text += '<';
      at = open + 1;
      continue;
    }
    const isComment = markup.startsWith('<!--', open);
    const close = isComment ? markup.indexOf('-->', open + 4) : markup.indexOf('>', open);
    if (close === -1) return plain(text);
    const tag = markup.slice(open + 1, Math.min(close, open + 20));
    at = close + (isComment ? 3 : 1);
    if (!isComment && lineEnds.test(tag)) text += '\n';
    const silent = isComment ? null : withoutText.exec(tag);
    if (silent) {
      const end = lower.indexOf(`</${silent[1]?.toLowerCase()}`, at);
      if (end === -1) return plain(text);
      at = end;
    }
  }
  return plain(text);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function plain(text: string): string {
  return text
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hexadecimal, name) => {
      if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
      const isCharacter = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : '';
    })
    .split('\n')
    .map((line) => line.trim())
    .filter((line, place, lines) => line !== '' || (place > 0 && lines[place - 1] !== ''))
    .join('\n')
    .trim();
}
