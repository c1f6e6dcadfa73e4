import type { LocalText } from '@kinbridge/forms/form-definition';
import { GrowingTextarea } from '../../../../ui/fields/growing-textarea.tsx';
import { textFor, withText } from '../definition/local-text.ts';

interface TextSettingProps {
  label: string;
  text: unknown;
  onChange: (text: LocalText | undefined) => void;
  rows?: number;
  description?: string;
  placeholder?: string;
}

/** A text in the form's own language. */
export function TextSetting({ label, text, onChange, rows = 1, description, placeholder }: TextSettingProps) {
  return (
    <GrowingTextarea
      label={label}
      description={description}
      minRows={rows}
      maxRows={8}
      maxLength={4000}
      placeholder={placeholder}
      value={textFor(text, 'default')}
      onChange={(event) => onChange(withText(text, 'default', event.currentTarget.value))}
    />
  );
}
