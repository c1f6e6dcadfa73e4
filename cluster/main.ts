/** Brings the cluster up, puts a load on it, lets faults happen, and compares what was acknowledged with what is there. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from './client.ts';
import { Etcd } from './etcd.ts';
import { type Cluster, faults } from './faults.ts';
import { readFound, readTexts } from './found.ts';
import { createHaproxy } from './haproxy.ts';
import { Kinbridge } from './kinbridge.ts';
import { createLayout } from './layout.ts';
import { Listeners } from './listeners.ts';
import { Load } from './load.ts';
import { Patroni } from './patroni.ts';
import { createPgbouncer } from './pgbouncer.ts';
import { buildPlanted } from './plant.ts';
import { until } from './processes.ts';
import { hasFailed, type Row, tableOf, totalOf } from './report.ts';
import { CannotRun, postgresAccount, prepareMachine } from './requirements.ts';
import { TextProvider } from './text-provider.ts';
import { longestGap, verifyTexts, verifyWrites } from './verify.ts';

interface Options {
  root: string;
  only?: string;
  plant?: string;
  keep: boolean;
  install: boolean;
}

const longestMs = 25 * 60_000;
const warmUpMs = 4_000;
const coolDownMs = 4_000;
const say = (line: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

export async function main({ root, only, plant, keep, install }: Options): Promise<number> {
  const begun = Date.now();
  // One fault is enough to see a planted one.
  const chosen = only ? only.split(',') : Object.keys(faults).slice(0, plant ? 1 : undefined);
  const unknown = chosen.filter((name) => !faults[name]);
  if (unknown.length > 0) {
    throw new CannotRun(`Not a fault: ${unknown.join(', ')}. Choose from: ${Object.keys(faults).join(', ')}.`);
  }
  const postgresBin = await prepareMachine(install, say);
  const planted = plant ? await buildPlanted(root, plant) : undefined;
  const layout = await createLayout({ root, postgresBin, account: await postgresAccount() });
  const stops: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (let end = stops.pop(); end; end = stops.pop()) {
      await Promise.resolve(end()).catch((error) => say(String(error)));
    }
  };
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => reject(new CannotRun(`Stopped by ${signal}.`)));
    }
  });
  const run = async (): Promise<number> => {
    say(`Starting etcd, PostgreSQL with Patroni, HAProxy and PgBouncer in ${layout.folder}`);
    const etcd = new Etcd(layout);
    stops.push(() => etcd.stop());
    await etcd.start(layout);
    // Before the nodes: it takes every server for healthy until its first checks are done.
    const haproxy = await createHaproxy(layout);
    stops.push(() => haproxy.stop(2_000));
    haproxy.start();
    const patroni = new Patroni(layout);
    stops.push(() => patroni.stop());
    await patroni.start();
    const pgbouncer = await createPgbouncer(layout);
    stops.push(() => pgbouncer.stop(2_000));
    pgbouncer.start();
    const provider = new TextProvider();
    stops.push(() => provider.stop());
    await provider.start();
    say('Starting Kinbridge: two API processes and two workers');
    const kinbridge = new Kinbridge(layout, planted);
    stops.push(() => kinbridge.stop());
    await kinbridge.start();
    const trial = new Trial({ etcd, patroni, haproxy, pgbouncer, kinbridge }, provider);
    stops.push(() => trial.stop());
    await trial.prepare();
    const rows: Row[] = [];
    for (const name of chosen) {
      if (Date.now() - begun > longestMs - 120_000) {
        say(`Not run for lack of time: ${chosen.slice(rows.length).join(', ')}.`);
        break;
      }
      rows.push(await trial.run(name));
      say(tableOf(rows.slice(-1)).split('\n')[2] ?? '');
    }
    rows.push(totalOf(rows, await trial.end()));
    const audit = await kinbridge.verifyAuditLog();
    const table = tableOf(rows);
    await mkdir(join(root, '.cache', 'cluster'), { recursive: true });
    await writeFile(join(root, '.cache', 'cluster', 'table.md'), table);
    process.stdout.write(`${table}\n${audit}\n`);
    const whole = rows.length === chosen.length + 1 && audit.includes('intact');
    return hasFailed(rows) || !whole ? 1 : 0;
  };
  try {
    return await Promise.race([run(), interrupted]);
  } finally {
    await stop();
    if (keep) say(`The logs are in ${layout.folder}`);
    else await rm(layout.folder, { recursive: true, force: true });
  }
}

/** The load on a cluster, and what each fault does to it. */
class Trial {
  readonly #client = new Client();
  readonly #load = new Load(this.#client);
  readonly #listeners = new Listeners(this.#client);
  readonly #begun = new Date();
  /** Problems already counted for an earlier fault. */
  readonly #known = new Set<string>();

  constructor(
    private readonly cluster: Cluster,
    private readonly provider: TextProvider,
  ) {}

  async prepare(): Promise<void> {
    await this.#load.prepare();
    this.#listeners.start();
  }

  stop(): void {
    this.#listeners.stop();
  }

  async run(name: string): Promise<Row> {
    const fault = faults[name];
    if (!fault) throw new Error(`'${name}' isn't a fault.`);
    say(fault.title);
    const before = this.#figures();
    this.#load.start();
    await pause(warmUpMs);
    const from = Date.now();
    await fault.run(this.cluster);
    await pause(coolDownMs);
    const to = Date.now();
    await this.#load.stop();
    await this.#untilLive();
    await this.#untilTextsLeft();
    const problems = await this.#verify();
    const after = this.#figures();
    const gap = (times: number[]) => longestGap(times, from, to);
    return {
      title: fault.title,
      gaps: {
        write: gap(this.#load.writeTimes),
        read: gap(this.#load.readTimes),
        live: Math.max(...this.#listeners.times.map(gap)),
      },
      acknowledged: after.acknowledged - before.acknowledged,
      texts: after.texts - before.texts,
      retries: after.retries - before.retries,
      surprises: after.surprises - before.surprises + problems.live,
      lost: problems.lost,
      doubled: problems.doubled,
      inDoubt: problems.inDoubt - before.inDoubt,
    };
  }

  #inDoubt = 0;
  #isLive = true;

  #figures() {
    return {
      acknowledged: this.#load.writes.filter(({ isAcknowledged }) => isAcknowledged).length,
      texts: this.provider.arrived.size,
      retries: [...this.#client.failures.values()].reduce((sum, count) => sum + count, 0),
      surprises: this.#load.surprises.length,
      inDoubt: this.#inDoubt,
    };
  }

  /** Every open browser must hear of a new request. */
  async #untilLive(): Promise<void> {
    const id = await this.#load.createOne();
    const heard = until('live updates', () => this.#listeners.haveHeard(id), 45_000);
    this.#isLive = await heard.then(
      () => true,
      () => false,
    );
  }

  async #untilTextsLeft(): Promise<void> {
    const noneDue = async () => (await readTexts(this.#begun)).every(({ state, waits }) => state !== 'queued' || waits);
    await until('texts leave', noneDue).catch(() => undefined);
    // Those in flight get their state.
    await pause(500);
  }

  /** Texts in doubt become 'unknown' after two minutes, and those that wait for them leave. */
  async end(): Promise<Row> {
    say('waiting for texts in doubt');
    const isSettled = async () =>
      (await readTexts(this.#begun)).every(({ state }) => state !== 'queued' && state !== 'sending');
    await until('texts settle', isSettled, 240_000).catch(() => undefined);
    const { lost, doubled, inDoubt } = await this.#verify(true);
    const { acknowledged, texts, retries, surprises } = this.#figures();
    const gaps = { write: 0, read: 0, live: 0 };
    return { title: 'in all', gaps, acknowledged, texts, retries, surprises, lost, doubled, inDoubt };
  }

  async #verify(isFinal = false) {
    const writes = verifyWrites(this.#load.writes, await readFound());
    const texts = verifyTexts(await readTexts(this.#begun), this.provider.arrived, isFinal);
    const lost = this.#news([...writes.lost, ...texts.lost]);
    const doubled = this.#news([...writes.doubled, ...texts.doubled]);
    const surprises = this.#news(this.#load.surprises);
    for (const [what, lines] of Object.entries({ lost, doubled, unexpected: surprises })) {
      for (const line of lines.slice(0, 5)) say(`  ${what}: ${line}`);
      if (lines.length > 5) say(`  ${what}: ${lines.length - 5} more`);
    }
    if (!this.#isLive) say('  live updates did not come back');
    this.#inDoubt = texts.inDoubt;
    return { lost: lost.length, doubled: doubled.length, live: this.#isLive ? 0 : 1, inDoubt: texts.inDoubt };
  }

  #news(lines: string[]): string[] {
    const fresh = lines.filter((line) => !this.#known.has(line));
    for (const line of fresh) this.#known.add(line);
    return fresh;
  }
}
