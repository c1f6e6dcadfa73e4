import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { ReportDocument } from './report-content.ts';

/**
 * As text, so the thread works from source and built files. The document is plain data, so its functions are here.
 * Nothing is fetched, and only fonts are read from disk.
 */
const script = `
const { parentPort, workerData } = require('node:worker_threads');
const pdfmake = require(workerData.library);
const fonts = require(workerData.fonts);

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

const { foot, ...definition } = workerData.document;
definition.footer = (page, pages) => ({
  margin: [44, 12, 44, 0],
  columns: [
    { width: '*', text: foot, style: 'foot' },
    { width: 70, text: 'Page ' + page + ' of ' + pages, style: 'foot', alignment: 'right' },
  ],
});
pdfmake.createPdf(definition).getBuffer().then((bytes) => parentPort.postMessage(bytes));
`;

const require = createRequire(import.meta.url);
const library = require.resolve('pdfmake');
const fonts = require.resolve('pdfmake/fonts/Roboto.js');

/** Renders the document in a thread, because it would block other calls. */
export async function printInThread(document: ReportDocument): Promise<Buffer> {
  const thread = new Worker(script, { eval: true, workerData: { library, fonts, document } });
  const ended = once(thread, 'exit').then(() => {
    throw new Error('the thread ended without an answer');
  });
  try {
    const [bytes] = (await Promise.race([once(thread, 'message'), ended])) as [Uint8Array];
    return Buffer.from(bytes);
  } finally {
    void thread.terminate();
    await ended.catch(() => undefined);
  }
}
