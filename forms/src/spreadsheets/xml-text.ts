/**
 * The small part of XML that spreadsheets need; they have no comments, and CDATA only in texts. Every function reads
 * its text once from left to right, since anyone can send a file designed to be slow.
 */

export interface XmlElement {
  attributes: string;
  /** Null for an empty element. */
  inner: string | null;
}

/** The elements with this name, which are never nested in each other. */
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
    // Another name with the same start, such as <cols> for <c>.
    if (after !== 0x3e && after !== 0x2f && !isSpace(after)) continue;
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

/** What the first element with this name holds. Most are the only one, without attributes. */
export function firstInner(xml: string, name: string): string | null | undefined {
  if (!xml.startsWith(`<${name}>`)) return elementsOf(xml, name)[0]?.inner;
  const end = xml.indexOf(`</${name}>`, name.length + 2);
  return end === -1 ? undefined : xml.slice(name.length + 2, end);
}

export function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  let at = 0;
  for (;;) {
    const equals = text.indexOf('=', at);
    if (equals === -1) return attributes;
    const before = text.slice(at, equals).trimEnd();
    let start = equals + 1;
    while (isSpace(text.charCodeAt(start))) start++;
    const quote = text[start];
    at = start;
    if (quote !== '"' && quote !== "'") continue;
    const end = text.indexOf(quote, start + 1);
    if (end === -1) return attributes;
    attributes[before.slice(lastSpace(before) + 1)] = decoded(text.slice(start + 1, end));
    at = end + 1;
  }
}

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function lastSpace(text: string): number {
  let at = text.length - 1;
  while (at >= 0 && !isSpace(text.charCodeAt(at))) at--;
  return at;
}

/** Some programs prefix every element, such as x:row. */
export function prefixOf(xml: string, root: string): string {
  return new RegExp(`<(\\w+:)${root}[\\s>]`).exec(xml)?.[1] ?? '';
}

/** A cell's text, from its <t> or all its runs, without pronunciation hints. */
export function plainText(xml: string): string {
  if (!xml.includes('<')) return decoded(xml);
  // Most texts are one <t>.
  if (xml.startsWith('<t>') && xml.indexOf('<', 3) === xml.length - 4 && xml.endsWith('</t>')) {
    return decoded(xml.slice(3, -4));
  }
  const prefix = /<(\w+:)?(?:t|r)[\s>/]/.exec(xml)?.[1] ?? '';
  const written = xml.includes('rPh') ? replaced(xml, `<${prefix}rPh`, `</${prefix}rPh>`, () => '') : xml;
  return elementsOf(written, `${prefix}t`)
    .map(({ inner }) => decoded(inner ?? ''))
    .join('');
}

/** Replaces everything between two marks, including the marks. An unclosed mark stays unchanged. */
function replaced(text: string, opening: string, closing: string, by: (inner: string) => string): string {
  const pieces: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(opening, at);
    const end = start === -1 ? -1 : text.indexOf(closing, start + opening.length);
    if (end === -1) break;
    pieces.push(text.slice(at, start), by(text.slice(start + opening.length, end)));
    at = end + closing.length;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decoded(text: string): string {
  let plain = text;
  if (plain.includes('<![CDATA[')) plain = replaced(plain, '<![CDATA[', ']]>', escaped);
  if (plain.includes('&')) plain = plain.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|\w{2,4});/g, entity);
  // Excel writes characters that XML doesn't allow as _x0009_.
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
