import { useQuery } from '@tanstack/react-query';
import { needsYouQuery } from '../features/needs-you/needs-you.api.ts';
import { needsYouTexts } from '../features/needs-you/needs-you.texts.ts';
import { NeedsYouList } from '../features/needs-you/needs-you-list.tsx';
import { NeedsYouSkeleton } from '../features/needs-you/needs-you-skeleton.tsx';
import { useCurrentUser } from '../lib/current-user.ts';
import { Page } from '../ui/page/page.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { LoadFailure } from '../ui/states/load-failure.tsx';
import { TicketFromUrl } from './ticket-from-url.tsx';

/** Everything that waits for the person, newest first. A ticket opens over the list. */
export function NeedsYouPage() {
  const user = useCurrentUser();
  const { data, error, refetch } = useQuery(needsYouQuery(user.id));
  const requests = data?.items.flatMap(({ serviceRequest }) => serviceRequest ?? []);
  return (
    <Page title={needsYouTexts.title}>
      {data?.total === 0 && <EmptyState title={needsYouTexts.empty} text={needsYouTexts.emptyHint} />}
      {data && data.total > 0 && (
        <div className="card min-w-0">
          <NeedsYouList user={user} items={data.items} />
        </div>
      )}
      {data && data.total > data.items.length && (
        <p className="text-sm dimmed">{needsYouTexts.newest(data.items.length, data.total)}</p>
      )}
      {!data && !error && <NeedsYouSkeleton rows={8} />}
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      <TicketFromUrl requests={requests} />
    </Page>
  );
}
