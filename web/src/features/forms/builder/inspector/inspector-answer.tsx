import type { SurveyElement } from '@kinbridge/forms/form-definition';
import { NumberInput, Select, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { hasChoices } from '../definition/question-kinds.ts';
import { ItemsEditor } from '../items-editor.tsx';
import classes from './inspector.module.css';
import { TextSetting } from './inspector-text.tsx';
import { SwitchSetting } from './switch-setting.tsx';
import { lengthLimits, withLengthLimits } from './validators.ts';

interface AnswerSettingsProps {
  element: SurveyElement;
  onChange: (changes: Record<string, unknown>) => void;
}

/** The answer settings for this kind of question, and its validation. */
export function AnswerSettings({ element, onChange }: AnswerSettingsProps) {
  const props = { element, onChange };
  if (hasChoices(element)) return <ChoiceSettings {...props} />;
  switch (element.type) {
    case 'comment':
      return <LengthSettings {...props} />;
    case 'text':
      return <TextSettings {...props} />;
    case 'boolean':
      return (
        <>
          <TextSetting
            label="Label for Yes"
            placeholder="Yes"
            text={element.labelTrue}
            onChange={(labelTrue) => onChange({ labelTrue })}
          />
          <TextSetting
            label="Label for No"
            placeholder="No"
            text={element.labelFalse}
            onChange={(labelFalse) => onChange({ labelFalse })}
          />
        </>
      );
    case 'rating':
      return <RatingSettings {...props} />;
    case 'matrix':
      return (
        <>
          <Labelled label="Rows">
            <ItemsEditor element={element} property="rows" label="Row" />
          </Labelled>
          <Labelled label="Columns">
            <ItemsEditor element={element} property="columns" label="Column" />
          </Labelled>
          <Toggle {...props} property="eachRowRequired" label="Every row needs an answer" />
        </>
      );
    case 'file':
      return (
        <>
          <Toggle {...props} property="allowMultiple" label="Allow several files" />
          <Text size="xs" c="dimmed">
            At most 5 MB each.
          </Text>
        </>
      );
    default:
      return null;
  }
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="m-0 p-0 min-w-0 border-0">
      <legend className="p-0 mb-2xs text-xs bold label">{label}</legend>
      {children}
    </fieldset>
  );
}

function ChoiceSettings(props: AnswerSettingsProps) {
  const { element } = props;
  const several = element.type === 'checkbox' || element.type === 'tagbox';
  return (
    <>
      <Labelled label="Choices">
        <ItemsEditor element={element} property="choices" label="Choice" />
      </Labelled>
      {element.type !== 'ranking' && (
        <>
          <Toggle {...props} property="showOtherItem" older="hasOther" label="Offer “Other”" />
          <Toggle {...props} property="showNoneItem" older="hasNone" label="Offer “None”" />
        </>
      )}
      {several && (
        <Pair>
          <Limit {...props} property="minSelectedChoices" label="At least" />
          <Limit {...props} property="maxSelectedChoices" label="At most" />
        </Pair>
      )}
    </>
  );
}

function TextSettings({ element, onChange }: AnswerSettingsProps) {
  if (element.inputType === 'number') {
    return (
      <Pair>
        <Limit element={element} onChange={onChange} property="min" label="Smallest" least={-1_000_000} />
        <Limit element={element} onChange={onChange} property="max" label="Largest" least={-1_000_000} />
      </Pair>
    );
  }
  if (element.inputType === 'date') {
    return (
      <Pair>
        <DateLimit element={element} onChange={onChange} property="min" label="Not before" />
        <DateLimit element={element} onChange={onChange} property="max" label="Not after" />
      </Pair>
    );
  }
  return element.inputType === undefined || element.inputType === 'text' ? (
    <LengthSettings element={element} onChange={onChange} />
  ) : null;
}

function LengthSettings({ element, onChange }: AnswerSettingsProps) {
  const { min, max } = lengthLimits(element);
  return (
    <Pair>
      <NumberInput
        label="Minimum characters"
        min={0}
        max={10_000}
        allowDecimal={false}
        value={min ?? ''}
        onChange={(value) => onChange(withLengthLimits(element, { min: numberOrUndefined(value), max }))}
      />
      <NumberInput
        label="Maximum characters"
        min={1}
        max={10_000}
        allowDecimal={false}
        value={max ?? ''}
        onChange={(value) => onChange(withLengthLimits(element, { min, max: numberOrUndefined(value) }))}
      />
    </Pair>
  );
}

function RatingSettings({ element, onChange }: AnswerSettingsProps) {
  return (
    <>
      <Select
        label="Scale"
        allowDeselect={false}
        data={['3', '4', '5', '7', '10'].map((value) => ({ value, label: `1 to ${value}` }))}
        value={String(element.rateMax ?? 5)}
        onChange={(value) => onChange({ rateMax: Number(value), rateCount: undefined, rateValues: undefined })}
      />
      <SwitchSetting
        label="Show as stars"
        checked={element.rateType === 'stars'}
        onChange={(on) => onChange({ rateType: on ? 'stars' : undefined })}
      />
      <TextSetting
        label="Label for the lowest value"
        text={element.minRateDescription}
        onChange={(minRateDescription) => onChange({ minRateDescription })}
      />
      <TextSetting
        label="Label for the highest value"
        text={element.maxRateDescription}
        onChange={(maxRateDescription) => onChange({ maxRateDescription })}
      />
    </>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <div className={`gap-10 grid cols-2 ${classes.pair}`}>{children}</div>;
}

interface PropertyProps extends AnswerSettingsProps {
  property: string;
  label: string;
}

/** A switch for a property; old forms may use its older name. */
function Toggle({ element, onChange, property, label, older }: PropertyProps & { older?: string }) {
  return (
    <SwitchSetting
      label={label}
      checked={element[property] === true || (older !== undefined && element[older] === true)}
      onChange={(on) => onChange({ [property]: on || undefined, ...(older && { [older]: undefined }) })}
    />
  );
}

function Limit({ element, onChange, property, label, least = 0 }: PropertyProps & { least?: number }) {
  const value = element[property];
  return (
    <NumberInput
      label={label}
      min={least}
      max={1_000_000}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={(typed) => onChange({ [property]: numberOrUndefined(typed) })}
    />
  );
}

function DateLimit({ element, onChange, property, label }: PropertyProps) {
  const value = element[property];
  return (
    <TextInput
      type="date"
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange({ [property]: event.currentTarget.value || undefined })}
    />
  );
}

function numberOrUndefined(value: string | number): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
