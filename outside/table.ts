import type { Check } from './part.ts';

export interface Run {
  date: Date;
  checks: Check[];
}

const result = ({ failure }: Check) => (failure === null ? 'works' : `fails: ${failure.split('\n', 1)[0]}`);
const row = (check: Check) => [check.software, check.version, check.what, result(check)];

/** docs/COMPATIBILITY.md. */
export function toMarkdown({ date, checks }: Run): string {
  const lines = checks.map((check) => `| ${row(check).map(toCell).join(' | ')} |`);
  return `${[
    '# Compatibility: software that Kinbridge was run with',
    '',
    `\`npm run outside\`, ${day(date)}. [outside/README.md](../outside/README.md) explains each part.`,
    '',
    '| software | version | what | result |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n')}\n`;
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** The table for the terminal. */
export function toText({ date, checks }: Run): string {
  const rows = checks.map(row);
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((cells) => cells[column]?.length ?? 0)));
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return ['', `Software of others, ${day(date)}`, '', ...lines, ''].join('\n');
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
