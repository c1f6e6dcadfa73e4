import type { User } from '@kinbridge/contract/users/users.contract';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { SectionFailure } from '../../ui/section/section-failure.tsx';
import { SectionMessage } from '../../ui/section/section-message.tsx';
import { needsYouQuery } from './needs-you.api.ts';
import { needsYouTexts } from './needs-you.texts.ts';
import { NeedsYouList } from './needs-you-list.tsx';
import { NeedsYouSkeleton } from './needs-you-skeleton.tsx';

const shown = 5;

/** The newest items on a person's own profile. */
export function NeedsYouCard({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(needsYouQuery(user.id));
  return (
    <SectionCard
      title={needsYouTexts.title}
      count={data?.total}
      action={
        data &&
        data.total > shown && (
          <Anchor component={Link} to="/needs-you" className="text-sm">
            {needsYouTexts.all(data.total)}
          </Anchor>
        )
      }
    >
      {data?.total === 0 && <SectionMessage>{needsYouTexts.empty}</SectionMessage>}
      {data && data.total > 0 && <NeedsYouList user={user} items={data.items.slice(0, shown)} />}
      {!data && !error && <NeedsYouSkeleton rows={3} />}
      {!data && error && <SectionFailure sentence={error.message} onRetry={() => void refetch()} />}
    </SectionCard>
  );
}
