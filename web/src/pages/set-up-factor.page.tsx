import type { User } from '@kinbridge/contract/users/users.contract';
import { useQuery } from '@tanstack/react-query';
import { AuthenticatorApp } from '../features/security/authenticator/authenticator-app.tsx';
import { Passkeys } from '../features/security/passkeys/passkeys.tsx';
import { SetUpFactor } from '../features/sign-in-rules/set-up-factor.tsx';
import { ifKnown } from '../lib/queries/if-known.ts';
import { organizationNameQuery } from '../lib/queries/organization.query.ts';
import { PublicLayout } from '../ui/page/public-layout.tsx';

/** Shown instead of every page to operators, and staff of an organization that requires it, without a second factor. */
export function SetUpFactorPage({ user, onLogOut }: { user: User; onLogOut: () => void }) {
  const { organizationId } = user;
  const { data: organization } = useQuery(ifKnown(organizationId, organizationNameQuery));
  return (
    <PublicLayout shape="sheet">
      <SetUpFactor
        organization={organizationId === null ? 'Kinbridge' : organization}
        ready={user.secondFactor === true}
        onLogOut={onLogOut}
      >
        <Passkeys user={user} />
        <AuthenticatorApp user={user} />
      </SetUpFactor>
    </PublicLayout>
  );
}
