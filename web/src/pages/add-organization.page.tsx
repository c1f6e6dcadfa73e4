import { Text, Title } from '@mantine/core';
import { useState } from 'react';
import {
  emptyProfileDraft,
  profileErrors,
  useProfileForm,
  withWrittenOutPhone,
} from '../features/auth/profile-form.tsx';
import { ProfileSlide, profileFieldErrors } from '../features/auth/profile-slide.tsx';
import { useSignUp } from '../features/auth/sign-up.api.ts';
import { VerifyNotice } from '../features/auth/verify-notice.tsx';
import { forgetLogo, useKeptLogo } from '../features/organizations/logo/kept-logo.ts';
import { organizationErrors, useOrganizationForm } from '../features/organizations/organization.form.ts';
import { OrganizationForm } from '../features/organizations/organization-form.tsx';
import {
  emptyRegistration,
  type Registered,
  registrationFieldErrors,
  useAccept,
} from '../features/organizations/organization-registration.ts';
import { organizationTexts, registrationTexts } from '../features/organizations/organizations.texts.ts';
import { RegistrationFailureDialog } from '../features/organizations/registration-failure-dialog.tsx';
import { TermsSlide } from '../features/organizations/terms/terms-slide.tsx';
import { emptyService, servicesErrors, useServicesForm } from '../features/services/services.form.ts';
import { ServicesForm } from '../features/services/services-form.tsx';
import { PublicLayout } from '../ui/page/public-layout.tsx';
import { Slides } from '../ui/slides/slides.tsx';
import { useSlidesDraft } from '../ui/slides/slides-draft.ts';
import { type SlideEntry, useSlideHistory } from '../ui/slides/slides-history.ts';

const profileSlide = 2;
const verifySlide = 4;
const emptyDraft = () => ({ ...emptyRegistration([emptyService]), profile: emptyProfileDraft });

export function AddOrganizationPage() {
  const { draft, keep, finish } = useSlidesDraft('registration', emptyDraft);
  const [restored] = useState(draft.profile.firstName !== '');
  const [mailedTo, setMailedTo] = useState('');
  const [organizationFailure, setOrganizationFailure] = useState<Error | null>(null);
  const { logo, choose, lost } = useKeptLogo();
  const organizationForm = useOrganizationForm(draft.organization, (organization) => keep({ organization }));
  const servicesForm = useServicesForm(draft.services, (services) => keep({ services }));
  const profileForm = useProfileForm(draft.profile, (profile) => keep({ profile }));
  const signUp = useSignUp();
  const { slide, email, goTo, back } = useSlideHistory(settle);
  const { accept, busy } = useAccept({
    draft,
    keep,
    logo,
    createAdmin,
    onEarlierContent: ({ organization, services }) => {
      organizationForm.setValues(organization);
      servicesForm.setValues({ services });
    },
    onOrganizationFailure: setOrganizationFailure,
    onAdminFailure: returnToProfile,
    onDone: done,
  });
  const locked = draft.registered !== null;

  /** Nobody gets past an incomplete slide; after a reload that is the one with the passwords. */
  function settle(asked: SlideEntry): SlideEntry {
    if (mailedTo !== '') return { slide: verifySlide, email: mailedTo };
    if (asked.slide === verifySlide && asked.email !== '') return asked;
    if (asked.slide === 0) return asked;
    const problems = [
      organizationErrors(organizationForm.values),
      servicesErrors(servicesForm.values.services),
      profileErrors(profileForm.values),
    ];
    const unfinished = problems.findIndex((found) => Object.keys(found).length > 0);
    return { slide: Math.min(asked.slide, unfinished === -1 ? problems.length : unfinished), email: '' };
  }

  function createAdmin({ id, registrationToken }: Registered) {
    const profile = withWrittenOutPhone(profileForm.values);
    return signUp.mutateAsync({ ...profile, userType: 'ADMIN', organizationId: id, registrationToken });
  }

  function returnToProfile(error: Error) {
    profileForm.setErrors(profileFieldErrors(error));
    back();
  }

  function returnToFirstSlide() {
    const fields = registrationFieldErrors(organizationFailure as Error);
    organizationForm.setErrors(fields.organization);
    servicesForm.setErrors(fields.services);
    setOrganizationFailure(null);
    goTo(0);
  }

  function done() {
    const address = profileForm.values.email.trim();
    finish();
    forgetLogo();
    setMailedTo(address);
    goTo(verifySlide, { replace: true, email: address });
  }

  return (
    <PublicLayout shape="sheet">
      <Slides active={slide}>
        <OrganizationForm
          form={organizationForm}
          logo={logo}
          onLogo={choose}
          logoLost={lost}
          locked={locked}
          onNext={() => goTo(1)}
        />
        <ServicesForm
          form={servicesForm}
          locked={locked ? organizationTexts.registered : null}
          onBack={back}
          onNext={() => goTo(profileSlide)}
        />
        <ProfileSlide
          form={profileForm}
          organization={organizationForm.values.name}
          failure={signUp.error}
          restored={restored}
          onBack={back}
          onNext={() => {
            signUp.reset();
            goTo(3);
          }}
        />
        <TermsSlide busy={busy} onDecline={() => goTo(0)} onAccept={accept} />
        <VerifyNotice email={email}>
          <Title order={2} size="h4" mt={24}>
            {registrationTexts.next}
          </Title>
          <Text size="md" mt={6}>
            {registrationTexts.review}
          </Text>
        </VerifyNotice>
      </Slides>
      <RegistrationFailureDialog error={organizationFailure} onDismiss={returnToFirstSlide} />
    </PublicLayout>
  );
}
