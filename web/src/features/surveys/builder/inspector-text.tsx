import type { LocalText } from '@kinbridge/contract/surveys/survey-definition';
import { GrowingTextarea } from '../../../ui/growing-textarea.tsx';
import { useBuilder } from './builder-context.ts';
import { languageName, textFor, withText } from './local-text.ts';

interface TextSettingProps {
  label: string;
  text: unknown;
  onChange: (text: LocalText | undefined) => void;
  rows?: number;
  description?: string;
  placeholder?: string;
}

/** A text in the language that is being written, with the default one in sight where it is another. */
export function TextSetting({ label, text, onChange, rows = 1, description, placeholder }: TextSettingProps) {
  const { locale } = useBuilder();
  const language = locale === 'default' ? '' : ` (${languageName(locale)})`;
  return (
    <GrowingTextarea
      label={label + language}
      description={description}
      minRows={rows}
      maxRows={8}
      maxLength={4000}
      placeholder={locale === 'default' ? placeholder : textFor(text, 'default') || placeholder}
      value={textFor(text, locale)}
      onChange={(event) => onChange(withText(text, locale, event.currentTarget.value))}
    />
  );
}
