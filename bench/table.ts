/** `npm run bench`: every hot path of the portal against the same SQL without it, in turns. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BareStart } from './bare.ts';
import { capture } from './capture.ts';
import { familyTime, processTime } from './cpu.ts';
import type { DirectOrder } from './direct.ts';
import { plantSlowQuery } from './fill.ts';
import type { Load, LoadOrder } from './load.ts';
import { operations, type Side } from './operations.ts';
import { findPgbench, runPgbench, writeScript } from './pgbench.ts';
import { startApi, startHelper } from './processes.ts';
import { exitCode, type Measured, percentile, tableOf } from './report.ts';
import { choosePlans } from './run-statements.ts';
import { apiSettings, openWorld } from './world.ts';

const connections = 16;
const poolSize = 10;
const size = { members: 50_000, requests: 100_000, years: 2 };
const { portal, only, plant, reuse } = globalThis.bench;
const begun = performance.now();
const longest = 10 * 60;
const rounds = Number(globalThis.bench.rounds ?? 5);
/** Node compiles what runs often; until then, a call takes up to three times its processor time. */
const warm = { calls: 4_000, seconds: 6 };
const keys = only ? only.split(',') : Object.keys(operations);
const wanted = Object.fromEntries(
  keys.map((key) => {
    const operation = operations[key];
    if (!operation) throw new Error(`'${key}' isn't an operation. Choose from: ${Object.keys(operations).join(', ')}.`);
    return [key, operation];
  }),
);
const say = (line: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

say(`Filling in ${size.members} members and ${size.requests} requests`);
const place = await openWorld(portal, size, connections, reuse);
const stops: (() => Promise<void>)[] = [place.close];
process.once('SIGINT', async () => {
  for (const stop of stops) await stop();
  process.exit(130);
});
try {
  const { world, appUrl, dataDir, postmaster } = place;
  const settings = apiSettings(dataDir, appUrl, poolSize);
  say('Capturing the SQL of each operation');
  const captured = await capture(settings, appUrl, world, wanted);
  await choosePlans(appUrl, world, captured);
  await writeFile(join(globalThis.bench.root, '.cache', 'bench', 'captured.json'), JSON.stringify(captured, null, 2));
  if (plant) await plantSlowQuery(plant, place.ownerUrl);
  const api = await startApi(portal, settings);
  stops.unshift(api.stop);
  const bare = startHelper('bare');
  stops.unshift(bare.stop);
  const load = startHelper('load');
  stops.unshift(load.stop);
  const start: BareStart = { url: appUrl, poolSize, captured };
  const ports = { portal: Number(new URL(api.url).port), bare: (await bare.ask<{ port: number }>(start)).port };

  const run = (side: Exclude<Side, 'capture'>, operation: string, time: number) =>
    load.ask<Load>({ side, operation, seconds: time, port: ports[side], connections, world } satisfies LoadOrder);
  /** Runs the load and measures the server's and database's CPU time per call. */
  async function timed(side: Exclude<Side, 'capture'>, pid: number, operation: string, time: number) {
    const before = [processTime(pid), familyTime(postmaster)];
    const { requests, seconds: took, times } = await run(side, operation, time);
    const perCall = (now: number, then: number) => (now - then) / requests;
    const cpu = {
      server: perCall(processTime(pid), before[0] ?? 0),
      database: perCall(familyTime(postmaster), before[1] ?? 0),
    };
    return { rate: requests / took, times, cpu };
  }

  /** Both sides are warmed up equally: until they have had as many calls, or as much time. */
  async function warmUp(side: Exclude<Side, 'capture'>, operation: string) {
    const until = performance.now() + warm.seconds * 1000;
    for (let calls = 0; calls < warm.calls && performance.now() < until; ) {
      calls += (await run(side, operation, 2)).requests;
    }
  }

  /** Shorter rounds on a slow machine: ten minutes in total. */
  const left = longest - 30 - (performance.now() - begun) / 1000;
  const fitting = Math.min(3, Math.floor((left / keys.length - 2 * warm.seconds) / (3 * rounds)));
  const seconds = Number(globalThis.bench.seconds ?? fitting);
  if (seconds < 1) throw new Error('This machine is too busy to fill in the data and measure within ten minutes.');
  const pgbench = findPgbench();
  /** The same SQL without the server, with pgbench or our own clients. */
  async function withoutServer(operation: string, time: number): Promise<{ pgbench?: number; direct?: number }> {
    const transaction = captured[operation]?.all;
    if (!transaction) return {};
    if (pgbench) {
      const script = await writeScript(dataDir, operation, world, transaction);
      if (!script) return {};
      return { pgbench: await runPgbench(pgbench, script, { url: appUrl, clients: connections, seconds: time }) };
    }
    if (operations[operation]?.mark.against !== 'pgbench') return {};
    const direct = startHelper('direct');
    const order: DirectOrder = { url: appUrl, operation, transaction, world, connections, seconds: time };
    const { rate } = await direct.ask<{ rate: number }>(order);
    await direct.stop();
    return { direct: rate };
  }

  const rows: Measured[] = [];
  for (const [key, operation] of Object.entries(wanted)) {
    say(operation.title);
    const measured: Measured = {
      ...{ title: operation.title, mark: operation.mark, rounds: [], p50: 0, p99: 0 },
      cpu: { portal: [], bare: [] },
      withoutPgbench: pgbench ? '–' : 'not run',
    };
    const times: number[] = [];
    await warmUp('bare', key);
    await warmUp('portal', key);
    for (let round = 0; round < rounds; round++) {
      // The portal right after one and before the other, in turn: the machine's speed changes within seconds.
      const runBare = () => timed('bare', bare.pid, key, seconds);
      const bareFirst = round % 2 === 0 ? await runBare() : null;
      const withoutFirst = bareFirst ? null : await withoutServer(key, seconds);
      const whole = await timed('portal', api.pid, key, seconds);
      const plain = bareFirst ?? (await runBare());
      const without = withoutFirst ?? (await withoutServer(key, seconds));
      times.push(...whole.times);
      measured.rounds.push({ bare: plain.rate, portal: whole.rate, pgbench: null, ...without });
      measured.cpu.portal.push(whole.cpu);
      measured.cpu.bare.push(plain.cpu);
    }
    times.sort((a, b) => a - b);
    rows.push({ ...measured, p50: percentile(times, 0.5), p99: percentile(times, 0.99) });
    say(tableOf(rows.slice(-1)).split('\n')[2] ?? '');
  }
  process.stdout.write(tableOf(rows));
  process.exitCode = exitCode(rows);
} finally {
  for (const stop of stops) await stop();
}
