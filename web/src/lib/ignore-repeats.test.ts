import { expect, it } from 'vitest';
import { ignoreRepeats } from './ignore-repeats.ts';

function held() {
  const calls: (() => void)[] = [];
  return { calls, call: () => new Promise<void>((resolve) => calls.push(resolve)) };
}

it('ignores a repeated call until the first one is answered', async () => {
  const run = ignoreRepeats();
  const { calls, call } = held();
  const first = run('row 1', call);
  void run('row 1', call);
  expect(calls).toHaveLength(1);
  calls[0]?.();
  await first;
  void run('row 1', call);
  expect(calls).toHaveLength(2);
});

it('lets calls about different items overlap', () => {
  const run = ignoreRepeats();
  const { calls, call } = held();
  void run('row 1', call);
  void run('row 2', call);
  expect(calls).toHaveLength(2);
});

it('accepts the next call after a failure', async () => {
  const run = ignoreRepeats();
  await expect(run(null, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await expect(run(null, async () => 'here')).resolves.toBe('here');
});
