import { Button, TextInput } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { dateRangeProblem } from '../../lib/date-range.ts';
import classes from './form-period.module.css';

/** Days as YYYY-MM-DD; blank for no limit. */
export interface FormPeriod {
  fromDate: string;
  toDate: string;
}

const isDay = (text: string | null): text is string =>
  /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));

/** The days in the URL. */
export function useFormPeriod(): FormPeriod {
  const [params] = useSearchParams();
  const day = (name: string) => {
    const text = params.get(name);
    return isDay(text) ? text : '';
  };
  return { fromDate: day('fromDate'), toDate: day('toDate') };
}

/** From the first day to the last, both included. */
export function FormPeriodFields({ period, onChange }: { period: FormPeriod; onChange: (period: FormPeriod) => void }) {
  const { fromDate, toDate } = period;
  return (
    <div className={`flex items-start wrap gap-xs ${classes.period}`}>
      <TextInput
        label="From"
        type="date"
        value={fromDate}
        max={toDate || undefined}
        onChange={(event) => onChange({ ...period, fromDate: event.currentTarget.value })}
      />
      <TextInput
        label="To"
        type="date"
        value={toDate}
        min={fromDate || undefined}
        error={dateRangeProblem(fromDate, toDate)}
        onChange={(event) => onChange({ ...period, toDate: event.currentTarget.value })}
      />
      {(fromDate || toDate) && (
        <Button variant="subtle" onClick={() => onChange({ fromDate: '', toDate: '' })}>
          All days
        </Button>
      )}
    </div>
  );
}
