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
        {conflicts.map(({ field, label, saved, typed }) => (
          <li key={field}>
            {label} is now “{inWords(saved)}”{typed !== null && `; you typed “${inWords(typed)}”`}.
            {typed !== null && (
              <Radio.Group
                aria-label={label}
                value={values[field] === typed ? 'typed' : values[field] === saved ? 'saved' : null}
                onChange={(choice) => onChoose(field, choice === 'typed' ? typed : saved)}
              >
                <Group gap={16} mt={4}>
                  <Radio value="typed" label={`Keep “${inWords(typed)}”`} classNames={{ label: classes.choice }} />
                  <Radio value="saved" label={`Take “${inWords(saved)}”`} classNames={{ label: classes.choice }} />
                </Group>
              </Radio.Group>
            )}
          </li>
        ))}
      </ul>
      What you typed is still here. Please look through it and save again to keep it.
    </FailureCard>
  );
}

function inWords(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value || 'empty';
}
