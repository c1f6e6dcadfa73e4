import type { ListedOrganization } from '@kinbridge/contract/organizations/organizations.contract';
import { Anchor, Button, type ComboboxItem, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { SlideHeading } from '../../ui/slides/slides.tsx';
import { SlideButtons } from '../../ui/slides/slides-buttons.tsx';
import { useOrganizations } from './organizations.api.ts';
import { joinTexts } from './organizations.texts.ts';

interface JoinOrganizationFormProps {
  organizationId: number | null;
  onChange: (organizationId: number | null) => void;
  onNext: () => void;
}

/** The first slide of the sign-up: the organization to join. */
export function JoinOrganizationForm({ organizationId, onChange, onNext }: JoinOrganizationFormProps) {
  const organizations = useOrganizations();
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    // A choice from before a reload may no longer be listed.
    const chosen = organizations.data?.some(({ id }) => id === organizationId) ?? false;
    setMissing(!chosen);
    if (chosen) onNext();
    else field.current?.focus();
  }

  return (
    <form noValidate onSubmit={submit}>
      <SlideHeading lead={joinTexts.lead}>{joinTexts.title}</SlideHeading>
      {organizations.error && (
        <CallFailure title="We couldn't load the organizations" error={organizations.error}>
          <Button variant="default" mt={10} onClick={() => organizations.refetch()}>
            Try again
          </Button>
        </CallFailure>
      )}
      <Stack gap={16}>
        <Select
          ref={field}
          label="Organization"
          placeholder={organizations.isPending ? 'Loading…' : 'Find yours by name'}
          size="md"
          required
          searchable
          // Focus on an error would open the list over the message and Next.
          openOnFocus={false}
          limit={100}
          data={(organizations.data ?? []).map(toOption)}
          renderOption={({ option }) => <Option option={option} organizations={organizations.data ?? []} />}
          nothingFoundMessage={organizations.data && joinTexts.nothingFound}
          value={organizationId === null ? null : String(organizationId)}
          onChange={(value) => {
            setMissing(false);
            onChange(value === null ? null : Number(value));
          }}
          error={missing && joinTexts.required}
        />
        <Text size="md" c="dimmed">
          Don't see yours?{' '}
          <Anchor component={Link} to="/pricing">
            + Add Your Organization
          </Anchor>
        </Text>
        <SlideButtons />
        <Text size="md" c="dimmed">
          Have an account already?{' '}
          <Anchor component={Link} to="/login">
            Sign in
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}

function toOption(organization: ListedOrganization): ComboboxItem {
  return { value: String(organization.id), label: organization.name };
}

/** The city distinguishes organizations with the same name. */
function Option({ option, organizations }: { option: ComboboxItem; organizations: ListedOrganization[] }) {
  const city = organizations.find(({ id }) => String(id) === option.value)?.city;
  return (
    <span>
      {option.label}
      {city && (
        <Text span c="dimmed" size="sm" ml={8}>
          {city}
        </Text>
      )}
    </span>
  );
}
