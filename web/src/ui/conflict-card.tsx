import { Group, Radio } from '@mantine/core';
import classes from './conflict-card.module.css';
import type { Conflict } from './edited-record.ts';
import { FailureCard } from './form-errors.tsx';

interface ConflictCardProps<Field extends string> {
  title: string;
  conflicts: Conflict<Field>[];
  /** What the form holds now. */
  values: Record<Field, string | boolean>;
  onChoose: (field: Field, value: string | boolean) => void;
}

/** Somebody else saved first: what they changed, and, where something else was typed, the choice between the two. */
export function ConflictCard<Field extends string>(props: ConflictCardProps<Field>) {
  const { title, conflicts, values, onChoose } = props;
  return (
    <FailureCard title={title} occasion={conflicts}>
      <ul className={classes.list}>
        {conflicts.map((conflict) => (
          <li key={conflict.field}>
            {conflict.typed === null ? (
              `${conflict.label} is now “${inWords(conflict.saved)}”.`
            ) : (
              <Choice {...conflict} typed={conflict.typed} value={values[conflict.field]} onChoose={onChoose} />
            )}
          </li>
        ))}
      </ul>
      What you typed is still here. Please look through it and save again to keep it.
    </FailureCard>
  );
}

interface ChoiceProps<Field extends string> extends Conflict<Field> {
  typed: string | boolean;
  /** What the form holds now: one of the two, or something typed since. */
  value: string | boolean;
  onChoose: (field: Field, value: string | boolean) => void;
}

function Choice<Field extends string>({ field, label, saved, typed, value, onChoose }: ChoiceProps<Field>) {
  return (
    <Radio.Group
      label={`${label} is now “${inWords(saved)}”; you typed “${inWords(typed)}”.`}
      classNames={{ label: classes.question }}
      value={value === typed ? 'typed' : value === saved ? 'saved' : null}
      onChange={(choice) => onChoose(field, choice === 'typed' ? typed : saved)}
    >
      <Group gap={16} mt={4}>
        <Radio value="typed" label={`Keep “${inWords(typed)}”`} classNames={{ label: classes.choice }} />
        <Radio value="saved" label={`Take “${inWords(saved)}”`} classNames={{ label: classes.choice }} />
      </Group>
    </Radio.Group>
  );
}

function inWords(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value || 'empty';
}
