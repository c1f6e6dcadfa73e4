/** The table: measurements, targets, and whether the bench fails. */

export interface Round {
  bare: number;
  portal: number;
  /** Null if not run. */
  pgbench: number | null;
  /** Used instead for a target that needs it. */
  direct?: number | undefined;
}

export interface Cpu {
  server: number;
  database: number;
}

export interface Measured {
  title: string;
  mark: { ratio: number; against: 'bare' | 'pgbench' };
  /** Calls per second of both sides. */
  rounds: Round[];
  p50: number;
  p99: number;
  /** CPU milliseconds per call in each round. */
  cpu: { portal: Cpu[]; bare: Cpu[] };
  /** Why pgbench wasn't run. */
  withoutPgbench: string;
}

/** Up to a tenth below the target is noise. */
const allowance = 0.9;

export function median(list: number[]): number {
  const sorted = list.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function ratioOf({ rounds, mark }: Pick<Measured, 'rounds' | 'mark'>): number {
  return median(rounds.map((round) => round.portal / (round[mark.against] ?? round.direct ?? round.bare)));
}

export function verdict(measured: Pick<Measured, 'rounds' | 'mark'>): 'met' | 'just below' | 'missed' {
  const ratio = ratioOf(measured);
  if (ratio >= measured.mark.ratio) return 'met';
  return ratio >= measured.mark.ratio * allowance ? 'just below' : 'missed';
}

const heads = [
  ...['operation', 'pgbench/s', 'bare/s', 'Kinbridge/s', 'ratio', 'mark', 'result', 'p50 / p99 ms'],
  ...['CPU ms server + database', 'of bare'],
];

export function tableOf(rows: Measured[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows.map(cellsOf)];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

function cellsOf(row: Measured): string[] {
  const rate = (side: 'pgbench' | 'bare' | 'portal') => {
    const given = row.rounds.flatMap((round) => round[side] ?? []);
    return given.length === 0 ? row.withoutPgbench : Math.round(median(given)).toLocaleString('en-US');
  };
  const cpu = (list: Cpu[]) =>
    `${median(list.map(({ server }) => server)).toFixed(2)} + ${median(list.map(({ database }) => database)).toFixed(2)}`;
  const against = row.mark.against === 'pgbench' ? ' × pgbench' : '';
  return [
    ...[row.title, rate('pgbench'), rate('bare'), rate('portal'), ratioOf(row).toFixed(2)],
    ...[`≥ ${row.mark.ratio}${against}`, verdict(row), `${row.p50.toFixed(1)} / ${row.p99.toFixed(1)}`],
    ...[cpu(row.cpu.portal), cpu(row.cpu.bare)],
  ];
}

/** The exit code: 1 if something is more than a tenth below its target. */
export function exitCode(rows: Measured[]): 0 | 1 {
  return rows.some((row) => verdict(row) === 'missed') ? 1 : 0;
}

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
