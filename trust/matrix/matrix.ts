import { isDeepStrictEqual } from 'node:util';
import { type CallName, calls } from '@kinbridge/contract/calls';
import type { Call } from '@kinbridge/contract/shared/call';
import type { Route } from '../../server/src/access/route.ts';
import { sql } from '../../server/src/db/sql.ts';
import { addToOutbox } from '../../server/src/features/messages/dev-outbox.queries.ts';
import { routes } from '../../server/src/http/routes.ts';
import { type CallOptions, startTestApp } from '../../server/src/testing/test-app.ts';
import { routesAfter, routesWith } from '../changed-routes.ts';
import type { Part, PlantedFault, Result } from '../part.ts';
import { requests } from '../requests.ts';
import { type Actor, actors, buildWorld, firstId, type World } from '../world.ts';
import { accessMatrix } from './access-matrix.ts';

/** Every operation of the API document × eleven actors, against trust/matrix/access-matrix.ts. */
export const matrix: Part = {
  name: 'matrix',
  run: () => checkMatrix(routes),
  plantedFaults: [
    loosen('a loosened permission', 'GET /v1/organizations/{id}/audit', 'organization:read'),
    loosen('a call that reaches outside, declared as one that doesn’t', 'POST /v1/users/{id}/messages', 'member:add'),
    {
      name: 'a call that reaches outside, whose gate and row let waiting organizations through',
      run: () => checkMatrix(loosened(texting, 'member:add'), [texting], readMatrix().map(loosenedRow)),
    },
    {
      name: 'a text to a stranger from an organization that waits',
      run: () => checkMatrix(textingStrangers(), ['PUT /v1/users/{id}']),
    },
    loosen('a route made public', 'GET /v1/users/{id}/merges', 'public'),
    {
      name: "another organization's record that differs from an unknown one",
      run: () => checkMatrix(revealingExistence(), ['GET /v1/campaigns/{id}']),
    },
    {
      name: 'a handler that reads the organization from the URL instead of the session',
      run: () => checkMatrix(trustingUrls(), ['GET /v1/organizations/{id}/members']),
    },
    {
      name: 'a route without a row in the matrix',
      run: () => checkMatrix(routes, ['GET /v1/organizations'], readMatrix().slice(1)),
    },
  ],
};

function loosen(name: string, call: CallName, access: Route['access']): PlantedFault {
  return { name, run: () => checkMatrix(loosened(call, access), [call]) };
}

function loosened(call: CallName, access: Route['access']): Route[] {
  return routes.map((route) => (route.name === call ? { ...route, access } : route));
}

const texting: CallName = 'POST /v1/users/{id}/messages';

/** Declares the same, so only the answer to the waiting admin differs. */
function loosenedRow(row: Row): Row {
  return row.name === texting ? { ...row, access: 'member:add' } : row;
}

/** Plants a text that no gate sees. */
function textingStrangers(): Route[] {
  const text = { channel: 'sms', to: '+12695550199', subject: null, text: 'Hello' } as const;
  return routesAfter('PUT /v1/users/{id}', ({ app }) => addToOutbox(app.db, text));
}

function trustingUrls(): Route[] {
  const name = 'GET /v1/organizations/{id}/members';
  const served = routesWith(
    name,
    (handle) => (input) => handle({ ...input, caller: { ...input.caller, organizationId: input.params.id } }),
  );
  return served.map((route) => (route.name === name ? { ...route, organization: [] } : route));
}

/** Plants a fault that reveals whether a foreign mass message exists. */
function revealingExistence(): Route[] {
  return routesWith('GET /v1/campaigns/{id}', (handle) => async (input) => {
    try {
      return await handle(input);
    } catch (error) {
      if (input.params.id < unknownId) (error as Error).message += ' It exists.';
      throw error;
    }
  });
}

/** Checks the operations with these names, or all of them. */
export async function checkMatrix(served: Route[], only: string[] = [], rows = readMatrix()): Promise<Result> {
  const portal = await startTestApp({ RATE_LIMIT_PER_ACCOUNT: '100000' }, served);
  try {
    const operations = documented((await portal.call('GET /docs/openapi.json')).body);
    const failures = [...missingRows(operations, rows), ...wrongDeclarations(served, rows)];
    const world = await buildWorld(portal);
    const { port } = new URL(await portal.server.listen({ host: '127.0.0.1', port: 0 }));
    let [answers, compared] = [0, 0];
    for (const row of rows.filter(
      ({ name }) => operations.includes(name) && (only.length === 0 || only.includes(name)),
    )) {
      const build = () => requests[row.name](world);
      // A refused call changes nothing, so all refused callers can send the same request.
      let unchanged: Promise<CallOptions> | undefined;
      const buildFor = (expected: number) => {
        if (![401, 403, 404].includes(expected)) return build();
        unchanged ??= Promise.resolve(build());
        return unchanged;
      };
      const send = async (token: string | undefined, request: CallOptions) => {
        answers++;
        const options = { ...request, token };
        return row.name.endsWith('/events')
          ? streamStatus(`http://127.0.0.1:${port}${row.name.slice('GET '.length)}`, options)
          : (await portal.call(row.name, options)).status;
      };
      const status = async (token: string | undefined, expected: number) => send(token, await buildFor(expected));
      const statusWhileWaiting = async (token: string | undefined, expected: number) => {
        const request = await buildFor(expected);
        await world.setApproval('WAITING');
        try {
          const before = expected === 403 && (await world.countRows());
          const got = await send(token, request);
          if (got === 403 && before && !isDeepStrictEqual(await world.countRows(), before)) {
            failures.push(`${row.name}: is refused while A waits for approval, but stores something.`);
          }
          return got;
        } finally {
          await world.setApproval('APPROVED');
        }
      };
      for (const actor of actors) {
        const ask = actor === 'WAITING admin' ? statusWhileWaiting : status;
        const got = await ask(world.tokens[actor], row.expected[actor]);
        if (got !== row.expected[actor]) {
          failures.push(`${row.name}: ${actor} gets ${got}; the access matrix says ${row.expected[actor]}.`);
        }
      }
      const signedOut = /^public(?!, session)/.test(row.access) ? row.expected['signed out'] : 401;
      const ended = await status(world.endedToken, signedOut);
      if (ended !== signedOut) failures.push(`${row.name}: a token from before the termination gets ${ended}.`);
      if (row.access.endsWith('proof')) {
        await world.setProof('-infinity');
        const actor = actors.find((one) => ![401, 403].includes(row.expected[one])) ?? 'admin';
        const unproven = await status(world.tokens[actor], 403);
        if (unproven !== 403) failures.push(`${row.name}: ${actor} gets ${unproven} without a fresh proof.`);
        await world.setProof('infinity');
      }
      const found = await findDifferences(world, row);
      compared += found.compared;
      failures.push(...found.failures);
    }
    failures.push(...(await findReachedStrangers(world)));
    return {
      figures: [
        { what: 'operations', value: operations.length },
        { what: 'actors', value: actors.length },
        { what: 'responses checked', value: answers },
        { what: "other organizations' ids compared with unknown ids", value: compared },
      ],
      failures,
    };
  } finally {
    await portal.close();
  }
}

function documented(document: { paths: Record<string, object> }): string[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

function missingRows(operations: string[], rows: Row[]): string[] {
  const named = new Set<string>(rows.map(({ name }) => name));
  const missing = operations.filter((name) => !named.has(name));
  const left = [...named].filter((name) => !operations.includes(name));
  return [
    ...missing.map(
      (name) =>
        `${name} has no row: add one to trust/matrix/access-matrix.ts with what each of the eleven actors gets, and a valid request to trust/requests.ts.`,
    ),
    ...left.map((name) => `${name} isn't in the API document: remove its row from trust/matrix/access-matrix.ts.`),
  ];
}

/** Runs all jobs after the attempts, while no organization is approved: staff may hear of it, strangers may not. */
async function findReachedStrangers({ portal }: World): Promise<string[]> {
  await portal.app.pool.query("update organizations set approval = 'WAITING' where approval = 'APPROVED'");
  await portal.runJobs();
  const reached = await sql<{ to: string }>`select distinct to_address as "to" from dev_outbox
    where to_address not in (select email from users where email is not null and user_type <> 'PATIENT')`.many(
    portal.app.db,
  );
  return reached.map(({ to }) => `A message leaves for ${to} while no organization is approved.`);
}

/** Commands check permissions again, so a loosened declaration might not show in any answer. */
function wrongDeclarations(served: Route[], rows: Row[]): string[] {
  return served.flatMap((route) => {
    const call: Call = calls[route.name];
    const words = [
      route.access,
      route.sessionOptional && 'session',
      route.access === 'public' && !route.uncounted && 'limited',
      call.needsProof && 'proof',
    ];
    const declared = words.filter(Boolean).join(', ');
    const row = rows.find(({ name }) => name === route.name);
    return !row || row.access === declared
      ? []
      : [`${route.name} declares '${declared}'; the access matrix says '${row.access}'.`];
  });
}

/** The stream never ends, so only its status is read. */
async function streamStatus(url: string, { token }: CallOptions): Promise<number> {
  const stop = new AbortController();
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const { status } = await fetch(url, { headers, signal: stop.signal });
  stop.abort();
  return status;
}

const unknownId = 900_000_000;
const unknownUuid = '00000000-0000-4000-8000-000000000000';

/** Compares, for each id and outside actor, a record of A with an unknown id: the answers must be identical. */
async function findDifferences(
  world: World,
  { name, expected }: Row,
): Promise<{ compared: number; failures: string[] }> {
  const failures: string[] = [];
  let compared = 0;
  for (const actor of ['B employee', 'B admin'] as const satisfies Actor[]) {
    // A rejection before any lookup can't differ.
    if (expected[actor] !== 404) continue;
    const request = await requests[name](world);
    for (const path of idPaths(request)) {
      const answer = async (options: CallOptions) => {
        const { status, body } = await world.portal.call(name, { ...options, token: world.tokens[actor] });
        return { status, body: { ...body, requestId: '' } };
      };
      const [foreign, unknown] = [await answer(request), await answer(replaceId(request, path))];
      compared++;
      if (!isDeepStrictEqual(foreign, unknown)) {
        failures.push(
          `${name}: ${actor} can tell A's ${path.join('.')} from an unknown one: ${JSON.stringify({ foreign, unknown })}.`,
        );
      }
    }
  }
  return { compared, failures };
}

type Path = string[];

/** The paths of ids in a request. */
function idPaths(value: unknown, path: Path = []): Path[] {
  if (isId(value)) return [path];
  if (value === null || typeof value !== 'object' || value instanceof Blob) return [];
  return Object.entries(value).flatMap(([key, inner]) => idPaths(inner, [...path, key]));
}

function isId(value: unknown): boolean {
  if (typeof value === 'number') return value >= firstId;
  return typeof value === 'string' && (/^\d{7,}$/.test(value) || /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value));
}

function replaceId<T>(value: T, [key, ...rest]: Path): T {
  if (key === undefined) {
    if (typeof value === 'number') return unknownId as T;
    return (/^\d+$/.test(String(value)) ? String(unknownId) : unknownUuid) as T;
  }
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[key] = replaceId(copy[key], rest);
  return copy as T;
}

interface Row {
  name: CallName;
  /** The declaration: a permission or public; `session` if it returns more; `limited` per address; `proof` if needed. */
  access: string;
  expected: Record<Actor, number>;
}

function readMatrix(): Row[] {
  const lines = accessMatrix.split('\n').filter((line) => /^(GET|POST|PUT|DELETE) /.test(line));
  return lines.map((line) => {
    const [, name, access, statuses] = /^(\S+ \S+)\s+(\S.*?)\s+((?:\d{3}\s*){11})$/.exec(line) ?? [];
    if (!name || !access || !statuses) throw new Error(`This row of the access matrix can't be read: ${line}`);
    const numbers = statuses.trim().split(/\s+/).map(Number);
    const expected = Object.fromEntries(actors.map((actor, index) => [actor, numbers[index]])) as Record<Actor, number>;
    return { name: name as CallName, access, expected };
  });
}
