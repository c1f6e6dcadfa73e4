import { crc32 } from 'node:zlib';
import { openXlsx } from '@kinbridge/forms/spreadsheets/xlsx-rows';
import { readZipParts } from '@kinbridge/forms/spreadsheets/zip-parts';
import { expect, it } from 'vitest';
import { writeXlsx } from './write-xlsx.ts';

const rows = [
  ['First Name', 'Member ID', 'Phone'],
  ['Zoë <& "Ana">', 'NEW', '+12695550101'],
  ['=1+1', null, '007'],
];

it('writes rows that the reader of lists reads as they were', async () => {
  const bytes = new Uint8Array(await writeXlsx(rows, 'a.xlsx').arrayBuffer());
  const read: unknown[] = [];
  const sheet = await openXlsx(bytes, async function* ({ packed }) {
    yield new TextDecoder().decode(packed);
  });
  for await (const { cells } of sheet.rows) read.push(cells);
  expect(read).toEqual(rows);
});

it('has the checksum of each part', async () => {
  const bytes = new Uint8Array(await writeXlsx(rows, 'a.xlsx').arrayBuffer());
  const view = new DataView(bytes.buffer);
  const { packed } = [...readZipParts(bytes, 1e6).values()][0] ?? {};
  expect(view.getUint32(14, true)).toBe(crc32(packed ?? ''));
});
