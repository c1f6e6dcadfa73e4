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
import { settleSignUp, useSlideHistory } from '../ui/slides/slides-history.ts';

const profileSlide = 2;
const verifySlide = 4;
const emptyDraft = () => ({ ...emptyRegistration([emptyService]), profile: emptyProfileDraft });

export function AddOrganizationPage() {
  const { forms, logo, locked, signUp, accept, busy, failure, dismissFailure, ...shown } = useRegistration();
  const { restored, slide, email, goTo, back } = shown;
  return (
    <PublicLayout shape="sheet">
      <Slides active={slide}>
        <OrganizationForm
          form={forms.organization}
          logo={logo.logo}
          onLogo={logo.choose}
          logoLost={logo.lost}
          locked={locked}
          onNext={() => goTo(1)}
        />
        <ServicesForm
          form={forms.services}
          locked={locked ? organizationTexts.registered : null}
          onBack={back}
          onNext={() => goTo(profileSlide)}
        />
        <ProfileSlide
          form={forms.profile}
          organization={forms.organization.values.name}
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
      <RegistrationFailureDialog error={failure} onDismiss={dismissFailure} />
    </PublicLayout>
  );
}

function useRegistration() {
  const { draft, keep, finish } = useSlidesDraft('registration', emptyDraft);
  const [restored] = useState(draft.profile.firstName !== '');
  const [mailedTo, setMailedTo] = useState('');
  const [failure, setFailure] = useState<Error | null>(null);
  const logo = useKeptLogo();
  const forms = {
    organization: useOrganizationForm(draft.organization, (organization) => keep({ organization })),
    services: useServicesForm(draft.services, (services) => keep({ services })),
    profile: useProfileForm(draft.profile, (profile) => keep({ profile })),
  };
  const signUp = useSignUp();
  const { goTo, back, ...shown } = useSlideHistory((asked) =>
    settleSignUp(asked, { last: verifySlide, mailedTo, firstUnfinished }),
  );
  const { accept, busy } = useAccept({
    draft,
    keep,
    logo: logo.logo,
    createAdmin,
    onEarlierContent: ({ organization, services }) => {
      forms.organization.setValues(organization);
      forms.services.setValues({ services });
    },
    onOrganizationFailure: setFailure,
    onAdminFailure: (error) => {
      forms.profile.setErrors(profileFieldErrors(error));
      back();
    },
    onDone: done,
  });

  /** After a reload that is the slide with the passwords. */
  function firstUnfinished(): number {
    const problems = [
      organizationErrors(forms.organization.values),
      servicesErrors(forms.services.values.services),
      profileErrors(forms.profile.values),
    ];
    const first = problems.findIndex((found) => Object.keys(found).length > 0);
    return first === -1 ? problems.length : first;
  }

  function createAdmin({ id, registrationToken }: Registered) {
    const profile = withWrittenOutPhone(forms.profile.values);
    return signUp.mutateAsync({ ...profile, userType: 'ADMIN', organizationId: id, registrationToken });
  }

  /** Returns to the first slide. */
  function dismissFailure() {
    const errors = registrationFieldErrors(failure as Error);
    forms.organization.setErrors(errors.organization);
    forms.services.setErrors(errors.services);
    setFailure(null);
    goTo(0);
  }

  function done() {
    const address = forms.profile.values.email.trim();
    finish();
    forgetLogo();
    setMailedTo(address);
    goTo(verifySlide, { replace: true, email: address });
  }

  const locked = draft.registered !== null;
  return { ...shown, goTo, back, forms, restored, logo, locked, signUp, accept, busy, failure, dismissFailure };
}
