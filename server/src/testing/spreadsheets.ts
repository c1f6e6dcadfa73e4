import { crc32, deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Value = string | number | boolean | Date | null;

/** A spreadsheet with these rows, as an uploaded file. */
export async function buildXlsx(rows: Value[][]): Promise<Blob> {
  return new Blob([await writeXlsx({ sheets: [{ name: 'Members', rows }] })], { type: xlsxType });
}

/** Raw parts of an .xlsx, for content a library wouldn't write. */
export function buildParts(
  sheetData: string,
  more: { workbookPr?: string; sharedStrings?: string; root?: string } = {},
): Record<string, string> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const relations = (inner: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;
  return {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${more.workbookPr ?? ''}<sheets><sheet name="Hidden" sheetId="1" state="hidden" r:id="rId9"/><sheet name="People" sheetId="2" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'worksheet', 'worksheets/people.xml') +
        relation('rId2', 'sharedStrings', '/xl/sharedStrings.xml'),
    ),
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${more.sharedStrings ?? ''}</sst>`,
    'xl/worksheets/people.xml':
      more.root ?? `<worksheet xmlns="${main}"><sheetData>${sheetData}</sheetData></worksheet>`,
  };
}

/** What an OpenDocument spreadsheet begins with: its type, not compressed. */
export function buildOds(): Buffer {
  const type = 'application/vnd.oasis.opendocument.spreadsheet';
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt32LE(type.length, 18);
  header.writeUInt32LE(type.length, 22);
  header.writeUInt16LE('mimetype'.length, 26);
  return Buffer.concat([header, Buffer.from(`mimetype${type}`), zip({ 'content.xml': '<office:document-content/>' })]);
}

/** A zip archive; `declared` overrides the uncompressed sizes. */
export function zip(parts: Record<string, string | Buffer>, declared: Record<string, number> = {}): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declared[name] ?? bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(offset, 12);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, entry.subarray(2), Buffer.from(name));
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed]);
    files.push(file);
    offset += file.length;
  }
  const middle = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(middle.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, middle, end]);
}
