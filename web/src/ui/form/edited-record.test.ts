import { describe, expect, it } from 'vitest';
import { changedFields, rebaseEdit } from './edited-record.ts';

const labels = { city: 'City', state: 'State', texts: 'SMS texts' };
const before = { city: 'Kalamazoo', state: '', texts: true };

describe('edited record', () => {
  it('contains only what differs', () => {
    expect(changedFields(['city', 'state', 'texts'], { ...before, state: 'MI' }, before)).toEqual({ state: 'MI' });
  });

  it('merges what others saved, keeps what was typed, and lists both', () => {
    const fresh = { city: 'Flint', state: 'MI', texts: false };
    const { values, conflicts } = rebaseEdit(labels, { values: { ...before, city: 'Ypsilanti' }, before, fresh });
    expect(values).toEqual({ city: 'Ypsilanti', state: 'MI', texts: false });
    expect(conflicts).toEqual([
      { field: 'city', label: 'City', saved: 'Flint', typed: 'Ypsilanti' },
      { field: 'state', label: 'State', saved: 'MI' },
      { field: 'texts', label: 'SMS texts', saved: false },
    ]);
  });

  it('compares lists by what they contain, and notices a field that was emptied', () => {
    const record = { languages: ['en'], cost: 'FREE' };
    const fresh = { languages: ['en', 'es'], cost: 'PAID' };
    const { conflicts } = rebaseEdit<{ languages: string[]; cost: string | null }, 'languages' | 'cost'>(
      { languages: 'Languages', cost: 'Cost' },
      { values: { languages: ['en'], cost: null }, before: record, fresh },
    );
    expect(conflicts).toEqual([
      { field: 'languages', label: 'Languages', saved: ['en', 'es'] },
      { field: 'cost', label: 'Cost', saved: 'PAID', typed: null },
    ]);
  });

  it('has no conflict if both typed the same', () => {
    const fresh = { ...before, city: 'Flint' };
    const { conflicts } = rebaseEdit(labels, { values: fresh, before, fresh });
    expect(conflicts).toEqual([{ field: 'city', label: 'City', saved: 'Flint' }]);
  });
});
