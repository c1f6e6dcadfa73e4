/** `npm run bench -- plots` draws the tables of docs/PERFORMANCE.md as docs/pictures/speed.svg and growth.svg. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const docs = join(globalThis.bench.root, 'docs');
const text = await readFile(join(docs, 'PERFORMANCE.md'), 'utf8');

/** The rows of the first table below a heading. */
function tableBelow(heading: string): string[][] {
  const at = text.indexOf(`\n## ${heading}\n`);
  if (at < 0) throw new Error(`docs/PERFORMANCE.md has no heading ${heading}.`);
  const lines = text.slice(at).split('\n');
  const start = lines.findIndex((line) => line.startsWith('|'));
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  const rows = lines.slice(start, start + length).map((line) => line.split('|').slice(1, -1));
  return [rows[0] ?? [], ...rows.slice(2)].map((cells) => cells.map((cell) => cell.trim()));
}

const colors = { before: '#9aa5b1', after: '#1c7c7d', mark: '#b3261e', text: '#1f2933', grid: '#d9dee4' };
const lines = [
  '#1c7c7d',
  '#b3261e',
  '#5b4bb5',
  '#c77700',
  '#33691e',
  '#00639b',
  '#8e3a80',
  '#52606d',
  '#9aa5b1',
  '#7a4f2a',
];

function svg(width: number, height: number, title: string, parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="13" fill="${colors.text}">
<rect width="100%" height="100%" fill="#fff"/>
<text x="16" y="26" font-size="16" font-weight="600">${title}</text>
${parts.join('\n')}
</svg>
`;
}

function label(x: number, y: number, words: string, more = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${words}</text>`;
}

/** Kinbridge's rate relative to its baseline, before and after, with the target as a line. */
function drawSpeed(): string {
  const column = (rows: string[][], name: string) => rows[0]?.indexOf(name) ?? 0;
  const [before, after] = [tableBelow('Before'), tableBelow('After')];
  const left = 200;
  const widest = 1.4;
  const scale = (ratio: number) => left + (Math.min(ratio, widest) / widest) * 440;
  const parts = [
    label(left, 50, 'before', `fill="${colors.before}" font-weight="600"`),
    label(left + 60, 50, 'after', `fill="${colors.after}" font-weight="600"`),
    label(left + 110, 50, 'mark', `fill="${colors.mark}" font-weight="600"`),
  ];
  after.slice(1).forEach((row, index) => {
    const top = 66 + index * 40;
    const old = before.slice(1).find(([title]) => title === row[0]);
    parts.push(label(left - 12, top + 19, row[0] ?? '', 'text-anchor="end"'));
    for (const [offset, cells, color] of [
      [0, old, colors.before],
      [14, row, colors.after],
    ] as const) {
      const ratio = Number(cells?.[column(after, 'ratio')] ?? 0);
      const width = scale(ratio) - left;
      parts.push(`<rect x="${left}" y="${top + offset}" width="${width.toFixed(1)}" height="12" fill="${color}"/>`);
      parts.push(label(left + width + 6, top + offset + 10, ratio.toFixed(2), 'font-size="11"'));
    }
    const mark = scale(Number(/[\d.]+/.exec(row[column(after, 'mark')] ?? '')?.[0] ?? 0));
    parts.push(`<path d="M${mark.toFixed(1)} ${top - 3}v32" stroke="${colors.mark}" stroke-width="2"/>`);
  });
  return svg(700, 80 + (after.length - 1) * 40, 'Rate of the whole call, as a share of its SQL alone', parts);
}

/** Times by size on logarithmic axes. */
function drawGrowth(): string {
  const [head = [], ...rows] = tableBelow('Growth');
  const sizes = head.slice(1).flatMap((cell) => (/requests$/.test(cell) ? [Number(cell.replace(/\D/g, ''))] : []));
  const [left, top, width, height] = [56, 50, 380, 330];
  const x = (size: number) => {
    const [first = 1, last = 1] = [sizes[0], sizes.at(-1)].map((one) => Math.log10(one ?? 1));
    return left + ((Math.log10(size) - first) / (last - first)) * width;
  };
  const y = (ms: number) => top + height - (Math.log10(Math.max(ms, 1)) / 4) * height;
  const parts = [1, 10, 100, 1000, 10_000].flatMap((ms) => [
    `<path d="M${left} ${y(ms).toFixed(1)}h${width}" stroke="${colors.grid}"/>`,
    label(left - 8, y(ms) + 4, ms < 1000 ? `${ms} ms` : `${ms / 1000} s`, 'text-anchor="end" font-size="11"'),
  ]);
  for (const size of sizes) {
    parts.push(label(x(size), top + height + 20, size.toLocaleString('en-US'), 'text-anchor="middle" font-size="11"'));
  }
  const ends = rows.map((row, index) => ({
    index,
    name: row[0] ?? '',
    list: sizes.map((_, at) => Number.parseFloat(row[at + 1] ?? '')),
  }));
  let lowest = top;
  for (const { index, name, list } of ends.toSorted((a, b) => (b.list.at(-1) ?? 0) - (a.list.at(-1) ?? 0))) {
    const color = lines[index % lines.length] ?? '';
    const points = list.map((ms, at) => `${x(sizes[at] ?? 1).toFixed(1)},${y(ms).toFixed(1)}`).join(' ');
    parts.push(`<polyline points="${points}" fill="none" stroke="${color}" stroke-width="2"/>`);
    lowest = Math.max(y(list.at(-1) ?? 1) + 4, lowest + 15);
    parts.push(label(left + width + 10, lowest, name, `fill="${color}" font-size="12"`));
  }
  return svg(700, top + height + 34, 'Time of a call as an organization grows to a million requests', parts);
}

await writeFile(join(docs, 'pictures', 'speed.svg'), drawSpeed());
await writeFile(join(docs, 'pictures', 'growth.svg'), drawGrowth());
