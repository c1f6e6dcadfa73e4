import { expect, it } from 'vitest';
import { settleSignUp } from './slides-history.ts';

it.each([
  ['stays on the first slide', 0, '', '', 0, { slide: 0, email: '' }],
  ['stays on a slide whose earlier ones are complete', 2, '', '', 2, { slide: 2, email: '' }],
  ['returns to the first unfinished slide', 3, '', '', 1, { slide: 1, email: '' }],
  ['never shows the last slide without an address', 4, '', '', 3, { slide: 3, email: '' }],
  [
    'shows the last slide of a finished sign-up after a reload',
    4,
    'a@b.example',
    '',
    0,
    { slide: 4, email: 'a@b.example' },
  ],
  ['stays on the last slide once the link was mailed', 1, '', 'c@d.example', 3, { slide: 4, email: 'c@d.example' }],
] as const)('%s', (_, slide, email, mailedTo, unfinished, shown) => {
  expect(settleSignUp({ slide, email }, { last: 4, mailedTo, firstUnfinished: () => unfinished })).toEqual(shown);
});
