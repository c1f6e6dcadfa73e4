import { ActionIcon, Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core';
import { Suspense, useState } from 'react';
import { formatBirthday } from '../../lib/dates.ts';
import { loadLater } from '../../lib/load-later.tsx';
import { parseBirthday } from '../../lib/parse-birthday.ts';
import { IconCalendar } from '../icons/icons.ts';

const loadCalendar = () => import('./birthday-calendar.tsx');
const BirthdayCalendar = loadLater(async () => (await loadCalendar()).BirthdayCalendar);

interface BirthdayFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** YYYY-MM-DD, or the typed text if it isn't a date. */
  value?: string;
  onChange: (value: string) => void;
}

/**
 * A birthday, typed as MM-DD-YYYY or picked from a calendar. Invalid text stays as typed, so that the form can report
 * it.
 */
export function BirthdayField({ value = '', onChange, onBlur, disabled, ...props }: BirthdayFieldProps) {
  // The text being typed; rewriting it under the cursor would get in the way.
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);

  function pick(day: string) {
    setTyped(null);
    setOpened(false);
    onChange(day);
  }

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom" shadow="md" trapFocus returnFocus withRoles={false}>
      <TextInput
        placeholder="MM-DD-YYYY"
        inputMode="numeric"
        autoComplete="off"
        {...props}
        disabled={disabled}
        value={typed ?? formatBirthday(value)}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          onChange(parseBirthday(text) ?? text.trim());
        }}
        onBlur={(event) => {
          setTyped(null);
          onBlur?.(event);
        }}
        rightSection={
          <Popover.Target>
            <ActionIcon
              size={28}
              aria-label="Choose from a calendar"
              aria-expanded={opened}
              disabled={disabled}
              bg="transparent"
              onClick={() => setOpened(!opened)}
              onPointerEnter={loadCalendar}
              onKeyDown={(event) => event.key === 'Escape' && setOpened(false)}
              // Escape closes the calendar, but not the dialog around the field.
              data-mantine-stop-propagation={opened}
            >
              <IconCalendar />
            </ActionIcon>
          </Popover.Target>
        }
      />
      <Popover.Dropdown role="dialog" aria-label="Calendar" tabIndex={-1}>
        <Suspense fallback={<Skeleton height={252} width={252} />}>
          <BirthdayCalendar value={value} onPick={pick} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
