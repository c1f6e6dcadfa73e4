import { Group, Radio } from '@mantine/core';
import { formatPhoneNumber } from '../../lib/format-phone-number.ts';
import classes from './conflict-card.module.css';
import type { Conflict } from './edited-record.ts';
import { FailureCard } from './form-errors.tsx';

interface ConflictCardProps<Field extends string> {
  title: string;
  conflicts: Conflict<Field>[];
  /** The form's current values. */
  values: Record<Field, string | boolean>;
  onChoose: (field: Field, value: string | boolean) => void;
  /** Labels for values that aren't shown as stored. */
  words?: Readonly<Record<string, string>>;
}

/** Someone else saved first: shows what they changed and, for fields both changed, the choice between the two. */
export function ConflictCard<Field extends string>(props: ConflictCardProps<Field>) {
  const { title, conflicts, values, onChoose, words } = props;
  return (
    <FailureCard title={title} occasion={conflicts}>
      <ul className={classes.list}>
        {conflicts.map((conflict) => (
          <li key={conflict.field}>
            {conflict.typed === null ? (
              `${conflict.label} is now “${textOf(conflict.saved, words)}”.`
            ) : (
              <Choice
                {...conflict}
                typed={conflict.typed}
                value={values[conflict.field]}
                onChoose={onChoose}
                words={words}
              />
            )}
          </li>
        ))}
      </ul>
      What you typed is still here. Review it and save again to keep it.
    </FailureCard>
  );
}

interface ChoiceProps<Field extends string> extends Conflict<Field> {
  typed: string | boolean;
  /** The form's current value: one of the two, or something typed since. */
  value: string | boolean;
  onChoose: (field: Field, value: string | boolean) => void;
  words: ConflictCardProps<Field>['words'];
}

function Choice<Field extends string>({ field, label, saved, typed, value, onChoose, words }: ChoiceProps<Field>) {
  const savedText = textOf(saved, words);
  const typedText = textOf(typed, words);
  return (
    <Radio.Group
      label={`${label} is now “${savedText}”; you typed “${typedText}”.`}
      classNames={{ label: classes.question }}
      value={value === typed ? 'typed' : value === saved ? 'saved' : null}
      onChange={(choice) => onChoose(field, choice === 'typed' ? typed : saved)}
    >
      <Group gap={16} mt={4}>
        <Radio value="typed" label={`Keep “${typedText}”`} classNames={{ label: classes.choice }} />
        <Radio value="saved" label={`Use “${savedText}”`} classNames={{ label: classes.choice }} />
      </Group>
    </Radio.Group>
  );
}

function textOf(value: string | boolean, words: Readonly<Record<string, string>> = {}): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return (Object.hasOwn(words, value) && words[value]) || formatPhoneNumber(value) || 'empty';
}
