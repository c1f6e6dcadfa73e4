import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { formLabel } from '@kinbridge/forms/form-definition';
import { Select, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { SectionFailure } from '../../../ui/section/section-failure.tsx';
import { formsQuery } from '../forms.api.ts';
import { formsTexts } from '../forms.texts.ts';

interface FormSelectProps {
  value: number | null;
  onChange: (form: FormVersion | null) => void;
}

/** The organization's forms that can be answered, without archived ones. */
export function useOfferedForms() {
  const organizationId = useOwnOrganizationId();
  return useQuery({
    ...formsQuery(organizationId),
    select: (surveys: FormVersion[]) => surveys.filter(({ archivedAt }) => archivedAt === null),
  });
}

export function FormSelect({ value, onChange }: FormSelectProps) {
  const { data: surveys, error, refetch } = useOfferedForms();
  if (!surveys && error) {
    return <SectionFailure sentence={`${formsTexts.notRetrieved}. ${error.message}`} onRetry={() => void refetch()} />;
  }
  if (!surveys) return <Skeleton height={58} radius="md" aria-busy="true" />;
  return (
    <Select
      label="Survey"
      placeholder={surveys.length === 0 ? 'No forms yet' : 'Choose a survey'}
      description={surveys.length === 0 ? 'Create one in the Forms Library first.' : undefined}
      disabled={surveys.length === 0}
      searchable
      data={surveys.map((form) => ({ value: String(form.id), label: formLabel(form) }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(surveys.find((form) => String(form.id) === id) ?? null)}
      nothingFoundMessage="No form has that title."
      data-autofocus
    />
  );
}
