import { expect, test } from 'vitest';
import { tellLies } from './sign-in.ts';

test('a provider that lies opens and changes no account without the mailbox', async () => {
  const { failures, vouched, confirmed } = await tellLies({ lies: 24, seed: 20_260_101 });
  expect(failures).toEqual([]);
  // The test is meaningless if everything is refused early.
  expect([vouched > 5, confirmed > 2]).toEqual([true, true]);
}, 60_000);
