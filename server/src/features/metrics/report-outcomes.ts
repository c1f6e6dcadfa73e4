import {
  type Change,
  changeOf,
  formatCount,
  formatPercent,
  pointsChange,
} from '@kinbridge/contract/metrics/metric-text';
import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import { outcomeCodes, outcomeLabel } from '@kinbridge/contract/service-requests/outcomes';
import type { Content, TableCell } from './report-content.ts';
import { changed } from './report-numbers.ts';
import { barPicture } from './report-pictures.ts';

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
