/** Records the portal's SQL for each operation and turns it into templates over the values that vary. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { learnCommonKeys } from '../server/src/features/members/search-keys.queries.ts';
import { type Operation, portalCall, type Vars, type World } from './operations.ts';
import { startPortal } from './portal.ts';

/** A fixed text, a variable of the call, or a column returned by an earlier statement. */
export type Part = string | { var: string } | Returned;

export interface Returned {
  statement: number;
  row: number;
  column: string;
  /** The captured value and its row count; pgbench can only use a single-row result. */
  captured: string;
  rows: number;
}

export interface Statement {
  text: string;
  /** Null stays null. */
  params: (Part[] | null)[];
}

export interface Transaction {
  statements: Statement[];
  /** Whether it uses a generic plan. */
  genericPlan: boolean;
}

/** By operation and variant. */
export type Captured = Record<string, Record<string, Transaction>>;

type Server = Awaited<ReturnType<typeof startPortal>>['server'];

/** Runs each operation in a portal of its own and records its SQL. */
export async function capture(
  settings: Record<string, string>,
  appUrl: string,
  world: World,
  wanted: Record<string, Operation>,
): Promise<Captured> {
  const { app, server } = await startPortal(settings, appUrl);
  await learnCommonKeys(app.db);
  const recorder = recordStatements();
  try {
    const captured: Captured = {};
    for (const [key, operation] of Object.entries(wanted)) {
      const kinds: Captured[string] = {};
      // The first calls warm up the portal's caches.
      for (let n = 0; n < (operation.variants ?? 1) * 3; n++) {
        const vars = operation.vars(world, 'capture', 1, n);
        recorder.take();
        await callOnce(server, world, operation, vars);
        const sent = ownStatements(operation, await takeAll(recorder));
        const statements = sent.filter(({ text }) => !isPlanSetting(text));
        if (statements.length === 0) throw new Error(`No statement of ${key} was captured.`);
        const transaction = { statements: templates(statements, vars), genericPlan: statements.length < sent.length };
        const kind = operation.variant?.(vars) ?? 'all';
        if (operation.keeps && n > 1) refuseOtherValues(operation, kinds[kind], transaction);
        kinds[kind] = transaction;
      }
      captured[key] = kinds;
    }
    return captured;
  } finally {
    recorder.stop();
    await server.close();
    await app.close();
  }
}

interface Sent {
  connection: pg.Client;
  text: string;
  /** As text. */
  values: (string | null)[];
  rows: Record<string, unknown>[];
}

type Recorder = ReturnType<typeof recordStatements>;

/** Records every statement of this process with its parameters and rows. */
function recordStatements() {
  let seen: Sent[] = [];
  const { query } = pg.Client.prototype;
  const recorded = function (this: pg.Client, given: string | pg.QueryConfig, ...more: unknown[]) {
    const { text, values = [] } = typeof given === 'string' ? { text: given } : given;
    const sent: Sent = { connection: this, text, values: values.map(asText), rows: [] };
    seen.push(sent);
    const result = (query as (...args: unknown[]) => Promise<pg.QueryResult> | undefined).call(this, given, ...more);
    result?.then(
      ({ rows = [] }) => sent.rows.push(...rows.slice(0, 20)),
      () => undefined,
    );
    return result;
  };
  Object.assign(pg.Client.prototype, { query: recorded });
  return {
    /** Statements since the last call, in order. */
    take(): Sent[] {
      const taken = seen;
      seen = [];
      return taken;
    },
    stop: () => Object.assign(pg.Client.prototype, { query }),
  };
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/** As the driver sends it. */
function asText(value: unknown): string | null {
  const prepared = prepareValue(value);
  if (prepared === null) return null;
  return Buffer.isBuffer(prepared) ? `\\x${prepared.toString('hex')}` : String(prepared);
}

/** A value of a read that varies and isn't known as a variable would make bare look up something else. */
export function refuseOtherValues({ title }: Operation, before: Transaction | undefined, now: Transaction): void {
  for (const [index, { params }] of now.statements.entries()) {
    const other = params.find(
      (parts, at) => JSON.stringify(parts) !== JSON.stringify(before?.statements[index]?.params[at]),
    );
    if (other) throw new Error(`${title}: no variable has the value ${JSON.stringify(other)}, which varies.`);
  }
}

function isPlanSetting(text: string): boolean {
  return /\bplan_cache_mode\b/.test(text);
}

async function callOnce(server: Server, world: World, operation: Operation, vars: Vars): Promise<void> {
  const { path: url, body, ...call } = portalCall(world, operation, vars, 1);
  const { statusCode, payload } = await server.inject({ ...call, url, ...(body !== undefined && { payload: body }) });
  if (statusCode > 299) throw new Error(`${operation.title}: ${statusCode} ${payload}`);
}

/** All statements, once no more arrive. */
async function takeAll(recorder: Recorder): Promise<Sent[]> {
  const all: Sent[] = [];
  for (let before = -1; before < all.length; ) {
    before = all.length;
    await pause(80);
    all.push(...recorder.take());
  }
  return all;
}

/** A write's transaction; a read's own queries, without session, checks and audit row. */
function ownStatements(operation: Operation, sent: Sent[]): Sent[] {
  const { keeps } = operation;
  if (keeps) {
    const own = sent.filter(({ text }) => keeps.test(text) && !/\binsert into audit_|\bfrom sessions\b/.test(text));
    // With the setting that is sent with it.
    return sent.filter((one, index) => own.includes(one) || isSettingOf(sent, index, own));
  }
  const begin = sent.findIndex(({ text }) => /^\s*(begin|start transaction)/i.test(text));
  const own = sent.slice(begin).filter(({ connection }) => connection === sent[begin]?.connection);
  return own.slice(0, own.findIndex(({ text }) => /^\s*commit/i.test(text)) + 1);
}

function isSettingOf(sent: Sent[], index: number, own: Sent[]): boolean {
  const next = sent.slice(index + 1).find(({ connection }) => connection === sent[index]?.connection);
  return isPlanSetting(sent[index]?.text ?? '') && next !== undefined && own.includes(next);
}

function templates(sent: Sent[], vars: Vars): Statement[] {
  const known = new Map<string, Part>(
    Object.entries(vars)
      .filter(([, value]) => String(value).length >= 3)
      .map(([name, value]) => [String(value), { var: name }]),
  );
  return sent.map(({ text, values, rows }, statement) => {
    const params = values.map((value) => (value === null ? null : split(value, known)));
    if (/\breturning\b/i.test(text)) {
      rows.forEach((row, index) => {
        const id = String(row.id ?? '');
        if (/^\d{3,}$/.test(id) && !known.has(id)) {
          known.set(id, { statement, row: index, column: 'id', captured: id, rows: rows.length });
        }
      });
    }
    return { text, params };
  });
}

function split(value: string, known: Map<string, Part>): Part[] {
  const longestFirst = [...known.keys()].sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return [value];
  const words = longestFirst.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pieces = value.split(new RegExp(`(?<![0-9A-Za-z_])(${words.join('|')})(?![0-9A-Za-z_])`));
  return pieces.flatMap((piece, index) =>
    index % 2 === 1 ? [known.get(piece) ?? piece] : piece === '' ? [] : [piece],
  );
}
