import { Anchor } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { emptyProfileDraft, type Profile, useProfileForm } from '../features/auth/profile-form.tsx';
import { ProfileSlide, profileFieldErrors } from '../features/auth/profile-slide.tsx';
import { SignInPicture } from '../features/auth/sign-in-picture.tsx';
import { useSignUp } from '../features/auth/sign-up.api.ts';
import { VerifyNotice } from '../features/auth/verify-notice.tsx';
import { InvitedForm } from '../features/organizations/invited-form.tsx';
import { JoinOrganizationForm } from '../features/organizations/join-organization-form.tsx';
import { useOrganizations } from '../features/organizations/organizations.api.ts';
import { useOneAtATime } from '../lib/use-one-at-a-time.ts';
import { PublicLayout } from '../ui/page/public-layout.tsx';
import { Slides } from '../ui/slides/slides.tsx';
import { useSlidesDraft } from '../ui/slides/slides-draft.ts';
import { settleSignUp, useSlideHistory } from '../ui/slides/slides-history.ts';

const verifySlide = 2;
const emptyDraft = () => ({
  organizationId: null as number | null,
  invitation: null as string | null,
  profile: emptyProfileDraft,
});

export function SignupPage() {
  const { draft, keep, finish } = useSlidesDraft('sign-up', emptyDraft);
  const [restored] = useState(draft.profile.firstName !== '');
  const [mailedTo, setMailedTo] = useState('');
  useInvitationFromUrl((invitation) => keep({ invitation, organizationId: null }));
  const profileForm = useProfileForm(draft.profile, (profile) => keep({ profile }));
  const organizations = useOrganizations();
  const signUp = useSignUp();
  const oneAtATime = useOneAtATime();
  const firstUnfinished = () => (draft.organizationId === null ? 0 : 1);
  const { slide, email, goTo, back } = useSlideHistory((asked) =>
    settleSignUp(asked, { last: verifySlide, mailedTo, firstUnfinished }),
  );

  function acceptInvitation(organizationId: number, email: string | null) {
    keep({ organizationId });
    if (email !== null) profileForm.setFieldValue('email', email);
    goTo(1);
  }

  async function create(profile: Profile) {
    if (draft.organizationId === null) return;
    try {
      const { organizationId, invitation } = draft;
      await signUp.mutateAsync({ ...profile, userType: 'EMPLOYEE', organizationId, ...(invitation && { invitation }) });
      finish();
      setMailedTo(profile.email.trim());
      goTo(verifySlide, { replace: true, email: profile.email.trim() });
    } catch (error) {
      profileForm.setErrors(profileFieldErrors(error as Error));
    }
  }

  return (
    <PublicLayout picture={<SignInPicture />}>
      <Slides active={slide}>
        {draft.invitation === null ? (
          <JoinOrganizationForm
            organizationId={draft.organizationId}
            onChange={(organizationId) => keep({ organizationId })}
            onNext={() => goTo(1)}
          />
        ) : (
          <InvitedForm
            invitation={draft.invitation}
            onNext={acceptInvitation}
            onOther={() => keep({ invitation: null, organizationId: null })}
          />
        )}
        <ProfileSlide
          form={profileForm}
          organization={organizations.data?.find(({ id }) => id === draft.organizationId)?.name}
          failure={signUp.error}
          busy={signUp.isPending}
          restored={restored}
          note={
            <>
              By signing up you accept the{' '}
              <Anchor component={Link} to="/privacy-policy">
                Terms of Service & Privacy Policy
              </Anchor>
              .
            </>
          }
          onBack={back}
          onNext={(profile) => oneAtATime(() => create(profile))}
        />
        <VerifyNotice email={email} />
      </Slides>
    </PublicLayout>
  );
}

/** Keeps the invitation from the URL and removes it there, so that it isn't in the history or on the screen. */
function useInvitationFromUrl(keep: (invitation: string) => void): void {
  const [invitation] = useState(() => new URLSearchParams(window.location.search).get('invitation'));
  const kept = useRef(false);
  useLayoutEffect(() => {
    if (invitation === null || kept.current) return;
    kept.current = true;
    keep(invitation);
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [invitation, keep]);
}
