import { Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { fieldErrors } from '../../lib/api.ts';
import { FormFailure } from '../../ui/form/form-errors.tsx';
import { SlideHeading } from '../../ui/slides/slides.tsx';
import { SlideButtons } from '../../ui/slides/slides-buttons.tsx';
import { profileLabels, profileTexts } from './profile.texts.ts';
import { type Profile, ProfileForm } from './profile-form.tsx';

interface ProfileSlideProps {
  form: UseFormReturnType<Profile>;
  /** The name of the organization that the person joins or registers. */
  organization: string | undefined;
  /** Why the account wasn't created, after a failed try. */
  failure: Error | null;
  busy?: boolean;
  /** True if the names were restored after a reload, which never restores passwords. */
  restored: boolean;
  /** A line above the buttons. */
  note?: ReactNode;
  onBack: () => void;
  onNext: (profile: Profile) => void;
}

/** The 'Create Your Profile' slide of both sign-ups. */
export function ProfileSlide(props: ProfileSlideProps) {
  const { form, organization, failure, busy = false, restored, note, onBack, onNext } = props;
  return (
    <>
      <SlideHeading lead={restored && form.values.password === '' ? profileTexts.passwordNotKept : undefined}>
        {profileTexts.title}
      </SlideHeading>
      <FormFailure title={profileTexts.failure} error={failure} labels={profileLabels} />
      <ProfileForm form={form} organization={organization} onNext={onNext}>
        {(rating) => (
          <>
            {note && (
              <Text size="md" c="dimmed">
                {note}
              </Text>
            )}
            <SlideButtons onBack={onBack} busy={busy || rating} />
          </>
        )}
      </ProfileForm>
    </>
  );
}

/** The server's errors about fields of this form. */
export function profileFieldErrors(error: Error): Record<string, string> {
  return Object.fromEntries(Object.entries(fieldErrors(error)).filter(([name]) => name in profileLabels));
}
