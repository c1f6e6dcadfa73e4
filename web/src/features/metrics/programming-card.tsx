import { agencyWord } from '@kinbridge/contract/metrics/metric-text';
import type { Dashboard, DashboardService } from '@kinbridge/contract/metrics/metrics.contract';
import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import { Text, VisuallyHidden } from '@mantine/core';
import { SectionCard } from '../../ui/section/section-card.tsx';
import classes from './metrics.module.css';
import { metricTexts } from './metrics.texts.ts';
import { NumberLink } from './number-link.tsx';

/** The organization's services and their requests, one row each. */
export function ProgrammingCard({ dashboard }: { dashboard: Dashboard }) {
  const { programming, agenciesReferredTo, referringAgencies } = dashboard;
  const [referred, referring] = [
    { side: 'outgoing', per: 'organization' },
    { side: 'incoming', per: 'organization' },
  ] as const;
  const most = Math.max(1, ...programming.map((row) => row.totalCount));
  return (
    <SectionCard
      title={metricTexts.programming}
      action={
        <span className="text-xs dimmed text-end">
          <NumberLink value={agenciesReferredTo.value} filter={referred} /> {agencyWord(agenciesReferredTo.value)}{' '}
          referred to · <NumberLink value={referringAgencies.value} filter={referring} /> referring{' '}
          {agencyWord(referringAgencies.value)}
          <span className="block">
            <NumberLink value={agenciesReferredTo.previousValue} filter={referred} before /> and{' '}
            <NumberLink value={referringAgencies.previousValue} filter={referring} before /> in the previous period
          </span>
        </span>
      }
    >
      {programming.length === 0 ? (
        <Text className="empty-note">{metricTexts.noServices}</Text>
      ) : (
        <table className={`table numbers ${classes.services}`}>
          <thead>
            <tr>
              <th scope="col">Service</th>
              <th scope="col" data-cell="category">
                Category
              </th>
              <th scope="col" data-cell="completed">
                Completed
              </th>
              <th scope="col" data-cell="total">
                Total
              </th>
              <th scope="col" data-cell="before">
                <VisuallyHidden>Total in the period </VisuallyHidden>Before
              </th>
              <th scope="col" data-cell="served">
                Members served
              </th>
            </tr>
          </thead>
          <tbody>
            {programming.map((row) => (
              <ServiceRow key={row.service.id} row={row} most={most} />
            ))}
          </tbody>
        </table>
      )}
    </SectionCard>
  );
}

function ServiceRow({ row, most }: { row: DashboardService; most: number }) {
  const { service, completedCount, totalCount, previousTotalCount, membersServed } = row;
  const list = { side: 'incoming', serviceId: String(service.id) } as const;
  return (
    <tr>
      <th scope="row">{service.name}</th>
      <td data-cell="category">{serviceTypeLabels[service.type]}</td>
      <td data-cell="completed">
        <span className={`row gap-10 ${classes.completed}`}>
          <span className={`text-end ${classes.completedCount}`}>
            <NumberLink value={completedCount} filter={{ ...list, completed: 'true' }} />
          </span>
          <svg className={`block w-full ${classes.bar}`} aria-hidden="true">
            <rect className={classes.barWhole} width={`${(totalCount / most) * 100}%`} height="8" rx="4" />
            <rect className="bar-teal" width={`${(completedCount / most) * 100}%`} height="8" rx="4" />
          </svg>
        </span>
      </td>
      <td data-cell="total">
        <NumberLink value={totalCount} filter={list} />
      </td>
      <td data-cell="before">
        <NumberLink value={previousTotalCount} filter={list} before />
      </td>
      <td data-cell="served">
        <NumberLink value={membersServed} filter={{ ...list, completed: 'true', per: 'member' }} />
      </td>
    </tr>
  );
}
