/** The table that a run prints. */
export interface Row {
  title: string;
  /** Milliseconds without a successful write, read or live update. */
  gaps: { write: number; read: number; live: number };
  /** Writes acknowledged and texts sent during this fault. */
  acknowledged: number;
  texts: number;
  retries: number;
  lost: number;
  doubled: number;
  inDoubt: number;
  surprises: number;
}

export function tableOf(rows: Row[]): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const number = (value: number) => value.toLocaleString('en-US');
  const heads = [
    'what happens',
    'longest gap: writes',
    'reads',
    'live updates',
    'acknowledged writes',
    'lost',
    'doubled',
    'texts',
    'in doubt',
    'calls sent again',
  ];
  const cells = rows.map((row) => [
    row.title,
    seconds(row.gaps.write),
    seconds(row.gaps.read),
    seconds(row.gaps.live),
    number(row.acknowledged),
    number(row.lost),
    number(row.doubled),
    number(row.texts),
    number(row.inDoubt),
    number(row.retries),
  ]);
  const line = (fields: string[]) => `| ${fields.join(' | ')} |\n`;
  return line(heads) + line(heads.map((_, index) => (index === 0 ? '---' : '---:'))) + cells.map(line).join('');
}

/** The longest gap of all, and what was lost or doubled at any time. */
export function totalOf(rows: Row[], end: Row): Row {
  const longest = (of: (row: Row) => number) => Math.max(0, ...rows.map(of));
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), of(end));
  return {
    ...end,
    gaps: {
      write: longest(({ gaps }) => gaps.write),
      read: longest(({ gaps }) => gaps.read),
      live: longest(({ gaps }) => gaps.live),
    },
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
  };
}

export function hasFailed(rows: Row[]): boolean {
  return rows.some(({ lost, doubled, surprises }) => lost + doubled + surprises > 0);
}
