import { expect, it } from 'vitest';
import { renderTexts } from '../../testing/render-html.tsx';
import { FormPeriodFields } from './form-period.tsx';

const textsFor = (fromDate: string, toDate: string) =>
  renderTexts(<FormPeriodFields period={{ fromDate, toDate }} onChange={() => undefined} />);

it('says that the end date is before the start date', () => {
  expect(textsFor('2026-03-02', '2026-03-01')).toContain('The end date is before the start date.');
});

it('accepts a range of one day', () => {
  expect(textsFor('2026-03-01', '2026-03-01')).toEqual(['From', 'To', 'All days']);
});
