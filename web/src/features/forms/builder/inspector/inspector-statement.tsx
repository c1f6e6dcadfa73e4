import type { SurveyElement } from '@kinbridge/forms/form-definition';
import { GrowingTextarea } from '../../../../ui/fields/growing-textarea.tsx';
import { textFor, withText } from '../definition/local-text.ts';
import { readStatement, writeStatement } from '../definition/statement.ts';

interface StatementSettingProps {
  element: SurveyElement;
  onChange: (changes: Record<string, unknown>) => void;
}

/** Statements are edited as text. Imported markup is shown and kept. */
export function StatementSetting({ element, onChange }: StatementSettingProps) {
  const { text, plain } = readStatement(textFor(element.html, 'default'));
  return (
    <GrowingTextarea
      label="Statement"
      description={plain ? undefined : 'Written in HTML. Members see the text.'}
      placeholder="What people should know"
      minRows={4}
      maxRows={14}
      maxLength={8000}
      value={text}
      onChange={({ currentTarget: { value } }) =>
        onChange({ html: withText(element.html, 'default', plain ? writeStatement(value) : value) ?? '' })
      }
    />
  );
}
