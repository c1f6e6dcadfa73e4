import { Button, Checkbox, Popover } from '@mantine/core';
import { useState } from 'react';
import { IconColumns3 } from '../../../ui/icons/later-icons.ts';
import type { AskedQuestion } from './submission-questions.ts';
import classes from './submissions.module.css';

interface ColumnChooserProps {
  questions: readonly AskedQuestion[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
}

/** Chooses which questions have a column. */
export function ColumnChooser({ questions, hidden, onChange }: ColumnChooserProps) {
  const shown = questions.filter(({ key }) => !hidden.has(key)).length;
  function toggle(key: string) {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    onChange(next);
  }
  return (
    <Popover position="bottom-end" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 />} className="phone-hidden">
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Columns">
        <div className={`gap-10 scroll column ${classes.columns}`}>
          <Checkbox
            label="All questions"
            checked={shown === questions.length}
            indeterminate={shown > 0 && shown < questions.length}
            onChange={() => onChange(shown === questions.length ? new Set(questions.map(({ key }) => key)) : new Set())}
          />
          {questions.map(({ key, title }) => (
            <Checkbox key={key} label={title} checked={!hidden.has(key)} onChange={() => toggle(key)} />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

const keyOf = (uniqueSurveyId: string) => `kinbridge.columns.${uniqueSurveyId}`;

/** The hidden columns, remembered on this device for each form. New questions are always shown. */
export function useHiddenColumns(uniqueSurveyId: string) {
  const [hidden, setHidden] = useState(() => read(uniqueSurveyId));
  function change(next: ReadonlySet<string>) {
    setHidden(next);
    try {
      localStorage.setItem(keyOf(uniqueSurveyId), JSON.stringify([...next]));
    } catch {
      // Storage is blocked: the choice lasts as long as the page.
    }
  }
  return [hidden, change] as const;
}

function read(uniqueSurveyId: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(uniqueSurveyId)) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []);
  } catch {
    return new Set();
  }
}
