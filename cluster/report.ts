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
  const columns: [head: string, cell: (row: Row) => string][] = [
    ['what happens', ({ title }) => title],
    ['longest gap: writes', ({ gaps }) => seconds(gaps.write)],
    ['reads', ({ gaps }) => seconds(gaps.read)],
    ['live updates', ({ gaps }) => seconds(gaps.live)],
    ['acknowledged writes', ({ acknowledged }) => number(acknowledged)],
    ['lost', ({ lost }) => number(lost)],
    ['doubled', ({ doubled }) => number(doubled)],
    ['texts', ({ texts }) => number(texts)],
    ['in doubt', ({ inDoubt }) => number(inDoubt)],
    ['calls sent again', ({ retries }) => number(retries)],
  ];
  const line = (fields: string[]) => `| ${fields.join(' | ')} |\n`;
  const head = line(columns.map(([text]) => text)) + line(columns.map((_, index) => (index === 0 ? '---' : '---:')));
  return head + rows.map((row) => line(columns.map(([, cell]) => cell(row)))).join('');
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
