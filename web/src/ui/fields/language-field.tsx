import { commonLanguages, languageName } from '@kinbridge/contract/shared/language-names';
import { Select } from '@mantine/core';

interface LanguageFieldProps {
  label: string;
  /** A BCP 47 tag; empty if unknown. */
  value?: string;
  onChange?: (value: string) => void;
  error?: string;
  autoComplete?: string;
}

/** A language by its name. One that isn't in the list stays as it is. */
export function LanguageField({ value = '', onChange, ...field }: LanguageFieldProps) {
  const tags = new Set<string>([...commonLanguages, ...(value ? [value] : [])]);
  return (
    <Select
      {...field}
      data={[...tags].map((tag) => ({ value: tag, label: languageName(tag) }))}
      value={value || null}
      onChange={(chosen) => onChange?.(chosen ?? '')}
      placeholder="Unknown"
      searchable
      clearable
    />
  );
}
