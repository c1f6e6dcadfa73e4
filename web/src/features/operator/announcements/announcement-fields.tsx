import type { AnnouncementSeverity } from '@kinbridge/contract/announcements/announcements.contract';
import { Group, Select, TextInput } from '@mantine/core';
import { GrowingTextarea } from '../../../ui/fields/growing-textarea.tsx';
import { FieldsToFix } from '../../../ui/form/fields-to-fix.tsx';
import type { AnnouncementValues } from './announcement-values.ts';

const severities: { value: AnnouncementSeverity; label: string }[] = [
  { value: 'INFORMATION', label: 'Information' },
  { value: 'WARNING', label: 'Warning' },
];

const labels = [
  { path: 'body', label: 'Text' },
  { path: 'severity', label: 'Severity' },
  { path: 'end', label: 'Ends (optional)' },
];

interface AnnouncementFieldsProps {
  values: AnnouncementValues;
  errors: Record<string, string>;
  /** How often saving was tried. */
  attempts: number;
  onChange: (change: Partial<AnnouncementValues>) => void;
}

export function AnnouncementFields({ values, errors, attempts, onChange }: AnnouncementFieldsProps) {
  const { body, severity, end } = values;
  return (
    <>
      <FieldsToFix fields={labels.filter(({ path }) => errors[path])} attempts={attempts} />
      <GrowingTextarea
        label="Text"
        minRows={2}
        maxRows={6}
        maxLength={500}
        data-autofocus
        data-path="body"
        value={body}
        error={errors.body}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
      <Group align="flex-start">
        <Select
          label="Severity"
          allowDeselect={false}
          data={severities}
          data-path="severity"
          value={severity}
          onChange={(value) => value && onChange({ severity: value as AnnouncementSeverity })}
        />
        <TextInput
          type="datetime-local"
          label="Ends (optional)"
          data-path="end"
          value={end}
          error={errors.end}
          onChange={(event) => onChange({ end: event.currentTarget.value })}
        />
      </Group>
    </>
  );
}
