import { metricPeriodLabels, percentOf } from '@kinbridge/contract/metrics/metric-periods';
import {
  agencyWord,
  type Change,
  changeOf,
  countWords,
  dayRangeWords,
  durationWords,
  metricDefinitions,
  percentWords,
  pointsChange,
} from '@kinbridge/contract/metrics/metric-text';
import type {
  Dashboard,
  DashboardService,
  PartnerTimes,
  SideTimes,
} from '@kinbridge/contract/metrics/metrics.contract';
import { serviceRequestStatusLabels } from '@kinbridge/contract/service-requests/service-request-status';
import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import type { OrganizationDays } from './metric-days.queries.ts';
import type { Content, ReportDocument, TableCell } from './report-content.ts';
import { barPicture, ink, mark, trendPicture } from './report-pictures.ts';

// Letter paper, in points.
const margin = 44;
const inner = 612 - 2 * margin;
const gap = 10;

// The capacity of two pages; the rest becomes one summary line.
const mostServiceLines = 16;
const mostPartners = 4;

/** The dashboard as a two-page report for a board. */
export function reportDocument(days: OrganizationDays, dashboard: Dashboard, logo: string | null): ReportDocument {
  const range = dayRangeWords(dashboard.from, dashboard.to);
  return {
    pageSize: 'LETTER',
    pageMargins: [margin, 40, margin, 44],
    info: { title: `${days.name} – metrics report`, subject: range, creator: 'Kinbridge' },
    foot: `${shortened(days.name, 50)} · ${range} · made with Kinbridge on ${dayRangeWords(days.today, days.today)}`,
    content: [
      head(days.name, dashboard, logo),
      cards(dashboard),
      conversion(dashboard),
      { ...programming(dashboard), pageBreak: 'before' },
      responseTimes(dashboard),
      definitions(days.timeZone),
    ],
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
  };
}

function head(name: string, dashboard: Dashboard, logo: string | null): Content {
  const before = dayRangeWords(dashboard.previousFrom, dashboard.previousTo);
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
            text: `${metricPeriodLabels[dashboard.period]}: ${dayRangeWords(dashboard.from, dashboard.to)}, compared with ${before}`,
            style: 'quiet',
            margin: [0, 2, 0, 0],
          },
        ],
      },
    ],
    margin: [0, 0, 0, 18],
  };
}

function cards(dashboard: Dashboard): Content {
  const { sentCompleted, receivedCompleted, received, membersReferred, membersServed } = dashboard;
  const { sentOpen, receivedOpen } = dashboard;
  const two: [Content, Content][] = [
    [
      completedCard('Total Service Requests Completed', sentCompleted, sentOpen),
      completedCard('Inbound Service Requests Completed', receivedCompleted, receivedOpen),
    ],
    [
      card('Service Requests Received', received, before(received), { risingIsGood: false }),
      card(
        'Members referred',
        membersReferred,
        `${before(membersReferred)} · ${countWords(membersServed.value)} members served (incoming)`,
      ),
    ],
  ];
  const rows = two.map((columns): Content => ({ columns, columnGap: gap, margin: [0, 0, 0, gap] }));
  return [...rows, { text: 'The dashed line is the previous period.', style: 'quiet', margin: [0, 0, 0, 16] }];
}

function before({ previousValue }: { previousValue: number }): string {
  return `${countWords(previousValue)} in the previous period`;
}

function stillOpen(open: Dashboard['sentOpen']): string {
  return open.value > 0 ? ` · ${countWords(open.value)} still open` : '';
}

function completedCard(title: string, number: Dashboard['sent'], open: Dashboard['sentOpen']): Content {
  return card(title, number, before(number) + stillOpen(open), { open: open.value });
}

function card(
  title: string,
  number: Dashboard['sent'],
  beneath: string,
  { risingIsGood = true, open = 0 }: { risingIsGood?: boolean; open?: number } = {},
): Content {
  const width = (inner - gap) / 2 - 22;
  return {
    layout: 'card',
    table: {
      widths: ['*'],
      body: [
        [
          {
            stack: [
              { text: title, style: 'label' },
              {
                text: [
                  { text: countWords(number.value), style: 'number' },
                  changed(changeOf(number.value, number.previousValue, open), risingIsGood),
                ],
                margin: [0, 5, 0, 3],
              },
              { text: beneath, style: 'quiet', margin: [0, 0, 0, 8] },
              trendPicture(number.trend, number.previousTrend, width, 60),
            ],
          },
        ],
      ],
    },
  };
}

function changed(change: Change | null, risingIsGood = true) {
  if (!change) return { text: '' };
  const tone = { up: ink.teal, down: ink.fall, same: ink.quiet }[change.direction];
  return { text: `  ${change.words}`, bold: true, color: risingIsGood && !change.unsettled ? tone : ink.quiet };
}

/** Compares periods by their finished requests only. */
function closedRate({ closedValue, previousClosedValue }: Dashboard['conversion']['sent']): Content[] {
  if (closedValue === null) return [];
  const words = { text: `${percentWords(closedValue)} of closed requests`, style: 'quiet' };
  return [{ text: [words, changed(pointsChange(closedValue, previousClosedValue))], margin: [0, 2, 0, 0] }];
}

function conversion({ conversion: { sent, received }, sentOpen, receivedOpen, funnel }: Dashboard): Content {
  const whole = funnel[0]?.count ?? 0;
  const rate = (label: string, compared: typeof sent, open: typeof sentOpen): Content => ({
    stack: [
      { text: label, style: 'quiet' },
      { text: percentWords(compared.value), style: 'number' },
      ...closedRate(compared),
      {
        text: `${compared.previousValue === null ? 'No data' : percentWords(compared.previousValue)} in the previous period${stillOpen(open)}`,
        style: 'quiet',
        margin: [0, 2, 0, 0],
      },
    ],
  });
  const bars = funnel.map(({ status, count }): TableCell[] => [
    serviceRequestStatusLabels[status],
    barPicture(count, count, whole, 300),
    { text: countWords(count), alignment: 'right', bold: true },
    { text: percentWords(percentOf(count, whole)), alignment: 'right', color: ink.quiet },
  ]);
  return {
    stack: [
      {
        text: [
          { text: 'Conversion Rates', style: 'heading' },
          { text: '   Referral To Completed', style: 'quiet' },
        ],
      },
      { columns: [rate('Sent', sent, sentOpen), rate('Received', received, receivedOpen)], margin: [0, 6, 0, 14] },
      { text: 'Received requests that reached each status', style: 'label', margin: [0, 0, 0, 2] },
      { layout: 'rows', table: { widths: [80, 312, '*', 40], body: bars } },
    ],
  };
}

function programming({ programming: rows, agenciesReferredTo, referringAgencies }: Dashboard) {
  const most = Math.max(0, ...rows.map((row) => row.totalCount));
  const shown = fittingServices(rows);
  const rest = rows.slice(shown.length);
  const sum = (list: number[]) => list.reduce((total, value) => total + value, 0);
  const right = (value: number): TableCell => ({ text: countWords(value), alignment: 'right' });
  const line = (name: string, category: string, completed: number, total: number, served: string): TableCell[] => [
    { text: broken(shortened(name, 36)), bold: true },
    { text: category, color: ink.quiet },
    right(completed),
    barPicture(completed, total, rest.length > 0 ? Math.max(most, total) : most, 96),
    right(total),
    { text: served, alignment: 'right' },
  ];
  const body: TableCell[][] = [
    ['Service', 'Category', 'Completed', '', 'Total', 'Members served'].map((text, index) => ({
      text,
      style: 'column',
      alignment: index === 2 || index > 3 ? 'right' : 'left',
    })),
    ...shown.map(({ service, completedCount, totalCount, membersServed }) =>
      line(service.name, serviceTypeLabels[service.type], completedCount, totalCount, countWords(membersServed)),
    ),
  ];
  if (rest.length > 0) {
    const [completed, total] = [sum(rest.map((row) => row.completedCount)), sum(rest.map((row) => row.totalCount))];
    // A member may appear in several of them, so these can't be summed.
    body.push(line(`${rest.length} other services`, '', completed, total, '–'));
  }
  return {
    stack: [
      { text: 'Programming', style: 'heading' },
      {
        text: `${countWords(agenciesReferredTo.value)} ${agencyWord(agenciesReferredTo.value)} referred to (${countWords(agenciesReferredTo.previousValue)} in the previous period) · ${countWords(referringAgencies.value)} referring ${agencyWord(referringAgencies.value)} (${countWords(referringAgencies.previousValue)})`,
        style: 'quiet',
        margin: [0, 0, 0, 4],
      },
      rows.length === 0
        ? { text: 'The organization has no services yet.', style: 'quiet' }
        : { layout: 'rows', table: { headerRows: 1, widths: ['*', 84, 54, 96, 54, 70], body } },
    ],
  };
}

/** A long name takes two lines. */
function fittingServices(rows: DashboardService[]): DashboardService[] {
  let lines = 0;
  const end = rows.findIndex(({ service }) => {
    lines += service.name.length > 20 ? 2 : 1;
    return lines > mostServiceLines;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

function responseTimes({ sentTimes, receivedTimes }: Dashboard): Content {
  return {
    columns: [
      timesTable('Received: how soon we respond', 'Partner', receivedTimes),
      timesTable('Sent: how soon partners respond', 'Partner', sentTimes),
    ],
    columnGap: 20,
    margin: [0, 16, 0, 0],
  };
}

function timesTable(title: string, first: string, times: SideTimes): Content {
  const line = (
    name: string,
    { firstResponseSeconds, completionSeconds }: Omit<PartnerTimes, 'organization' | 'totalCount'>,
  ) => [
    { text: broken(shortened(name, 36)) },
    { text: durationWords(firstResponseSeconds), alignment: 'right' },
    { text: durationWords(completionSeconds), alignment: 'right' },
  ];
  const everybody = line('Everybody', times).map((cell) => ({ ...cell, bold: true }));
  const partners = times.partners.slice(0, mostPartners);
  const head = [first, 'First response', 'Completion'].map((text, index) => ({
    text,
    style: 'column',
    alignment: index === 0 ? 'left' : 'right',
  }));
  const more = times.partners.length - partners.length;
  return {
    stack: [
      { text: title, style: 'label', margin: [0, 0, 0, 2] },
      {
        layout: 'rows',
        table: {
          headerRows: 1,
          widths: ['*', 58, 50],
          body: [head, everybody, ...partners.map((partner) => line(partner.organization.name, partner))],
        },
      },
      ...(more > 0 ? [{ text: `The ${mostPartners} partners with the most requests.`, style: 'quiet' }] : []),
    ],
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

function shortened(text: string, most: number): string {
  const chars = [...text];
  return chars.length > most ? `${chars.slice(0, most - 1).join('')}…` : text;
}

/** Adds break points to words longer than a line. */
function broken(text: string): string {
  return text.replace(/\S{18}/gu, '$&\u200b');
}
