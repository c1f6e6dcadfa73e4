import { cpus } from 'node:os';
import type { Figure, Part } from './part.ts';

export interface Outcome {
  part: Part;
  figures: Figure[];
  failures: string[];
  /** The number of undetected planted faults. */
  uncaught: number;
  seconds: number;
}

interface Run {
  date: Date;
  rounds: number;
  outcomes: Outcome[];
}

/** The table for docs/TRUST.md: a line per part, with its first figure. The terminal has all of them. */
export function toMarkdown(run: Run): string {
  const lines = run.outcomes.map(({ part, figures, failures, uncaught }) => {
    const [figure] = figures;
    const planted = part.plantedFaults.length;
    const first = figure ? `${print(figure)} ${figure.what.replaceAll('|', '\\|')}` : '';
    return `| ${part.name} | ${first} | ${planted - uncaught} of ${planted} | ${failures.length} |`;
  });
  const failures = run.outcomes.flatMap(({ part, failures }) =>
    failures.map((failure) => `- ${part.name}: ${failure}`),
  );
  const head = [
    '# Trust: the last full run',
    '',
    `\`npm run trust -- --rounds ${run.rounds}\`, ${title(run)}, which prints every figure. [trust/README.md](../trust/README.md) explains each part.`,
    '',
    '| part | tried | planted faults caught | failures |',
    '|---|---|---:|---:|',
  ];
  const sections = failures.length > 0 ? ['', 'Failures:', '', ...failures] : [];
  return `${[...head, ...lines, ...sections].join('\n')}\n`;
}

/** The table for the terminal. */
export function toText(run: Run): string {
  const cells = rows(run);
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map(([part = '', what = '', value = '']) =>
    [part.padEnd(widths[0] ?? 0), what.padEnd(widths[1] ?? 0), value.padStart(widths[2] ?? 0)].join('  '),
  );
  return ['', `Trust, ${title(run)}`, '', ...lines, ''].join('\n');
}

function title({ date, rounds, outcomes }: Run): string {
  const minutes = Math.round(outcomes.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  const machine = `Node ${process.versions.node}, ${cpus().length} cores`;
  return `${date.toISOString().slice(0, 10)}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'} in ${minutes} min (${machine})`;
}

function rows({ outcomes }: Run): string[][] {
  return outcomes.flatMap(({ part, figures, failures, uncaught }) => {
    const planted = part.plantedFaults.length;
    return [
      ...figures.map((figure) => [part.name, figure.what, print(figure)]),
      [part.name, 'planted faults caught', `${planted - uncaught} of ${planted}`],
      [part.name, 'failures', String(failures.length)],
    ];
  });
}

function print({ value }: Figure): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : value;
}
