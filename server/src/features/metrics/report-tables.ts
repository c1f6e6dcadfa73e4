import { agencyWord, formatCount, formatDuration } from '@kinbridge/contract/metrics/metric-text';
import type {
  Dashboard,
  DashboardService,
  PartnerTimes,
  SideTimes,
} from '@kinbridge/contract/metrics/metrics.contract';
import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import { barPicture, broken, type Content, ink, shortened, type TableCell } from './report-content.ts';

// The capacity of one page; the rest becomes one summary line.
const mostServiceLines = 16;
const mostPartners = 4;

/** The organization's services with their received requests. */
export function programming({ programming: rows, agenciesReferredTo, referringAgencies }: Dashboard) {
  const most = Math.max(0, ...rows.map((row) => row.totalCount));
  const shown = fittingServices(rows);
  const rest = rows.slice(shown.length);
  const sum = (list: number[]) => list.reduce((total, value) => total + value, 0);
  const right = (value: number): TableCell => ({ text: formatCount(value), alignment: 'right' });
  type Line = { name: string; category: string; completed: number; total: number; served: string };
  const line = ({ name, category, completed, total, served }: Line): TableCell[] => [
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
      line({
        name: service.name,
        category: serviceTypeLabels[service.type],
        completed: completedCount,
        total: totalCount,
        served: formatCount(membersServed),
      }),
    ),
  ];
  if (rest.length > 0) {
    const [completed, total] = [sum(rest.map((row) => row.completedCount)), sum(rest.map((row) => row.totalCount))];
    // A member may appear in several of them, so these can't be summed.
    body.push(line({ name: `${rest.length} other services`, category: '', completed, total, served: '–' }));
  }
  return {
    stack: [
      { text: 'Programming', style: 'heading' },
      {
        text: `${formatCount(agenciesReferredTo.value)} ${agencyWord(agenciesReferredTo.value)} referred to (${formatCount(agenciesReferredTo.previousValue)} in the previous period) · ${formatCount(referringAgencies.value)} referring ${agencyWord(referringAgencies.value)} (${formatCount(referringAgencies.previousValue)})`,
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

/** How soon requests are answered and completed, on both sides. */
export function responseTimes({ sentTimes, receivedTimes }: Dashboard): Content {
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
    { text: formatDuration(firstResponseSeconds), alignment: 'right' },
    { text: formatDuration(completionSeconds), alignment: 'right' },
  ];
  const all = line('All partners', times).map((cell) => ({ ...cell, bold: true }));
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
          body: [head, all, ...partners.map((partner) => line(partner.organization.name, partner))],
        },
      },
      ...(more > 0 ? [{ text: `The ${mostPartners} partners with the most requests.`, style: 'quiet' }] : []),
    ],
  };
}
