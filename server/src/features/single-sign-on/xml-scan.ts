import { type DocumentProblem, documentBounds } from '../../document-bounds.ts';

/** Why XML isn't parsed. */
export type XmlProblem = DocumentProblem | 'document type' | 'not XML';

/** What XML may have between two attributes and around an equals sign. */
const isSpace = (char: string | undefined) => char === ' ' || char === '\n' || char === '\t' || char === '\r';

/**
 * Which bound XML exceeds, found in one pass before any parser sees it. It also refuses document types, which could
 * define entities, and tags that a parser would have to guess about.
 */
export function findXmlProblem(xml: string): XmlProblem | null {
  let [depth, elements] = [0, 0];
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at)) {
    const skipped = skips.find(([start]) => xml.startsWith(start, at));
    if (skipped) {
      // Parsers disagree about where an instruction without a name ends.
      if (xml.startsWith('<?>', at)) return 'not XML';
      const end = xml.indexOf(skipped[1], at + skipped[0].length);
      if (end === -1) return 'not XML';
      at = end + skipped[1].length;
      if (skipped[0] === '</' && --depth < 0) return 'not XML';
      continue;
    }
    if (xml.startsWith('<!', at)) return 'document type';
    if (++elements > documentBounds.elements) return 'too many elements';
    const tag = readTag(xml, at + 1);
    if (typeof tag === 'string') return tag;
    if (!tag.isEmpty && ++depth > documentBounds.depth) return 'too deep';
    at = tag.end;
  }
  return elements === 0 || depth !== 0 ? 'not XML' : null;
}

/** Where each of these ends; nothing inside them is markup. */
const skips = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['</', '>'],
] as const;

/** Reads the tag whose name starts here, and counts what it declares. */
function readTag(xml: string, start: number): XmlProblem | { end: number; isEmpty: boolean } {
  let [at, attributes, namespaces] = [endOfName(xml, start), 0, 0];
  if (at === start) return 'not XML';
  for (;;) {
    const before = at;
    at = skipSpace(xml, at);
    if (xml[at] === '>') return { end: at + 1, isEmpty: false };
    if (xml[at] === '/') return xml[at + 1] === '>' ? { end: at + 2, isEmpty: true } : 'not XML';
    const nameStart = at;
    at = endOfName(xml, at);
    if (at === nameStart || before === nameStart) return 'not XML';
    const name = xml.slice(nameStart, Math.min(at, nameStart + 6));
    if (name === 'xmlns' || name === 'xmlns:') namespaces++;
    else attributes++;
    if (namespaces > documentBounds.namespaces) return 'too many namespaces';
    if (attributes > documentBounds.attributes) return 'too many attributes';
    at = skipSpace(xml, at);
    if (xml[at] !== '=') return 'not XML';
    at = skipSpace(xml, at + 1);
    const quote = xml[at];
    if (quote !== '"' && quote !== "'") return 'not XML';
    const end = xml.indexOf(quote, at + 1);
    if (end === -1) return 'not XML';
    at = end + 1;
  }
}

function skipSpace(xml: string, start: number): number {
  let at = start;
  while (isSpace(xml[at])) at++;
  return at;
}

function endOfName(xml: string, start: number): number {
  let at = start;
  while (at < xml.length && !isSpace(xml[at]) && !'=/><"\'&!?'.includes(xml[at] ?? '')) at++;
  return at;
}
