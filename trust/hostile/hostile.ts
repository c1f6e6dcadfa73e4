import type { CallName } from '@kinbridge/contract/calls';
import { errorBody } from '@kinbridge/contract/shared/error-body.schema';
import fc from 'fast-check';
import type { Route } from '../../server/src/access/route.ts';
import { type CallOptions, startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { routesAfter } from '../changed-routes.ts';
import type { Part, PlantedFault, Result } from '../part.ts';
import { requests } from '../requests.ts';
import { buildWorld, canaries, unlimited } from '../world.ts';
import { Connection, encode } from './connection.ts';
import { type Input, inputsFor, type Operation, type Schema, textsInFields } from './inputs.ts';
import { buildDirectory, scimErrorBody } from './scim.ts';

const inputsPerRound = 10_000;
/** Parallel connections. */
const lanes = 4;
/** Fixed, so findings can be reproduced; each round has its own seed. */
const firstSeed = 20_260_101;

const plantedCall: CallName = 'POST /v1/users/{id}/messages';

/** Sends malicious inputs to every operation. */
export const hostile: Part = {
  name: 'hostile',
  async run({ rounds, report }) {
    const total = emptyTally();
    for (let round = 0; round < rounds; round++) {
      add(total, await sendHostile({ inputs: inputsPerRound, seed: firstSeed + round }));
      report(`${total.inputs.toLocaleString('en-US')} inputs, ${total.failures.length} failures`);
      if (total.failures.length > 20) break;
    }
    return toResult(total);
  },
  plantedFaults: [
    plant('a handler that throws on names of built-in properties', async (input) => {
      if (JSON.stringify(input).includes('constructor')) throw new Error('planted');
    }),
    plant('a handler that never responds to some inputs', async (input) => {
      if (JSON.stringify(input).includes('drop table')) await new Promise(() => undefined);
    }),
    plant('a handler that logs user input', async (input, app) => {
      app.log.info({ body: input }, 'planted');
    }),
    {
      name: 'a connection that closes without a response',
      async run() {
        const closeEarly = (portal: TestApp) =>
          portal.server.addHook('preHandler', async (request) => {
            if (JSON.stringify(request.body ?? '').includes('<script>')) request.raw.socket.destroy();
          });
        return toResult(await sendHostile({ inputs: 1_000, only: plantedCall, shrink: false, before: closeEarly }));
      },
    },
  ],
};

/** Plants a fault before one route's handler, which sees only valid input. */
function plant(name: string, fault: (input: unknown, app: TestApp['app']) => Promise<void>): PlantedFault {
  const served = routesAfter(plantedCall, ({ body, app }) => fault(body, app));
  return {
    name,
    run: async () => toResult(await sendHostile({ inputs: 1_000, only: plantedCall, shrink: false, served })),
  };
}

interface Tally {
  inputs: number;
  statuses: Map<number, number>;
  batches: number;
  /** Batches after which the connection still worked. */
  kept: number;
  failures: string[];
}

interface Attack {
  inputs: number;
  seed?: number;
  only?: CallName;
  /** Shrinks a failing input, which takes more requests. */
  shrink?: boolean;
  served?: Route[];
  before?(portal: TestApp): unknown;
}

/** Sends about this many inputs, evenly distributed over the operations. */
export async function sendHostile({
  inputs,
  seed = firstSeed,
  only,
  shrink = true,
  served,
  before,
}: Attack): Promise<Tally> {
  const portal = await startTestApp(unlimited, served);
  try {
    await before?.(portal);
    const world = await buildWorld(portal);
    const { paths, components } = (await portal.call('GET /docs/openapi.json')).body as ApiDocument;
    const port = Number(new URL(await portal.server.listen({ host: '127.0.0.1', port: 0 })).port);
    const ids = [world.organizationId, world.member, world.ticket, world.employee, world.form.id, world.serviceId];
    const documented = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => {
        const name = `${method.toUpperCase()} ${path}` as CallName;
        return {
          name,
          operation,
          ids,
          base: () => requests[name](world),
          actors: ['admin', 'admin', 'admin', 'employee'],
        };
      }),
    );
    const directory = await buildDirectory(portal);
    const scim = directory.operations.map(({ base, ...each }) => ({
      ...each,
      ids: directory.ids,
      base: () => base,
      actors: Array<string>(12).fill('directory'),
    }));
    const tokens = { ...world.tokens, forged: 'forged', directory: directory.token };
    const operations: Target[] = [...documented, ...scim].filter(({ name }) => only === undefined || name === only);
    const each = Math.ceil(inputs / operations.length);
    const total = emptyTally();
    const work = async () => {
      for (let next = operations.shift(); next; next = operations.shift()) {
        add(total, await attack({ ...next, each, seed, shrink, port, tokens, schemas: components.schemas }));
        // The logging handler may belong to another lane; any logged canary counts.
        total.failures.push(...takeLoggedCanaries(portal));
      }
    };
    await Promise.all(Array.from({ length: lanes }, work));
    return total;
  } finally {
    await portal.close();
  }
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface Target {
  name: string;
  operation: Operation;
  ids: unknown[];
  /** Those who may call it; all others call it too, less often. */
  actors: string[];
  base(): CallOptions | Promise<CallOptions>;
}

interface Batch extends Target {
  each: number;
  seed: number;
  shrink: boolean;
  port: number;
  tokens: Record<string, string | undefined>;
  schemas: Record<string, Schema>;
}

/** Sends the inputs of one operation over one connection, then a valid request over the same connection. */
async function attack({
  name,
  operation,
  each,
  seed,
  shrink,
  port,
  tokens,
  schemas,
  ...target
}: Batch): Promise<Tally> {
  const tally = { ...emptyTally(), batches: 1 };
  const connection = new Connection(port);
  try {
    // An earlier batch may have used up the record a valid request needs.
    const base = await Promise.resolve(target.base()).catch(() => undefined);
    const { ids } = target;
    const actors = [...target.actors, ...Object.keys(tokens)];
    const property = fc.asyncProperty(inputsFor(name, operation, schemas, { base, ids, actors }), async (input) => {
      const problem = await tryInput(connection, input, tokens, tally);
      if (problem) throw new Error(problem);
    });
    const { failed, counterexample, errorInstance } = await fc.check(property, {
      numRuns: each,
      seed,
      // Half of them in turn, so every text reaches every field within some rounds.
      examples: base
        ? textsInFields(name, operation, base, { count: Math.floor(each / 2), offset: seed - firstSeed }).map(
            (input) => [{ ...input, actor: target.actors[0] ?? '' }],
          )
        : [],
      endOnFailure: !shrink,
      interruptAfterTimeLimit: 120_000,
    });
    if (failed && counterexample) {
      const input = JSON.stringify(counterexample[0]).slice(0, 600);
      tally.failures.push(`${name}: ${(errorInstance as Error).message} Seed ${seed}, input ${input}`);
    }
    const fresh = await connection.send('GET', '/healthz').catch((error: Error) => error.message);
    if (typeof fresh === 'string' || fresh.status !== 200) {
      tally.failures.push(
        `${name}: after these inputs, a valid request on the connection got ${JSON.stringify(fresh)}.`,
      );
    } else if (fresh.reused) tally.kept++;
  } finally {
    connection.close();
  }
  return tally;
}

async function tryInput(
  connection: Connection,
  input: Input,
  tokens: Record<string, string | undefined>,
  tally: Tally,
) {
  tally.inputs++;
  const { method, path, headers, body } = await encode(input, tokens);
  try {
    const { status, text, requestId } = await connection.send(method, path, headers, body);
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
    if (status >= 500) return `The server answered ${status}.`;
    if (status < 400) return undefined;
    if (hasErrorShape(input.name, parse(text), requestId)) return undefined;
    return `The error (${status}) doesn't have the common error shape: ${text.slice(0, 200)}.`;
  } catch (error) {
    return `No response: ${(error as Error).message}.`;
  }
}

function hasErrorShape(name: string, body: unknown, requestId: unknown): boolean {
  if (name.includes(' /scim/v2') && scimErrorBody.safeParse(body).success) return true;
  const parsed = errorBody.safeParse(body);
  return parsed.success && parsed.data.requestId === requestId;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the log lines since the last call. */
function takeLoggedCanaries({ logs }: TestApp): string[] {
  const lines = logs.splice(0);
  const found = canaries.filter((canary) => lines.some((line) => line.toLowerCase().includes(canary.toLowerCase())));
  return found.map((canary) => `Personal data is in the logs: ${canary}.`);
}

function emptyTally(): Tally {
  return { inputs: 0, statuses: new Map(), batches: 0, kept: 0, failures: [] };
}

function add(total: Tally, more: Tally): void {
  total.inputs += more.inputs;
  total.batches += more.batches;
  total.kept += more.kept;
  for (const [status, count] of more.statuses) total.statuses.set(status, (total.statuses.get(status) ?? 0) + count);
  total.failures.push(...more.failures.filter((failure) => !total.failures.includes(failure)));
}

function toResult({ inputs, statuses, batches, kept, failures }: Tally): Result {
  const count = (from: number, to: number) =>
    [...statuses].filter(([status]) => status >= from && status <= to).reduce((sum, [, value]) => sum + value, 0);
  // The run is meaningless if everything is rejected early.
  const unreached = [200, 400, 401, 403, 404].filter((status) => batches > 50 && !statuses.has(status));
  return {
    figures: [
      { what: 'inputs', value: inputs },
      { what: 'accepted (2xx)', value: count(200, 299) },
      { what: 'rejected (4xx)', value: count(400, 499) },
      { what: 'server errors (5xx)', value: count(500, 599) },
      { what: 'batches followed by a valid request that succeeds', value: batches },
      { what: 'batches that left the connection open', value: kept },
    ],
    failures: [
      ...failures,
      ...unreached.map((status) => `No input got a ${status}, so the inputs don't reach deep enough.`),
    ],
  };
}
