import { median } from './report.ts';

/** Times the same work at several sizes in turns, so other load affects all of them equally. */
export async function inTurns(
  rounds: number,
  works: Record<string, () => Promise<void>>,
): Promise<Record<string, number>> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  for (let round = 0; round < rounds + 5; round++) {
    for (const [name, work] of Object.entries(works)) {
      const start = performance.now();
      await work();
      // The first rounds warm caches and plans.
      if (round >= 5) times[name]?.push(performance.now() - start);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}
