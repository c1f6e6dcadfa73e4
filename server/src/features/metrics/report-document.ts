import { metricPeriodLabels } from '@kinbridge/contract/metrics/metric-periods';
import { formatDayRange, metricDefinitions } from '@kinbridge/contract/metrics/metric-text';
import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import type { OrganizationDays } from './metric-days.queries.ts';
import { broken, type Content, ink, mark, pageMargin, type ReportDocument, shortened } from './report-content.ts';
import { cards, conversion, outcomes } from './report-numbers.ts';
import { programming, responseTimes } from './report-tables.ts';

/** The styles of every document. */
export const reportStyles = {
  defaultStyle: { font: 'Roboto', fontSize: 9.5, color: ink.text, lineHeight: 1.15 },
  styles: {
    name: { fontSize: 18, bold: true },
    heading: { fontSize: 12, bold: true, margin: [0, 0, 0, 2] },
    label: { fontSize: 9, bold: true },
    number: { fontSize: 22, bold: true, lineHeight: 1 },
    quiet: { fontSize: 8.5, color: ink.quiet },
    column: { fontSize: 8.5, bold: true, color: ink.quiet },
    foot: { fontSize: 7.5, color: ink.quiet },
  },
} satisfies Partial<ReportDocument>;

/** The dashboard as a three-page report for a board. */
export function reportDocument(days: OrganizationDays, dashboard: Dashboard, logo: string | null): ReportDocument {
  const range = formatDayRange(dashboard.from, dashboard.to);
  return {
    pageSize: 'LETTER',
    pageMargins: [pageMargin, 40, pageMargin, 44],
    info: { title: `${days.name} – metrics report`, subject: range, creator: 'Kinbridge' },
    foot: `${shortened(days.name, 50)} · ${range} · made with Kinbridge on ${formatDayRange(days.today, days.today)}`,
    content: [
      head(days.name, dashboard, logo),
      cards(dashboard),
      conversion(dashboard),
      { ...programming(dashboard), pageBreak: 'before' },
      responseTimes(dashboard),
      { ...outcomes(dashboard), pageBreak: 'before' },
      definitions(days.timeZone),
    ],
    ...reportStyles,
  };
}

function head(name: string, dashboard: Dashboard, logo: string | null): Content {
  const before = formatDayRange(dashboard.previousFrom, dashboard.previousTo);
  const picture: Content = logo ? { image: logo, fit: [44, 44] } : { svg: mark, width: 40 };
  return {
    columns: [
      { width: 56, stack: [picture] },
      {
        width: '*',
        stack: [
          { text: broken(name), style: 'name' },
          { text: 'Service Requests / Dashboard', fontSize: 11, margin: [0, 2, 0, 0] },
          {
            text: `${metricPeriodLabels[dashboard.period]}: ${formatDayRange(dashboard.from, dashboard.to)}, compared with ${before}`,
            style: 'quiet',
            margin: [0, 2, 0, 0],
          },
        ],
      },
    ],
    margin: [0, 0, 0, 18],
  };
}

function definitions(timeZone: string): Content {
  return {
    stack: [
      { text: 'What each number counts', style: 'heading', margin: [0, 18, 0, 3] },
      ...metricDefinitions.map(({ name, text }) => ({
        text: [{ text: `${name}. `, bold: true, color: ink.text }, text],
        style: 'quiet',
        margin: [0, 0, 0, 2.5],
      })),
      { text: `Days are those of ${timeZone.replaceAll('_', ' ')}.`, style: 'quiet' },
    ],
  };
}
