import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { operatorsQuery } from '../../features/operator/operator.api.ts';
import { deskThreadQuery } from '../../features/support/desk/desk.api.ts';
import { DeskQuestion } from '../../features/support/desk/desk-question.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';

export function OperatorQuestionPage() {
  const id = Number(useParams().id);
  const { data: thread, error, refetch } = useQuery(deskThreadQuery(id));
  const people = useQuery(operatorsQuery);
  if (error && !thread) return <LoadFailure error={error} onRetry={refetch} />;
  if (people.error && !people.data) return <LoadFailure error={people.error} onRetry={people.refetch} />;
  if (!thread || !people.data) return <PageSkeleton />;
  return (
    <Page
      title={`Question #${thread.id}`}
      breadcrumb={[{ label: 'Support', to: '/operator/support' }]}
      subtitle={thread.organization?.name}
    >
      <DeskQuestion
        key={thread.id}
        thread={thread}
        operators={people.data.filter(({ status }) => status === 'ACTIVE')}
      />
    </Page>
  );
}
