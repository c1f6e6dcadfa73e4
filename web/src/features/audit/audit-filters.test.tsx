import { expect, it } from 'vitest';
import { renderTexts } from '../../testing/render-html.tsx';
import { firstFilter } from './audit.api.ts';
import { AuditFilters } from './audit-filters.tsx';

it('says that the end date is before the start date', () => {
  const filter = { ...firstFilter, fromDate: '2026-03-02', toDate: '2026-03-01' };
  const texts = renderTexts(<AuditFilters filter={filter} employees={new Map()} onChange={() => undefined} />);
  expect(texts).toContain('The end date is before the start date.');
});
