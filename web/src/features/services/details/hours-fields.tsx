import { type Weekday, weekdays } from '@kinbridge/contract/services/availability';
import { weekdayLabels } from '@kinbridge/contract/services/open-hours';
import { ActionIcon, Button, Select, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '../../../ui/icons/icons.ts';
import type { DetailsValues } from './details.form.ts';
import classes from './details.module.css';
import { detailsLabels, detailsTexts as texts } from './details.texts.ts';

const dayOptions = weekdays.map((value) => ({ value, label: weekdayLabels[value] }));

/** When the service is open: any number of times a week. */
export function HoursFields({ form }: { form: UseFormReturnType<DetailsValues> }) {
  const { hours } = form.values;

  /** The next day with the hours of the last, since most days are alike. */
  function add() {
    const last = hours.at(-1);
    const day = (last && weekdays[weekdays.indexOf(last.day) + 1]) ?? 'MO';
    form.insertListItem('hours', { opens: '09:00', closes: '17:00', ...last, day });
  }

  return (
    <div className="wide">
      {hours.length === 0 && <Text c="dimmed">{texts.noHours}</Text>}
      {hours.map(({ day, opens }, index) => (
        <div key={index} className={`gap-xs grid ${classes.hours}`}>
          <Select
            label={detailsLabels['hours.*.day']}
            data={dayOptions}
            allowDeselect={false}
            {...form.getInputProps(`hours.${index}.day`)}
          />
          <TextInput
            label={detailsLabels['hours.*.opens']}
            type="time"
            {...form.getInputProps(`hours.${index}.opens`)}
          />
          <TextInput
            label={detailsLabels['hours.*.closes']}
            type="time"
            {...form.getInputProps(`hours.${index}.closes`)}
          />
          <ActionIcon
            aria-label={texts.removeHours(weekdayLabels[day as Weekday], opens)}
            onClick={() => form.removeListItem('hours', index)}
          >
            <IconX />
          </ActionIcon>
        </div>
      ))}
      <Button variant="light" mt="xs" leftSection={<IconPlus />} onClick={add}>
        {hours.length === 0 ? texts.addHours : texts.copyHours}
      </Button>
      {hours.length > 0 && (
        <Text c="dimmed" mt="xs">
          {texts.hoursHint}
        </Text>
      )}
    </div>
  );
}
