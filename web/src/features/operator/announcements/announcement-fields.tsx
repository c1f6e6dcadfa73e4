import type { AnnouncementSeverity } from '@kinbridge/contract/announcements/announcements.contract';
import { Group, Select, TextInput } from '@mantine/core';
import { GrowingTextarea } from '../../../ui/fields/growing-textarea.tsx';
import type { AnnouncementValues } from './announcement-values.ts';

const severities: { value: AnnouncementSeverity; label: string }[] = [
  { value: 'INFORMATION', label: 'Information' },
  { value: 'WARNING', label: 'Warning' },
];

interface AnnouncementFieldsProps {
  values: AnnouncementValues;
  errors: Record<string, string>;
  onChange: (change: Partial<AnnouncementValues>) => void;
}

export function AnnouncementFields({ values: { body, severity, end }, errors, onChange }: AnnouncementFieldsProps) {
  return (
    <>
      <GrowingTextarea
        label="Text"
        minRows={2}
        maxRows={6}
        maxLength={500}
        data-autofocus
        value={body}
        error={errors.body}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
      <Group align="flex-start">
        <Select
          label="Severity"
          allowDeselect={false}
          data={severities}
          value={severity}
          onChange={(value) => value && onChange({ severity: value as AnnouncementSeverity })}
        />
        <TextInput
          type="datetime-local"
          label="Ends (optional)"
          value={end}
          error={errors.endTimestamp}
          onChange={(event) => onChange({ end: event.currentTarget.value })}
        />
      </Group>
    </>
  );
}
