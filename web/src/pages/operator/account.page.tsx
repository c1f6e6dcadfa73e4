import { fullName } from '@kinbridge/contract/users/full-name';
import { Security } from '../../features/security/security.tsx';
import { useCurrentUser } from '../../lib/current-user.ts';
import { Page } from '../../ui/page/page.tsx';

/** How the operator signs in. */
export function OperatorAccountPage() {
  const user = useCurrentUser();
  return (
    <Page title={fullName(user)} windowTitle="Account" subtitle={user.email}>
      <Security user={user} />
    </Page>
  );
}
