import { percentOf } from '@kinbridge/contract/metrics/metric-periods';
import {
  type Change,
  changeOf,
  formatCount,
  formatPercent,
  pointsChange,
} from '@kinbridge/contract/metrics/metric-text';
import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import { outcomeCodes, outcomeLabel } from '@kinbridge/contract/service-requests/outcomes';
import { serviceRequestStatusLabels } from '@kinbridge/contract/service-requests/service-request-status';
import { barPicture, type Content, ink, innerWidth, type TableCell, trendPicture } from './report-content.ts';

const gap = 10;

/** The report's cards, two in a row. */
export function cards(dashboard: Dashboard): Content {
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
        `${before(membersReferred)} · ${formatCount(membersServed.value)} members served (incoming)`,
        { risingIsGood: false },
      ),
    ],
  ];
  const rows = two.map((columns): Content => ({ columns, columnGap: gap, margin: [0, 0, 0, gap] }));
  return [...rows, { text: 'The dashed line is the previous period.', style: 'quiet', margin: [0, 0, 0, 16] }];
}

function before({ previousValue }: { previousValue: number }): string {
  return `${formatCount(previousValue)} in the previous period`;
}

function stillOpen(open: Dashboard['sentOpen']): string {
  return open.value > 0 ? ` · ${formatCount(open.value)} still open` : '';
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
  const width = (innerWidth - gap) / 2 - 22;
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
                  { text: formatCount(number.value), style: 'number' },
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
  return { text: `  ${change.text}`, bold: true, color: risingIsGood && !change.unsettled ? tone : ink.quiet };
}

/** Compares periods by their finished requests only. */
function closedRate({ closedValue, previousClosedValue }: Dashboard['conversion']['sent']): Content[] {
  if (closedValue === null) return [];
  const share = { text: `${formatPercent(closedValue)} of closed requests`, style: 'quiet' };
  return [{ text: [share, changed(pointsChange(closedValue, previousClosedValue))], margin: [0, 2, 0, 0] }];
}

/** The conversion rates and the funnel. */
export function conversion({ conversion: { sent, received }, sentOpen, receivedOpen, funnel }: Dashboard): Content {
  const whole = funnel[0]?.count ?? 0;
  const rate = (label: string, compared: typeof sent, open: typeof sentOpen): Content => ({
    stack: [
      { text: label, style: 'quiet' },
      { text: formatPercent(compared.value), style: 'number' },
      ...closedRate(compared),
      {
        text: `${compared.previousValue === null ? 'No data' : formatPercent(compared.previousValue)} in the previous period${stillOpen(open)}`,
        style: 'quiet',
        margin: [0, 2, 0, 0],
      },
    ],
  });
  const bars = funnel.map(({ status, count }): TableCell[] => [
    serviceRequestStatusLabels[status],
    barPicture(count, count, whole, 300),
    { text: formatCount(count), alignment: 'right', bold: true },
    { text: formatPercent(percentOf(count, whole)), alignment: 'right', color: ink.quiet },
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

/** Who was helped, whether promises were kept, and why requests ended. */
export function outcomes({ outcomes: numbers }: Dashboard) {
  const { peopleHelped, helpedAfterSecondTry, withinPromise } = numbers;
  const helped = (label: string, { value, previousValue }: typeof peopleHelped) =>
    figure(label, formatCount(value), changeOf(value, previousValue), formatCount(previousValue));
  const share = (label: string, value: number | null, before: number | null) =>
    figure(
      label,
      formatPercent(value),
      pointsChange(value, before),
      before === null ? 'No data' : formatPercent(before),
    );
  return {
    stack: [
      { text: 'Outcomes', style: 'heading' },
      {
        columns: [
          helped('People helped', peopleHelped),
          helped('Helped after a second try', helpedAfterSecondTry),
          share('Within the promise: sent', withinPromise.sent, withinPromise.previousSent),
          share('Within the promise: received', withinPromise.received, withinPromise.previousReceived),
        ],
        columnGap: 8,
        margin: [0, 4, 0, 8],
      },
      reasons(numbers),
    ],
  };
}

function figure(label: string, value: string, change: Change | null, before: string): Content {
  return {
    stack: [
      { text: label, style: 'quiet' },
      { text: [{ text: value, style: 'number' }, changed(change)] },
      { text: `${before} in the previous period`, style: 'quiet' },
    ],
  };
}

/** A bar for each outcome that requests ended with, on both sides. */
function reasons({ sent, received }: Dashboard['outcomes']): Content {
  const shown = outcomeCodes.filter((code) => sent[code] + received[code] > 0);
  if (shown.length === 0) return { text: 'No request of this period ended with an outcome yet.', style: 'quiet' };
  const most = Math.max(...shown.flatMap((code) => [sent[code], received[code]]));
  const count = (value: number): TableCell => ({ text: formatCount(value), alignment: 'right', bold: true });
  const head = ['Why requests ended', 'Sent', '', 'Received', ''].map((text) => ({ text, style: 'column' }));
  const body = shown.map((code): TableCell[] => [
    outcomeLabel(code),
    barPicture(sent[code], sent[code], most, 130),
    count(sent[code]),
    barPicture(received[code], received[code], most, 130),
    count(received[code]),
  ]);
  return { layout: 'rows', table: { headerRows: 1, widths: [130, 136, '*', 136, '*'], body: [head, ...body] } };
}
