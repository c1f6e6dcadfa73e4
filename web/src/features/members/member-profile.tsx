import { counted } from '@kinbridge/contract/shared/counted';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import type { ReactNode } from 'react';
import { useCurrentUser } from '../../lib/current-user.ts';
import { Page } from '../../ui/page/page.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { NotFoundState } from '../../ui/states/not-found-state.tsx';
import { ageOn } from './member-age.ts';
import { MemberFacts } from './member-facts.tsx';
import { memberTexts } from './members.texts.ts';
import { proposalTexts } from './proposed-changes.texts.ts';

interface MemberProfileProps {
  member: User;
  /** True for members on their own page. */
  self: boolean;
  action: ReactNode;
  children: ReactNode;
}

/** A member's page: name, facts, and the sections below. */
export function MemberProfile({ member, self, action, children }: MemberProfileProps) {
  const { id, firstName, lastName, dateOfBirth } = member;
  const { organizationId } = useCurrentUser();
  return (
    <Page
      title={fullName(member)}
      windowTitle="Member"
      {...(!self && { breadcrumb: [{ label: 'Member Management', to: '/members' }] })}
      picture={<PersonAvatar firstName={firstName} lastName={lastName} size={48} self={self} />}
      subtitle={[
        `Member ${id}`,
        dateOfBirth && yearsOld(dateOfBirth),
        !self && hasProposedName(member, organizationId) && proposalTexts.proposedName,
      ]
        .filter(Boolean)
        .join(' · ')}
      action={action}
      inOrder
    >
      <MemberFacts member={member} viewerId={self ? null : organizationId} />
      {children}
    </Page>
  );
}

/** True if the viewer's organization sees the name it proposed itself. */
function hasProposedName({ proposedChanges = [] }: User, viewerId: number | null): boolean {
  return proposedChanges.some(
    ({ field, organization }) => ['firstName', 'lastName'].includes(field) && organization.id === viewerId,
  );
}

function yearsOld(dateOfBirth: string): string {
  const age = ageOn(new Date(), dateOfBirth);
  return counted(age, 'year old', 'years old');
}

/** Doesn't exist or belongs to another organization: the page doesn't say which. */
export function MemberNotFound() {
  return <NotFoundState title={memberTexts.notFoundTitle} text={memberTexts.notFound} />;
}
