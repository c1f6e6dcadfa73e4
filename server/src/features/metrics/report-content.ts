/**
 * Report content in pdfmake's format. Its own types include browser types, which would override Node's across the
 * server.
 */
export type Content = string | Content[] | { [property: string]: unknown };
export type TableCell = Content;

/** A document without functions, and the footer of every page. */
export interface ReportDocument {
  pageSize: 'LETTER';
  pageMargins: number[];
  info: Record<string, string>;
  foot: string;
  content: Content[];
  defaultStyle: Record<string, unknown>;
  styles: Record<string, Record<string, unknown>>;
}

/** Letter paper, in points. */
export const pageMargin = 44;
export const innerWidth = 612 - 2 * pageMargin;

/** Cuts a name that would take too much space. */
export function shortened(text: string, most: number): string {
  const chars = [...text];
  return chars.length > most ? `${chars.slice(0, most - 1).join('')}…` : text;
}

/** Adds break points to words longer than a line. */
export function broken(text: string): string {
  return text.replace(/\S{18}/gu, '$&\u200b');
}

export const ink = {
  text: '#221f1b',
  quiet: '#67625a',
  line: '#e9e6e0',
  teal: '#187870',
  bar: '#2e8f86',
  fall: '#982f1d',
};

/** Kinbridge's logo: two people arm in arm, and a bridge of two arches. */
export const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8.5" fill="#0f635d"/>
  <g transform="translate(4.5 4.5) scale(.72)" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round">
  <path d="M4 27v-5a6 6 0 0 1 12 0v5M16 22a6 6 0 0 1 12 0v5"/><circle cx="10" cy="8.5" r="3.6" fill="#fff" stroke="none"/>
  <circle cx="22" cy="8.5" r="3.6" fill="#f6d592" stroke="none"/></g></svg>`;

/** A line for the period and a dashed one for the previous period, on the same scale. */
export function trendPicture(trend: number[], previous: number[], width: number, height: number): Content {
  const top = Math.max(1, ...trend, ...previous);
  const place = (list: number[]) =>
    list.map((value, index) => {
      const x = (index / Math.max(1, list.length - 1)) * width;
      const y = height - 1.5 - (value / top) * (height - 4);
      return `${x.toFixed(1)} ${y.toFixed(1)}`;
    });
  const line = place(trend).join(' L');
  const dashed = `M${place(previous).join(' L')}`;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
      <path d="M0 ${height} L${line} L${width} ${height} Z" fill="#eef7f5"/>
      <path d="${dashed}" fill="none" stroke="#b0aaa0" stroke-width="0.8" stroke-dasharray="2 2"/>
      <path d="M${line}" fill="none" stroke="${ink.teal}" stroke-width="1.4" stroke-linejoin="round"/></svg>`,
    width,
  };
}

/** A bar with a highlighted part. */
export function barPicture(part: number, whole: number, most: number, width: number): Content {
  const long = (value: number) => (most === 0 ? 0 : Math.max(value > 0 ? 1 : 0, (value / most) * width));
  return {
    canvas: [
      { type: 'rect', x: 0, y: 2, w: Math.max(0.01, long(whole)), h: 6, r: 2, color: ink.line },
      ...(part > 0 ? [{ type: 'rect', x: 0, y: 2, w: long(part), h: 6, r: 2, color: ink.bar }] : []),
    ],
  };
}
