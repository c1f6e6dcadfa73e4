import { Button, Loader, Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { ApiError } from '../../lib/api.ts';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { SlideHeading } from '../../ui/slides/slides.tsx';
import { SlideButtons } from '../../ui/slides/slides-buttons.tsx';
import { useInvitation } from './organizations.api.ts';
import { invitedTexts } from './organizations.texts.ts';

interface InvitedFormProps {
  invitation: string;
  onNext: (organizationId: number, email: string | null) => void;
  /** Ignores the invitation and shows the list of organizations. */
  onOther: () => void;
}

/** The first sign-up slide for invited people: the organization is already chosen. */
export function InvitedForm({ invitation, onNext, onOther }: InvitedFormProps) {
  const { data, error, refetch, isFetching } = useInvitation(invitation);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (data) onNext(data.organization.id, data.email);
  }

  return (
    <form noValidate onSubmit={submit}>
      <SlideHeading lead={data && invitedTexts.lead}>
        {data ? invitedTexts.title(data.organization.name) : invitedTexts.titleUnknown}
      </SlideHeading>
      {error && (
        <CallFailure title={invitedTexts.failure} error={error}>
          {!isFinal(error) && (
            <Button variant="default" mt={10} loading={isFetching} onClick={() => refetch()}>
              Try again
            </Button>
          )}
        </CallFailure>
      )}
      <Stack gap={16}>
        {data?.email && (
          <Text size="md" c="dimmed">
            {invitedTexts.address} <b>{data.email}</b>.
          </Text>
        )}
        {data && <SlideButtons />}
        {!data && !error && <Loader aria-label="Loading the invitation" />}
        <Button variant="subtle" size="md" onClick={onOther}>
          {invitedTexts.other}
        </Button>
      </Stack>
    </form>
  );
}

/** The server has rejected the invitation; other errors can be retried. */
function isFinal(error: Error): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 404);
}
