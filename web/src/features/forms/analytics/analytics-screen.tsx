import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { counted } from '@kinbridge/contract/shared/counted';
import { formLabel } from '@kinbridge/forms/form-definition';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { IconTable } from '../../../ui/icons/later-icons.ts';
import { Page } from '../../../ui/page/page.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { type FormPeriod, FormPeriodFields, useFormPeriod } from '../form-period.tsx';
import { formUrl } from '../form-url.ts';
import { formsTexts } from '../forms.texts.ts';
import { analyticsQuery } from './analytics.api.ts';
import classes from './analytics.module.css';
import { TimelineChart } from './number-charts.tsx';
import { QuestionCard } from './question-card.tsx';

/** Specification §2, /forms-analytics: a chart for each question, over all versions of the form. */
export function AnalyticsScreen({ newest }: { newest: FormVersion }) {
  const period = useFormPeriod();
  const setPeriod = useSetPeriod();
  const { data, error, isPlaceholderData, refetch } = useQuery(analyticsQuery(newest.id, period));
  const days = period.fromDate !== '' || period.toDate !== '';
  return (
    <Page
      title={formLabel(newest)}
      breadcrumb={[{ label: formsTexts.library, to: '/forms-library' }]}
      subtitle={
        data ? (
          <span role="status">
            {counted(data.answers, 'submission')}
            {days ? ' on these days' : ''}, all versions
          </span>
        ) : (
          <Skeleton height={10} width={180} radius="sm" my={5} />
        )
      }
      action={
        <>
          <FormPeriodFields period={period} onChange={setPeriod} />
          <Button component={Link} to={formUrl('submissions', newest.id)} leftSection={<IconTable />}>
            Submissions
          </Button>
        </>
      }
    >
      {data?.answers === 0 ? (
        <EmptyState
          title={formsTexts.noSubmissions}
          text={
            days
              ? 'No answers on these days. Choose other dates to see more.'
              : 'Charts will appear here when someone answers the form.'
          }
        />
      ) : data ? (
        <div className={classes.board} data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          {data.overTime && (
            <div className="wide">
              <SectionCard title="Submissions over time">
                <div className="px-md pb-14 pt-sm border-top">
                  <TimelineChart caption="Submissions over time" counted="Submissions" timeline={data.overTime} />
                </div>
              </SectionCard>
            </div>
          )}
          {data.questions.map((figures) => (
            <QuestionCard key={figures.name} figures={figures} total={data.answers} />
          ))}
        </div>
      ) : error ? (
        <LoadFailure error={error} level={2} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.board} aria-busy="true">
          {[1, 2, 3, 4].map((place) => (
            <Skeleton key={place} height={230} radius={12} />
          ))}
        </div>
      )}
    </Page>
  );
}

/** Puts the days in the URL and keeps the form's history state. */
function useSetPeriod() {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  return (period: FormPeriod) => {
    const next = new URLSearchParams(params);
    for (const name of ['fromDate', 'toDate'] as const) {
      if (period[name]) next.set(name, period[name]);
      else next.delete(name);
    }
    void navigate({ search: next.toString() }, { replace: true, state, preventScrollReset: true, flushSync: true });
  };
}
