import { type MetricPeriod, metricPeriodLabels, metricPeriods } from '@kinbridge/contract/metrics/metric-periods';
import { formatDayRange, metricDefinitions } from '@kinbridge/contract/metrics/metric-text';
import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import { NativeSelect, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useOwnOrganizationId } from '../../lib/current-user.ts';
import { Page } from '../../ui/page/page.tsx';
import { usePhone } from '../../ui/scale/use-phone.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { ConversionCard } from './conversion-card.tsx';
import { dashboardQuery } from './metrics.api.ts';
import classes from './metrics.module.css';
import { metricTexts } from './metrics.texts.ts';
import { usePeriod } from './metrics-url.ts';
import { NumberCard } from './number-card.tsx';
import { DaysContext, NumberLink } from './number-link.tsx';
import { OutcomesCard } from './outcomes-card.tsx';
import { ProgrammingCard } from './programming-card.tsx';
import { ReportButtons } from './report-buttons.tsx';
import { ResponseTimes } from './response-times.tsx';

/** The organization's numbers for the chosen period and the one before. */
export function MetricsDashboard() {
  const organizationId = useOwnOrganizationId();
  const [period, setPeriod] = usePeriod();
  const { data, error, isPlaceholderData, refetch } = useQuery(dashboardQuery(organizationId, period));
  return (
    <Page
      title={metricTexts.title}
      windowTitle="Metrics Dashboard"
      subtitle={
        <div className={`gap-2xs gap-x-xs flex wrap ${classes.range}`}>
          {data ? <Range dashboard={data} /> : <Skeleton height={10} width={260} radius="sm" my={5} />}
        </div>
      }
      action={
        <>
          <PeriodChoice period={period} onChange={setPeriod} />
          <ReportButtons organizationId={organizationId} period={period} />
        </>
      }
    >
      {data ? (
        <div className={classes.board} data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          <DaysContext value={data}>
            <Numbers dashboard={data} />
          </DaysContext>
          <Definitions />
        </div>
      ) : error ? (
        <LoadFailure error={error} level={2} onRetry={() => void refetch()} />
      ) : (
        <DashboardSkeleton />
      )}
    </Page>
  );
}

function Range({ dashboard: { from, to, previousFrom, previousTo } }: { dashboard: Dashboard }) {
  return (
    <>
      <span role="status">
        {formatDayRange(from, to)}, compared with {formatDayRange(previousFrom, previousTo)}.
      </span>
      <span>{metricTexts.hint}</span>
    </>
  );
}

function PeriodChoice({ period, onChange }: { period: MetricPeriod; onChange: (period: MetricPeriod) => void }) {
  const phone = usePhone();
  const data = metricPeriods.map((value) => ({ value, label: metricPeriodLabels[value] }));
  if (phone) {
    return (
      <NativeSelect
        aria-label="Period"
        className={classes.period}
        data={data}
        value={period}
        onChange={(event) => onChange(event.currentTarget.value as MetricPeriod)}
      />
    );
  }
  return (
    <SegmentedControl
      size="xs"
      classNames={{ label: classes.periodLabel }}
      aria-label="Period"
      data={data}
      value={period}
      onChange={(value) => onChange(value as MetricPeriod)}
    />
  );
}

function Numbers({ dashboard }: { dashboard: Dashboard }) {
  const { sent, sentCompleted, received, receivedCompleted, membersReferred, membersServed } = dashboard;
  const { sentOpen, receivedOpen } = dashboard;
  const empty = [sent, received].every(({ value, previousValue }) => value + previousValue === 0);
  return (
    <>
      {empty && <Text c="dimmed">{metricTexts.empty}</Text>}
      <div className={`gap-sm grid ${classes.cards}`}>
        <NumberCard
          title={metricTexts.sentCompleted}
          dashboard={dashboard}
          number={sentCompleted}
          open={sentOpen}
          list={{ side: 'outgoing', completed: 'true' }}
        />
        <NumberCard
          title={metricTexts.receivedCompleted}
          dashboard={dashboard}
          number={receivedCompleted}
          open={receivedOpen}
          list={{ side: 'incoming', completed: 'true' }}
        />
        <NumberCard
          title={metricTexts.received}
          dashboard={dashboard}
          number={received}
          list={{ side: 'incoming' }}
          neutral
        />
        <NumberCard
          title={metricTexts.membersReferred}
          dashboard={dashboard}
          number={membersReferred}
          list={{ side: 'outgoing', per: 'member' }}
          neutral
        >
          <NumberLink value={membersServed.value} filter={{ side: 'incoming', completed: 'true', per: 'member' }} />{' '}
          members served (incoming)
        </NumberCard>
      </div>
      <OutcomesCard dashboard={dashboard} />
      <div className={`gap-sm grid ${classes.pair}`}>
        <ProgrammingCard dashboard={dashboard} />
        <ConversionCard dashboard={dashboard} />
      </div>
      <div className={`grid gap-sm pair start ${classes.halves}`}>
        <ResponseTimes
          title={metricTexts.receivedTimes}
          side="incoming"
          times={dashboard.receivedTimes}
          dashboard={dashboard}
        />
        <ResponseTimes
          title={metricTexts.sentTimes}
          side="outgoing"
          times={dashboard.sentTimes}
          dashboard={dashboard}
        />
      </div>
    </>
  );
}

function Definitions() {
  return (
    <details className={classes.definitions}>
      <summary className="px-0 py-2xs bold link pointer hug">What each number counts</summary>
      <dl>
        {metricDefinitions.map(({ name, text }) => (
          <div key={name}>
            <dt className="bold">{name}</dt>
            <dd className="m-0 dimmed">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** In the shape of the real content. */
function DashboardSkeleton() {
  return (
    <div className={classes.board} aria-busy="true">
      <div className={`gap-sm grid ${classes.cards}`}>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} height={172} radius="lg" />
        ))}
      </div>
      <div className={`gap-sm grid ${classes.pair}`}>
        <Skeleton height={320} radius="lg" />
        <Skeleton height={320} radius="lg" />
      </div>
    </div>
  );
}
