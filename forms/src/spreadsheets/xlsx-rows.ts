import { SpreadsheetProblem } from './spreadsheet-problem.ts';
import { attributesOf, elementsOf, firstInner, isSpace, plainText, prefixOf, type XmlElement } from './xml-text.ts';
import { readZipParts, type ZipPart } from './zip-parts.ts';

/** A cell's value; a formula counts as its result. */
export type Cell = string | number | boolean | CellError | null;

/** A cell such as #N/A. */
export class CellError {
  constructor(readonly text: string) {}
}

export interface SheetRow {
  /** The spreadsheet's row number, from 1. */
  row: number;
  cells: Cell[];
}

export interface Sheet {
  /** Days count from 1904 instead of 1900, as on old Macs. */
  from1904: boolean;
  rows: AsyncGenerator<SheetRow>;
}

/** Unpacks a part in pieces of text. Server and browser have their own implementations. */
export type Unpack = (part: ZipPart) => AsyncIterable<string>;

const maxUnpacked = 256 * 1024 * 1024;
/** Small parts are read whole; shared texts stay in memory while rows are read. */
const maxPartLength = 4 * 1024 * 1024;
const maxSharedTexts = 1_500_000;
const maxSharedLength = 96 * 1024 * 1024;
const maxRowLength = 4 * 1024 * 1024;
const maxColumns = 500;
/** The cell limit of spreadsheet programs. */
const maxCellLength = 65_535;
/** Only a declaration may precede the root element. */
const maxHeadLength = 64 * 1024;

/**
 * Reads the first visible sheet of an .xlsx row by row, without holding all of it. Reading stops as soon as a part
 * exceeds its declared size, so a zip bomb costs no more than an honest file.
 */
export async function openXlsx(bytes: Uint8Array, unpack: Unpack): Promise<Sheet> {
  const parts = readZipParts(bytes, maxUnpacked);
  const read = bounded(unpack);
  const book = await readBook(parts, read);
  const texts = await readSharedTexts(parts, read, book.sharedTexts);
  const sheet = parts.get(book.sheet);
  if (!sheet) throw new SpreadsheetProblem('broken');
  return { from1904: book.from1904, rows: readRows(read(sheet), texts) };
}

function bounded(unpack: Unpack): Unpack {
  return async function* (part) {
    let length = 0;
    for await (const text of unpack(part)) {
      length += text.length;
      if (length > part.size) throw new SpreadsheetProblem('tooLarge');
      yield text;
    }
  };
}

async function readWhole(parts: Map<string, ZipPart>, read: Unpack, name: string): Promise<string | null> {
  const part = parts.get(name);
  if (!part) return null;
  if (part.size > maxPartLength) throw new SpreadsheetProblem('tooLarge');
  let whole = '';
  for await (const text of read(part)) whole += text;
  return whole;
}

/** Locates the parts: relationships name the workbook, and the workbook its sheets. */
async function readBook(
  parts: Map<string, ZipPart>,
  read: Unpack,
): Promise<{ sheet: string; sharedTexts: string | null; from1904: boolean }> {
  const relations = await readWhole(parts, read, '_rels/.rels');
  if (relations === null || !parts.has('[Content_Types].xml')) throw new SpreadsheetProblem('notSpreadsheet');
  const bookPath = relationsOf(relations, '').find(({ type }) => type.endsWith('/officeDocument'))?.target;
  const book = bookPath === undefined ? null : await readWhole(parts, read, bookPath);
  if (bookPath === undefined || book === null || !/<(\w+:)?workbook[\s>]/.test(book.slice(0, 4000))) {
    throw new SpreadsheetProblem('notSpreadsheet');
  }
  const folder = bookPath.slice(0, bookPath.lastIndexOf('/') + 1);
  const own = await readWhole(parts, read, `${folder}_rels/${bookPath.slice(folder.length)}.rels`);
  const links = relationsOf(own ?? '', folder);
  const prefix = prefixOf(book, 'workbook');
  const sheets = elementsOf(book, `${prefix}sheet`).map(({ attributes }) => {
    const given = attributesOf(attributes);
    const id = Object.entries(given).find(([name]) => /^\w+:id$/.test(name))?.[1];
    return { state: given.state ?? 'visible', link: links.find((link) => link.id === id) };
  });
  // A chart or dialog on a sheet of its own has no rows.
  const tables = sheets.filter(({ link }) => !link || link.type.endsWith('/worksheet'));
  const sheet = (tables.find(({ state }) => state === 'visible') ?? tables[0])?.link?.target;
  if (sheet === undefined) throw new SpreadsheetProblem('broken');
  const settings = attributesOf(elementsOf(book, `${prefix}workbookPr`)[0]?.attributes ?? '');
  return {
    sheet,
    sharedTexts: links.find(({ type }) => type.endsWith('/sharedStrings'))?.target ?? null,
    from1904: settings.date1904 === '1' || settings.date1904 === 'true',
  };
}

function relationsOf(xml: string, folder: string) {
  return elementsOf(xml, `${prefixOf(xml, 'Relationships')}Relationship`).map(({ attributes }) => {
    const { Id = '', Type = '', Target = '' } = attributesOf(attributes);
    return { id: Id, type: Type, target: resolved(folder, Target) };
  });
}

function resolved(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const steps: string[] = [];
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

/** The shared texts that cells refer to by index. */
async function readSharedTexts(parts: Map<string, ZipPart>, read: Unpack, name: string | null): Promise<Cell[]> {
  const part = name === null ? undefined : parts.get(name);
  if (!part) return [];
  if (part.size > maxSharedLength) throw new SpreadsheetProblem('tooLarge');
  const texts: Cell[] = [];
  for await (const { elements } of streamElements(read(part), 'sst', 'si', maxRowLength)) {
    for (const { inner } of elements) texts.push(inner === null ? '' : cellText(inner));
    if (texts.length > maxSharedTexts) throw new SpreadsheetProblem('tooLarge');
  }
  return texts;
}

async function* readRows(xml: AsyncIterable<string>, texts: Cell[]): AsyncGenerator<SheetRow> {
  let last = 0;
  let shown = 0;
  for await (const { prefix, elements } of streamElements(xml, 'worksheet', 'row', maxRowLength)) {
    for (const { attributes, inner } of elements) {
      const row = Number(/\sr="(\d{1,7})"/.exec(attributes)?.[1] ?? last + 1);
      last = row;
      const cells = inner === null ? [] : readCells(inner, prefix, texts);
      const length = lengthOf(cells);
      // One shared text can appear in every cell, so the visible text may be far larger than the file.
      shown += length;
      if (shown > maxUnpacked) throw new SpreadsheetProblem('tooLarge');
      if (length > 0) yield { row, cells };
    }
  }
}

/** The total text length of the cells; 0 if all are empty. */
function lengthOf(cells: Cell[]): number {
  let length = 0;
  for (const cell of cells) {
    if (typeof cell === 'string') length += cell.length;
    else if (cell !== null) length++;
  }
  return length;
}

function readCells(xml: string, prefix: string, texts: Cell[]): Cell[] {
  const cells: Cell[] = [];
  for (const { attributes, inner } of elementsOf(xml, `${prefix}c`)) {
    const column = columnOf(cellAttribute(attributes, 'r')) ?? cells.length;
    if (column >= maxColumns || inner === null) continue;
    while (cells.length < column) cells.push(null);
    cells[column] = readCell(cellAttribute(attributes, 't') ?? 'n', inner, prefix, texts);
  }
  return cells;
}

/** A cell's attribute with a name of one letter. A list may have a million cells, so no expression searches for it. */
function cellAttribute(attributes: string, name: 'r' | 't'): string | undefined {
  let equals = attributes.indexOf('=');
  while (equals !== -1) {
    const quote = attributes[equals + 1];
    const end = quote === '"' || quote === "'" ? attributes.indexOf(quote, equals + 2) : equals;
    if (end === -1) return undefined;
    if (end > equals && attributes[equals - 1] === name && isSpace(attributes.charCodeAt(equals - 2))) {
      return attributes.slice(equals + 2, end);
    }
    equals = attributes.indexOf('=', end + 1);
  }
  return undefined;
}

/** The column of a reference: A1 is 0, Z1 is 25, AA1 is 26. */
function columnOf(reference = ''): number | undefined {
  let column = 0;
  let letters = 0;
  for (let code = reference.charCodeAt(0); code >= 65 && code <= 90; code = reference.charCodeAt(++letters)) {
    column = column * 26 + code - 64;
  }
  return letters === 0 || letters > 3 ? undefined : column - 1;
}

function readCell(type: string, inner: string, prefix: string, texts: Cell[]): Cell {
  if (type === 'inlineStr') return cellText(inner);
  const value = firstInner(inner, `${prefix}v`);
  if (value == null || value === '') return null;
  if (type === 's') return texts[Number(value)] ?? null;
  if (type === 'b') return value === '1';
  if (type === 'e') return new CellError(plainText(value).slice(0, 100));
  const number = type === 'n' ? Number(value) : Number.NaN;
  return Number.isNaN(number) ? cellText(value) : number;
}

function cellText(xml: string): Cell {
  const text = plainText(xml);
  return text.length > maxCellLength ? new CellError('more text than a cell can hold') : text;
}

/** Streams the elements with this name, as many as each piece of text completes. */
async function* streamElements(
  xml: AsyncIterable<string>,
  root: string,
  name: string,
  maxLength: number,
): AsyncGenerator<{ prefix: string; elements: XmlElement[] }> {
  let rest = '';
  let prefix: string | null = null;
  for await (const text of xml) {
    rest += text;
    prefix ??= new RegExp(`<(?:\\w+:)?${root}[\\s>]`).test(rest) ? prefixOf(rest, root) : null;
    if (prefix === null) {
      if (rest.length > maxHeadLength) throw new SpreadsheetProblem('broken');
      continue;
    }
    const closing = `</${prefix}${name}>`;
    const complete = rest.lastIndexOf(closing);
    if (complete !== -1) {
      const whole = rest.slice(0, complete + closing.length);
      yield { prefix, elements: elementsOf(whole, `${prefix}${name}`) };
      rest = rest.slice(complete + closing.length);
    }
    if (rest.length > maxLength) throw new SpreadsheetProblem('broken');
  }
  if (prefix === null) throw new SpreadsheetProblem('broken');
  // Empty elements at the very end.
  yield { prefix, elements: elementsOf(rest, `${prefix}${name}`) };
}
