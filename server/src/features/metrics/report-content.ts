/**
 * What a page of a report is made of, as pdfmake reads it. Its own types bring the browser's along, which would stand
 * in for Node's all over the server.
 */
export type Content = string | Content[] | { [property: string]: unknown };
export type TableCell = Content;

/** A document without functions, and the line at the foot of every page. */
export interface ReportDocument {
  pageSize: 'LETTER';
  pageMargins: number[];
  info: Record<string, string>;
  foot: string;
  content: Content[];
  defaultStyle: Record<string, unknown>;
  styles: Record<string, Record<string, unknown>>;
}
