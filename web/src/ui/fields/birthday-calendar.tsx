import { isBirthday } from '@kinbridge/contract/shared/calendar-date';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useLayoutEffect, useRef } from 'react';

/** The decade in which most of the people searched for were born. */
const firstShown = '1980-01-01';

const ariaLabels = {
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
};

/** Starts with years, so that nobody has to click through forty of them. */
export function BirthdayCalendar({ value, onPick }: { value: string; onPick: (day: string) => void }) {
  const chosen = isBirthday(value) ? value : null;
  const calendar = useRef<HTMLDivElement>(null);
  // This code may load after the popover has moved focus.
  useLayoutEffect(() => {
    const day = calendar.current?.querySelector<HTMLElement>('[data-selected]');
    (day ?? calendar.current?.querySelector<HTMLElement>('td button'))?.focus();
  }, []);
  return (
    <DatePicker
      ref={calendar}
      ariaLabels={ariaLabels}
      defaultLevel={chosen ? 'month' : 'decade'}
      defaultDate={chosen ?? firstShown}
      value={chosen}
      onChange={(day) => day && onPick(day)}
      minDate="1900-01-02"
      maxDate={new Date()}
      __stopPropagation
    />
  );
}
