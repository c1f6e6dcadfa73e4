import { useQuery } from '@tanstack/react-query';
import { Deliveries } from '../../features/operator/system/deliveries.tsx';
import { systemQuery } from '../../features/operator/system/system.api.ts';
import { SystemFacts } from '../../features/operator/system/system-facts.tsx';
import { SystemNow } from '../../features/operator/system/system-now.tsx';
import { TroubledJobs } from '../../features/operator/system/troubled-jobs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';

export function OperatorSystemPage() {
  const { data: system, error, refetch } = useQuery(systemQuery);
  if (!system) return error ? <LoadFailure error={error} onRetry={refetch} /> : <PageSkeleton />;
  return (
    <Page title="System">
      <SystemNow system={system} />
      <TroubledJobs />
      <Deliveries />
      <SystemFacts system={system} />
    </Page>
  );
}
