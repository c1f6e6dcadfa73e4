import { cpus } from 'node:os';
import type { Figure, Part } from './part.ts';

export interface Outcome {
  part: Part;
  figures: Figure[];
  misses: string[];
  /** The number of undetected planted faults. */
  unnoticed: number;
  seconds: number;
}

interface Run {
  date: Date;
  rounds: number;
  outcomes: Outcome[];
}

/** The table for docs/TRUST.md. */
export function toMarkdown(run: Run): string {
  const head = [
    '# Trust: the last full run',
    '',
    `\`npm run trust -- --rounds ${run.rounds}\`, ${title(run)}. trust/README.md says what each part does.`,
    '',
    '| part | figure | value |',
    '|---|---|---:|',
  ];
  const lines = rows(run).map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  const planted = run.outcomes.flatMap(({ part }) => part.plantedFaults.map(({ name }) => `- ${part.name}: ${name}`));
  const misses = run.outcomes.flatMap(({ part, misses }) => misses.map((miss) => `- ${part.name}: ${miss}`));
  const sections = [
    ...['', 'Faults that are planted before each run, to see the part fail:', '', ...planted],
    ...(misses.length > 0 ? ['', 'Misses:', '', ...misses] : []),
  ];
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
  return outcomes.flatMap(({ part, figures, misses, unnoticed }) => {
    const planted = part.plantedFaults.length;
    return [
      ...figures.map(({ what, value }) => [
        part.name,
        what,
        typeof value === 'number' ? value.toLocaleString('en-US') : value,
      ]),
      [part.name, 'planted faults noticed', `${planted - unnoticed} of ${planted}`],
      [part.name, 'misses', String(misses.length)],
    ];
  });
}
