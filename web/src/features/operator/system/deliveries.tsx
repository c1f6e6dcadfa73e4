import { type Deliveries as Counts, deliveryGroups } from '@kinbridge/contract/operator/operator-system.contract';
import { inNumbers } from '@kinbridge/contract/shared/counted';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/dates.ts';
import { PageSkeleton } from '../../../ui/page/page-skeleton.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { SectionFailure } from '../../../ui/section/section-failure.tsx';
import { SectionMessage } from '../../../ui/section/section-message.tsx';
import plain from '../../../ui/table/plain-table.module.css';
import tableClasses from '../operator-table.module.css';
import { ScrollRegion } from '../scroll-region.tsx';
import classes from './deliveries.module.css';
import { type DeliveryPeriod, deliveriesQuery } from './system.api.ts';

type Kind = 'texts' | 'emails';
const kinds: [Kind, string][] = [
  ['texts', 'Texts'],
  ['emails', 'Emails'],
];
const labels = { waiting: 'Waiting', sent: 'Sent', failed: 'Failed', skipped: 'Skipped' };

/** Texts and emails by state over time: a chart of each, and the same numbers in a table. */
export function Deliveries() {
  const [period, setPeriod] = useState<DeliveryPeriod>('day');
  const { data, error, refetch } = useQuery(deliveriesQuery(period));
  return (
    <SectionCard
      title="Texts and emails"
      action={
        <SegmentedControl
          aria-label="Period"
          value={period}
          onChange={(value) => setPeriod(value as DeliveryPeriod)}
          data={[
            { value: 'day', label: '24 hours' },
            { value: 'week', label: '7 days' },
          ]}
        />
      }
    >
      {!data && (error ? <SectionFailure sentence={error.message} onRetry={() => void refetch()} /> : <PageSkeleton />)}
      {data && (
        <>
          {!data.complete && <SectionMessage>There are more; the newest 200,000 of each are counted.</SectionMessage>}
          <div className={`gap-md border-top grid ${classes.charts}`} aria-hidden="true">
            {kinds.map(([kind, label]) => (
              <Chart key={kind} kind={kind} label={label} counts={data} />
            ))}
          </div>
          <CountsTable counts={data} />
        </>
      )}
    </SectionCard>
  );
}

function Chart({ kind, label, counts }: { kind: Kind; label: string; counts: Counts }) {
  const totals = counts.periods.map((one) => deliveryGroups.reduce((sum, group) => sum + one[kind][group], 0));
  const highest = Math.max(1, ...totals);
  return (
    <div>
      <p className={`text-xs bold label ${classes.label}`}>{label}</p>
      <div className={`gap-2 flex items-end ${classes.bars}`}>
        {counts.periods.map((one) => (
          <div key={one.start} className={`flex grow h-full ${classes.bar}`}>
            {deliveryGroups.map((group) => (
              <div
                key={group}
                className={classes.part}
                data-group={group}
                style={{ height: `${(one[kind][group] / highest) * 100}%` }}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function CountsTable({ counts }: { counts: Counts }) {
  return (
    <ScrollRegion className={classes.numbers} label="Numbers">
      <table className={`${plain.table} ${tableClasses.table}`} aria-label="Texts and emails by state">
        <thead>
          <tr>
            <th scope="col">From</th>
            {kinds.flatMap(([kind, label]) =>
              deliveryGroups.map((group) => (
                <th key={`${kind} ${group}`} scope="col" className={tableClasses.number}>
                  {label} {labels[group].toLowerCase()}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {counts.periods.toReversed().map((one) => (
            <tr key={one.start}>
              <th scope="row">{formatDateTime(one.start)}</th>
              {kinds.flatMap(([kind]) =>
                deliveryGroups.map((group) => (
                  <td key={`${kind} ${group}`} className={tableClasses.number}>
                    {inNumbers(one[kind][group])}
                  </td>
                )),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
