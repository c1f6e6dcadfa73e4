import { documentBounds } from '../document-bounds.ts';

const { depth, elements, attributes, namespaces, samlResponseBytes } = documentBounds;

const many = (count: number, each: (n: number) => string) => Array.from({ length: count }, (_, n) => each(n)).join('');
const nested = (count: number, tag: (n: number) => string) => many(count, tag) + '</a>'.repeat(count);

/** XML that is small and takes long to parse, each one beyond a bound. `named` are attributes of its first element. */
export function xmlBombs(named = ''): [string, string][] {
  const root = (inner: string) => `<a ${named}>${inner}</a>`;
  return [
    ['deeply nested elements', root(nested(depth, () => '<a>'))],
    ['nested elements that declare namespaces', root(nested(1_500, (n) => `<a xmlns:n${n}="u:${n}">`))],
    ['thousands of elements', root('<a/>'.repeat(elements))],
    ['thousands of attributes', root(`<a ${many(5_000, (n) => `b${n}="" `)}/>`)],
    ['one attribute too many', root(`<a ${many(attributes + 1, (n) => `b${n}="" `)}/>`)],
    ['one namespace too many', root(`<a ${many(namespaces + 1, (n) => `xmlns:b${n}="u" `)}/>`)],
  ];
}

/** XML at the bounds: the most that a parser gets. */
export function worstXml(named = '', bytes = samlResponseBytes): string {
  const declared = many(namespaces, (n) => ` xmlns:n${n}="u"`) + many(attributes, (n) => ` b${n}=""`);
  const chain = Array.from({ length: depth - 2 }, (_, n) => `<a${n < 12 ? declared : ' xmlns:x="u"'}>`).join('');
  const end = '</a>'.repeat(depth - 1);
  const start = `<a ${named}>${chain}`;
  const each = '<a xmlns:y="u" b="&amp;"/>';
  const count = Math.min(elements - depth + 1, Math.floor((bytes - start.length - end.length) / each.length));
  return start + each.repeat(count) + end;
}

/** The same in JSON, beyond the bounds. */
export const jsonBombs: [string, string][] = [
  ['deeply nested lists', `{"schemas":${'['.repeat(depth)}${']'.repeat(depth)}}`],
  ['lists nested without end', '['.repeat(100_000)],
  ['nested objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['thousands of list items', `{"schemas":[${'1,'.repeat(elements)}1]}`],
  ['thousands of objects', `{"schemas":[${'{},'.repeat(elements)}{}]}`],
  ['thousands of attributes', `{${many(20_000, (n) => `"a${n}":1,`)}"b":1}`],
];
