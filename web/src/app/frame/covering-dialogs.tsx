import '../../ui/dialog/covering.ts';
import type { User } from '@kinbridge/contract/users/users.contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { announcementsQuery } from '../../features/announcements/announcements.api.ts';
import { useIdleWatch } from '../../features/security/idle/use-idle-watch.ts';
import { isActiveStaff } from '../../lib/current-user.ts';
import { loadLater } from '../../lib/load-later.tsx';
import { ifKnown } from '../../lib/queries/if-known.ts';
import { organizationQuery } from '../../lib/queries/organization.query.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useProofAsked } from '../../lib/sign-in/proof.ts';

const ProofDialog = loadLater(async () => (await import('../../features/security/proof/proof-dialog.tsx')).ProofDialog);
const IdleWarning = loadLater(async () => (await import('../../features/security/idle/idle-warning.tsx')).IdleWarning);

/** The dialogs that may open over any other: to prove who you are again, and before an unused session ends. */
export function CoveringDialogs({ user }: { user: User }) {
  const asked = useProofAsked();
  const { data: idleMinutes = null } = useQuery({
    // Others have no limit.
    ...ifKnown(user.organizationId, organizationQuery, isActiveStaff(user)),
    select: (organization) => organization.idleMinutes,
  });
  const { secondsLeft, stay } = useIdleWatch(idleMinutes, () => {
    // Any call would do; this one isn't in the audit log.
    void queryClient.fetchQuery({ ...announcementsQuery, staleTime: 0 }).catch(() => undefined);
  });
  return (
    <Suspense>
      {asked && <ProofDialog user={user} />}
      {secondsLeft !== null && <IdleWarning secondsLeft={secondsLeft} onStay={stay} />}
    </Suspense>
  );
}
