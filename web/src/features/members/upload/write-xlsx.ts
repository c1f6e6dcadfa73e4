const spreadsheetXml = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeXml = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageXml = 'http://schemas.openxmlformats.org/package/2006';
const partType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A spreadsheet with these rows as text, small enough to be stored without compression. */
export function writeXlsx(rows: readonly (readonly (string | null)[])[], name: string): File {
  const body = rows
    .map((cells, row) => `<row>${cells.map((text, column) => cellXml(text, column, row)).join('')}</row>`)
    .join('');
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packageXml}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${partType}.sheet.main+xml"/><Override PartName="/xl/sheet.xml" ContentType="${partType}.worksheet+xml"/></Types>`,
    '_rels/.rels': relationXml('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${spreadsheetXml}" xmlns:r="${officeXml}"><sheets><sheet name="Members" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationXml('worksheet', 'sheet.xml'),
    'xl/sheet.xml': `<worksheet xmlns="${spreadsheetXml}"><sheetData>${body}</sheetData></worksheet>`,
  };
  return new File(zip(parts), name, { type: `${partType}.sheet` });
}

function relationXml(type: string, target: string): string {
  return `<Relationships xmlns="${packageXml}/relationships"><Relationship Id="r1" Type="${officeXml}/${type}" Target="${target}"/></Relationships>`;
}

/** For up to 26 columns. */
function cellXml(text: string | null, column: number, row: number): string {
  if (text === null || text === '') return '';
  return `<c r="${String.fromCharCode(65 + column)}${row + 1}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The parts as they are, one after another, and their directory. */
function zip(parts: Record<string, string>): Uint8Array<ArrayBuffer>[] {
  const files: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const path = new TextEncoder().encode(name);
    const bytes = new TextEncoder().encode(text);
    // Version, flags, method, time, date (January 1, 1980), checksum, both sizes, and the lengths of name and extras.
    const facts = fields(
      [20, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [33, 2],
      [crc32(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
    );
    const lengths = fields([path.length, 2], [0, 2]);
    files.push(fields([0x04034b50, 4]), facts, lengths, path, bytes);
    const place = fields([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]);
    directory.push(fields([0x02014b50, 4], [20, 2]), facts, lengths, place, path);
    offset += 4 + facts.length + lengths.length + path.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = Object.keys(parts).length;
  const end = fields([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]);
  return [...files, ...directory, end];
}

/** Numbers with their lengths in bytes, the lowest byte first. */
function fields(...numbers: [value: number, length: number][]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    numbers.flatMap(([value, length]) => Array.from({ length }, (_, byte) => (value >>> (8 * byte)) & 255)),
  );
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
