import type { User } from '@kinbridge/contract/users/users.contract';
import { useQuery } from '@tanstack/react-query';
import { AuthenticatorApp } from '../features/security/authenticator/authenticator-app.tsx';
import { Passkeys } from '../features/security/passkeys/passkeys.tsx';
import { SetUpFactor } from '../features/sign-in-rules/set-up-factor.tsx';
import { organizationOf } from '../lib/current-user.ts';
import { organizationNameQuery } from '../lib/queries/organization.query.ts';
import { PublicLayout } from '../ui/page/public-layout.tsx';

/** Shown instead of every page to staff without the second factor that their organization requires. */
export function SetUpFactorPage({ user, onLogOut }: { user: User; onLogOut: () => void }) {
  const { data: organization } = useQuery(organizationNameQuery(organizationOf(user)));
  return (
    <PublicLayout shape="sheet">
      <SetUpFactor organization={organization} ready={user.secondFactor === true} onLogOut={onLogOut}>
        <Passkeys user={user} />
        <AuthenticatorApp user={user} />
      </SetUpFactor>
    </PublicLayout>
  );
}
