/** The little of XML that the parts of a spreadsheet need; they hold no comments, and CDATA only within texts. */

export interface XmlElement {
  attributes: string;
  /** Null for an element without contents. */
  inner: string | null;
}

/** The elements of this name, outermost first; such elements are never nested in one another. */
export function elementsOf(xml: string, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const opening = `<${name}`;
  const closing = `</${name}>`;
  let at = 0;
  for (;;) {
    const start = xml.indexOf(opening, at);
    if (start === -1) return found;
    const after = xml.charCodeAt(start + opening.length);
    at = start + opening.length;
    // Another name that begins alike, such as <cols> for <c>.
    if (after !== 0x20 && after !== 0x3e && after !== 0x2f && after !== 0x0a && after !== 0x0d && after !== 0x09)
      continue;
    const tagEnd = xml.indexOf('>', at);
    if (tagEnd === -1) return found;
    if (xml.charCodeAt(tagEnd - 1) === 0x2f) {
      found.push({ attributes: xml.slice(at, tagEnd - 1), inner: null });
      at = tagEnd + 1;
      continue;
    }
    const end = xml.indexOf(closing, tagEnd + 1);
    if (end === -1) return found;
    found.push({ attributes: xml.slice(at, tagEnd), inner: xml.slice(tagEnd + 1, end) });
    at = end + closing.length;
  }
}

export function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const [, name = '', double, single] of text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    attributes[name] = decoded(double ?? single ?? '');
  }
  return attributes;
}

/** Some writers give every element a prefix, such as x:row. */
export function prefixOf(xml: string, root: string): string {
  return new RegExp(`<(\\w+:)${root}[\\s>]`).exec(xml)?.[1] ?? '';
}

/** The text of a cell: of its <t>, or of all its runs; hints on pronunciation are left out. */
export function plainText(xml: string): string {
  if (!xml.includes('<')) return decoded(xml);
  const prefix = /<(\w+:)?(?:t|r)[\s>/]/.exec(xml)?.[1] ?? '';
  const spoken = xml.includes('rPh') ? xml.replace(/<(\w+:)?rPh[\s>][\s\S]*?<\/(\w+:)?rPh>/g, '') : xml;
  return elementsOf(spoken, `${prefix}t`)
    .map(({ inner }) => decoded(inner ?? ''))
    .join('');
}

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decoded(text: string): string {
  let plain = text;
  if (plain.includes('<![CDATA['))
    plain = plain.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, raw: string) => escaped(raw));
  if (plain.includes('&')) plain = plain.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|\w{2,4});/g, entity);
  // Excel writes characters that XML cannot hold as _x0009_.
  if (plain.includes('_x')) plain = plain.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => character(`#x${code}`));
  return plain;
}

const escaped = (raw: string) => raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function entity(whole: string, name: string): string {
  return name.startsWith('#') ? character(name) : (named[name] ?? whole);
}

function character(name: string): string {
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
