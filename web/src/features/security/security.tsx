import type { User } from '@kinbridge/contract/users/users.contract';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { AuthenticatorApp } from './authenticator/authenticator-app.tsx';
import { Passkeys } from './passkeys/passkeys.tsx';
import { Password } from './password.tsx';
import { Sessions } from './sessions.tsx';

interface SecurityProps {
  user: User;
  /** The name of their organization, once known. */
  organization?: string | undefined;
}

/** How the person signs in. */
export function Security({ user, organization }: SecurityProps) {
  return (
    <SectionCard title="Security" anchor="security">
      <Password user={user} organization={organization} />
      <Passkeys user={user} />
      <AuthenticatorApp user={user} />
      <Sessions user={user} />
    </SectionCard>
  );
}
