import { expect, it } from 'vitest';
import { commonTrigrams, rarePattern } from './search-keys.queries.ts';

it.each([
  ['robinson45004', 'rob obi bin ins nso son on4', '%n45004%'],
  ['garcía-lópez', 'gar pez', '%arcía%lópe%'],
  ['person7@gmail.com', 'gma mai ail com', '%person7%'],
  ['abcdefghi', 'bcd cde efg fgh', '%abc%def%ghi%'],
  ['abcdefg', 'cde', null],
  ['50%abc_d12345', 'abc', '%d12345%'],
  ['𝒜𝒜𝒜bcde', '𝒜𝒜𝒜', '%𝒜𝒜bcde%'],
  ['smith', 'smi', null],
  ['#72598', '', null],
  ["o'neil", 'nei', null],
])('%s is looked up without %s as %s', (word, common, pattern) => {
  expect(rarePattern(word, new Set(common.split(' ')))).toBe(pattern);
});

it('trigrams are common if one in twenty texts has them', () => {
  const texts = Array.from({ length: 40 }, (_, n) => `ann${n < 2 ? ' bob bob' : ''}${n < 1 ? ' cyd' : ''}`);
  expect([...commonTrigrams(texts)].sort()).toEqual(['ann', 'bob']);
});
