import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plantIn } from './plant.ts';
import { hasFailed, type Row, tableOf, totalOf } from './report.ts';
import { complaint, missingPackages } from './requirements.ts';
import { longestGap, verifyTexts, verifyWrites, type Write } from './verify.ts';

const write = (values: Partial<Write> = {}): Write => ({
  kind: 'comment',
  mark: 'Cluster 1',
  isAcknowledged: true,
  id: 7,
  ...values,
});

describe('acknowledged and found', () => {
  it.each([
    { what: 'an acknowledged write found once', given: write(), ids: [7], lost: 0, doubled: 0 },
    { what: 'an acknowledged write that is missing', given: write(), ids: [], lost: 1, doubled: 0 },
    { what: 'an acknowledged write under another id', given: write(), ids: [8], lost: 1, doubled: 0 },
    { what: 'a write found twice', given: write({ isAcknowledged: false }), ids: [7, 8], lost: 0, doubled: 1 },
    {
      what: 'a missing write without an answer',
      given: write({ isAcknowledged: false }),
      ids: [],
      lost: 0,
      doubled: 0,
    },
  ])('judges $what', ({ given, ids, lost, doubled }) => {
    const verdict = verifyWrites([given], new Map([['comment Cluster 1', ids]]));
    expect([verdict.lost.length, verdict.doubled.length]).toEqual([lost, doubled]);
  });

  it.each([
    { state: 'sent', times: 1, result: [0, 0, 0] },
    { state: 'sent', times: 0, result: [1, 0, 0] },
    { state: 'delivered', times: 2, result: [0, 1, 0] },
    { state: 'unknown', times: 0, result: [0, 0, 1] },
    { state: 'unknown', times: 2, result: [0, 1, 1] },
    { state: 'sending', times: 0, result: [0, 0, 1] },
    { state: 'sending', times: 0, isFinal: true, result: [1, 0, 0] },
    { state: 'queued', times: 0, result: [1, 0, 0] },
    { state: 'queued', times: 0, waits: true, result: [0, 0, 0] },
    { state: 'queued', times: 0, waits: true, isFinal: true, result: [1, 0, 0] },
    { state: 'skipped', times: 0, result: [0, 0, 0] },
  ])('judges a $state text that left $times times', ({ state, times, waits = false, isFinal = false, result }) => {
    const arrived = new Map(times > 0 ? [[1, times]] : []);
    const { lost, doubled, inDoubt } = verifyTexts([{ id: 1, state, waits }], arrived, isFinal);
    expect([lost.length, doubled.length, inDoubt]).toEqual(result);
  });

  it('counts a text without a row as lost', () => {
    expect(verifyTexts([], new Map([[1, 1]]), false).lost).toHaveLength(1);
  });

  it('measures the gap from the last success before a fault', () => {
    expect(longestGap([1_000, 1_900, 5_000, 6_000], 2_000, 7_000)).toBe(3_100);
    expect(longestGap([], 2_000, 7_000)).toBe(5_000);
  });
});

describe('the table', () => {
  const row: Row = {
    title: 'a fault',
    gaps: { write: 1_250, read: 100, live: 2_000 },
    ...{ acknowledged: 1_000, texts: 2, retries: 3, lost: 0, doubled: 0, inDoubt: 1, surprises: 0 },
  };

  it('fails for a lost or doubled write and for an unexpected answer', () => {
    expect(hasFailed([row])).toBe(false);
    for (const bad of [{ lost: 1 }, { doubled: 1 }, { surprises: 1 }])
      expect(hasFailed([row, { ...row, ...bad }])).toBe(true);
  });

  it('adds up what was lost and shows the longest gap', () => {
    const total = totalOf([row, { ...row, lost: 2 }], {
      ...row,
      title: 'in all',
      gaps: { write: 0, read: 0, live: 0 },
    });
    expect(tableOf([total])).toContain('| in all | 1.3 s | 0.1 s | 2.0 s | 1,000 | 2 | 0 | 2 | 1 | 3 |');
  });
});

describe('the machine', () => {
  const missing = missingPackages((path) => !path.includes('etcd'), ['13', '14']);

  it('needs PostgreSQL 15 and the programs of four packages', () => {
    expect(missing).toEqual(['python3-etcd', 'etcd-server', 'postgresql']);
    expect(missingPackages(() => true, ['15'])).toEqual([]);
  });

  it.each([
    { isRoot: false, hasApt: true, mayInstall: true, says: 'needs root' },
    { isRoot: true, hasApt: false, mayInstall: true, says: 'needs a Debian with apt' },
    { isRoot: true, hasApt: true, mayInstall: false, says: 'apt-get install -y --no-install-recommends python3-etcd' },
    { isRoot: true, hasApt: true, mayInstall: true, says: null },
  ])('says what is missing: root $isRoot, apt $hasApt, install $mayInstall', ({ isRoot, hasApt, mayInstall, says }) => {
    const sentence = complaint({ isRoot, hasApt, missing }, mayInstall);
    if (says === null) expect(sentence).toBeNull();
    else expect(sentence).toContain(says);
  });
});

describe('the planted fault', () => {
  it("fits the server's transactions", () => {
    const source = readFileSync(join(import.meta.dirname, '../server/src/db/database.ts'), 'utf8');
    expect(plantIn(source)).not.toBe(source);
  });
});
