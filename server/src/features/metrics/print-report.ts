import { createRequire } from 'node:module';
import type { ReportDocument } from './report-content.ts';

/** What we use of pdfmake: its own types include browser types, which would override Node's. */
interface PdfMake {
  setFonts(fonts: Fonts): void;
  setUrlAccessPolicy(mayFetch: (url: string) => boolean): void;
  setLocalAccessPolicy(mayRead: (path: string) => boolean): void;
  addTableLayouts(layouts: Record<string, TableLayout>): void;
  createPdf(definition: object): { getBuffer(): Promise<Buffer> };
}
type Fonts = Record<'Roboto', Record<string, string>>;
interface Table {
  table: { body: unknown[]; widths: unknown[] };
}
type Side = 'Left' | 'Right' | 'Top' | 'Bottom';
type TableLayout = Partial<
  Record<`${'h' | 'v'}LineWidth` | `padding${Side}`, (index: number, node: Table) => number> &
    Record<`${'h' | 'v'}LineColor`, () => string>
>;

const require = createRequire(import.meta.url);
const pdfmake: PdfMake = require('pdfmake');
const fonts: Fonts = require('pdfmake/fonts/Roboto.js');

// Nothing is fetched, and only fonts are read from disk.
pdfmake.setFonts(fonts);
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(fonts.Roboto).includes(path));

const line = '#e9e6e0';
pdfmake.addTableLayouts({
  rows: {
    hLineWidth: (row, { table }) => (row === 0 || row === table.body.length ? 0 : 0.6),
    vLineWidth: () => 0,
    hLineColor: () => line,
    paddingLeft: (column) => (column === 0 ? 0 : 6),
    paddingRight: (column, { table }) => (column === table.widths.length - 1 ? 0 : 6),
    paddingTop: () => 4,
    paddingBottom: () => 4,
  },
  card: {
    hLineWidth: () => 0.8,
    vLineWidth: () => 0.8,
    hLineColor: () => line,
    vLineColor: () => line,
    paddingLeft: () => 10,
    paddingRight: () => 10,
    paddingTop: () => 8,
    paddingBottom: () => 8,
  },
});

/** Writes a report as PDF. It takes so long that it runs in a thread. */
export function printReport({ foot, ...definition }: ReportDocument): Promise<Uint8Array> {
  const footer = (page: number, pages: number) => ({
    margin: [44, 12, 44, 0],
    columns: [
      { width: '*', text: foot, style: 'foot' },
      { width: 70, text: `Page ${page} of ${pages}`, style: 'foot', alignment: 'right' },
    ],
  });
  return pdfmake.createPdf({ ...definition, footer }).getBuffer();
}
