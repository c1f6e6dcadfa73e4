import { Group, Radio } from '@mantine/core';
import { formatPhoneNumber } from '../../lib/format-phone-number.ts';
import classes from './conflict-card.module.css';
import { type Conflict, type EditedValue, isSame } from './edited-record.ts';
import { FailureCard } from './form-errors.tsx';

interface ConflictCardProps<Field extends string> {
  title: string;
  conflicts: Conflict<Field>[];
  /** The form's current values. */
  values: Record<Field, EditedValue>;
  onChoose: (field: Field, value: EditedValue) => void;
  /** The words for values that aren't shown as stored. */
  say?: (field: Field, value: EditedValue) => string | undefined;
}

/** Someone else saved first: shows what they changed and, for fields both changed, the choice between the two. */
export function ConflictCard<Field extends string>(props: ConflictCardProps<Field>) {
  const { title, conflicts, values, onChoose, say } = props;
  const textOf = (field: Field, value: EditedValue) => (say?.(field, value) ?? plainText(value)) || 'empty';
  return (
    <FailureCard title={title} occasion={conflicts}>
      <ul className={`p-0 unlisted ${classes.list}`}>
        {conflicts.map(({ field, label, saved, typed }) => (
          <li key={field}>
            {typed === undefined ? (
              `${nowOf(label)} “${textOf(field, saved)}”.`
            ) : (
              <Choice
                label={label}
                savedText={textOf(field, saved)}
                typedText={textOf(field, typed)}
                value={isSame(values[field], typed) ? 'typed' : isSame(values[field], saved) ? 'saved' : null}
                onChoose={(choice) => onChoose(field, choice === 'typed' ? typed : saved)}
              />
            )}
          </li>
        ))}
      </ul>
      What you typed is still here. Review it and save again to keep it.
    </FailureCard>
  );
}

interface ChoiceProps {
  label: string;
  savedText: string;
  typedText: string;
  /** Null if something else was typed since. */
  value: 'typed' | 'saved' | null;
  onChoose: (choice: string) => void;
}

function Choice({ label, savedText, typedText, value, onChoose }: ChoiceProps) {
  return (
    <Radio.Group
      label={`${nowOf(label)} “${savedText}”; you typed “${typedText}”.`}
      classNames={{ label: classes.question }}
      value={value}
      onChange={onChoose}
    >
      <Group gap={16} mt={4}>
        <Radio value="typed" label={`Keep “${typedText}”`} classNames={{ label: 'anywhere text' }} />
        <Radio value="saved" label={`Use “${savedText}”`} classNames={{ label: 'anywhere text' }} />
      </Group>
    </Radio.Group>
  );
}

/** 'City is now', 'Languages are now'. */
function nowOf(label: string): string {
  return `${label} ${/[^s]s$/.test(label) ? 'are' : 'is'} now`;
}

function plainText(value: EditedValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return formatPhoneNumber(String(value ?? ''));
}
