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
