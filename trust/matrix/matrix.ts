import { isDeepStrictEqual } from 'node:util';
import type { CallName } from '@kinbridge/contract/calls';
import type { Route } from '../../server/src/access/route.ts';
import { routes } from '../../server/src/http/routes.ts';
import { type CallOptions, startTestApp } from '../../server/src/testing/test-app.ts';
import type { Part, PlantedFault, Result } from '../part.ts';
import { requests } from '../requests.ts';
import { type Actor, actors, buildWorld, firstId, type World } from '../world.ts';
import { type Row, readMatrix } from './read-matrix.ts';

/** Every operation of the API document × nine actors, against trust/matrix/access-matrix.ts. */
export const matrix: Part = {
  name: 'matrix',
  shows: 'Every operation answers each of nine actors as the access matrix says.',
  run: () => checkMatrix(routes),
  plantedFaults: [
    loosened('a permission that was loosened', 'GET /v1/organizations/{id}/audit', 'organization:read'),
    loosened('a route that became public', 'GET /v1/users/{id}/merges', 'public'),
    {
      name: "another organization's record that looks different from an absent one",
      run: () => checkMatrix(routes.map(telling), ['GET /v1/campaigns/{id}']),
    },
    {
      name: 'a handler that takes the organization from the address instead of the token',
      run: () => checkMatrix(routes.map(trustingAddress), ['GET /v1/organizations/{id}/members']),
    },
    {
      name: 'a route without a row',
      run: () => checkMatrix(routes, ['GET /v1/organizations'], readMatrix().slice(1)),
    },
  ],
};

function loosened(name: string, call: CallName, access: Route['access']): PlantedFault {
  const planted = routes.map((route) => (route.name === call ? { ...route, access } : route));
  return { name, run: () => checkMatrix(planted, [call]) };
}

function trustingAddress(route: Route): Route {
  if (route.name !== 'GET /v1/organizations/{id}/members') return route;
  const handle = (input: { params: { id: number }; actor: object }) =>
    route.handle({ ...input, actor: { ...input.actor, organizationId: input.params.id } } as never);
  return { ...route, handle: handle as Route['handle'] };
}

/** Plants a fault that reveals whether a foreign campaign exists. */
function telling(route: Route): Route {
  if (route.name !== 'GET /v1/campaigns/{id}') return route;
  const handle = async (input: { params: { id: number } }) => {
    try {
      return await route.handle(input as never);
    } catch (error) {
      if (input.params.id < absentId) (error as Error).message += ' It exists.';
      throw error;
    }
  };
  return { ...route, handle: handle as Route['handle'] };
}

/** Checks the operations with these names, or all of them. */
export async function checkMatrix(served: Route[], only: string[] = [], rows = readMatrix()): Promise<Result> {
  const portal = await startTestApp({ RATE_LIMIT_PER_ACCOUNT: '100000' }, served);
  try {
    const operations = documented((await portal.call('GET /docs/openapi.json')).body);
    const misses = [...missingRows(operations, rows), ...wrongDeclarations(served, rows)];
    const world = await buildWorld(portal);
    const { port } = new URL(await portal.server.listen({ host: '127.0.0.1', port: 0 }));
    let [answers, compared] = [0, 0];
    for (const row of rows.filter(
      ({ name }) => operations.includes(name) && (only.length === 0 || only.includes(name)),
    )) {
      const status = async (token: string | undefined) => {
        answers++;
        const options = { ...(await requests[row.name](world)), token };
        return row.name === 'GET /v1/events'
          ? beginsWith(port, options)
          : (await portal.call(row.name, options)).status;
      };
      for (const actor of actors) {
        const got = await status(world.tokens[actor]);
        if (got !== row.expected[actor]) {
          misses.push(`${row.name}: ${actor} gets ${got}; the access matrix says ${row.expected[actor]}.`);
        }
      }
      const ended = await status(world.endedToken);
      const signedOut = /^public(?!, session)/.test(row.access) ? row.expected['signed out'] : 401;
      if (ended !== signedOut) misses.push(`${row.name}: a token from before the termination gets ${ended}.`);
      const differing = await differences(world, row);
      compared += differing.compared;
      misses.push(...differing.misses);
    }
    return {
      figures: [
        { what: 'operations', value: operations.length },
        { what: 'actors', value: actors.length },
        { what: 'answers checked', value: answers },
        { what: "another organization's ids compared with absent ones", value: compared },
      ],
      misses,
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
        `${name} has no row: add one to trust/matrix/access-matrix.ts with what each of the nine actors gets, and a valid request to trust/requests.ts.`,
    ),
    ...left.map((name) => `${name} isn't in the API document: remove its row from trust/matrix/access-matrix.ts.`),
  ];
}

/** Commands check permissions again, so a loosened declaration might not show in any answer. */
function wrongDeclarations(served: Route[], rows: Row[]): string[] {
  return served.flatMap((route) => {
    const words = [route.access, route.sessionOptional && 'session', route.limited && 'limited'];
    const declared = words.filter(Boolean).join(', ');
    const row = rows.find(({ name }) => name === route.name);
    return !row || row.access === declared
      ? []
      : [`${route.name} declares '${declared}'; the access matrix says '${row.access}'.`];
  });
}

/** The stream never ends, so only its status is read. */
async function beginsWith(port: string, { token }: CallOptions): Promise<number> {
  const stop = new AbortController();
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const { status } = await fetch(`http://127.0.0.1:${port}/v1/events`, { headers, signal: stop.signal });
  stop.abort();
  return status;
}

const absentId = 900_000_000;
const absentUuid = '00000000-0000-4000-8000-000000000000';

/** Compares, for each id and outside actor, a record of A with an unknown id: the answers must be identical. */
async function differences(world: World, { name, expected }: Row): Promise<{ compared: number; misses: string[] }> {
  const misses: string[] = [];
  let compared = 0;
  for (const actor of ['B employee', 'B admin'] as const satisfies Actor[]) {
    // A refusal before any lookup can't differ.
    if (expected[actor] !== 404) continue;
    const request = await requests[name](world);
    for (const place of idPlaces(request)) {
      const answer = async (options: CallOptions) => {
        const { status, body } = await world.portal.call(name, { ...options, token: world.tokens[actor] });
        return { status, body: { ...body, requestId: '' } };
      };
      const [foreign, absent] = [await answer(request), await answer(replaced(request, place))];
      compared++;
      if (!isDeepStrictEqual(foreign, absent)) {
        misses.push(
          `${name}: ${actor} can tell A's ${place.join('.')} from an absent one: ${JSON.stringify({ foreign, absent })}.`,
        );
      }
    }
  }
  return { compared, misses };
}

type Place = string[];

/** The paths of ids in a request. */
function idPlaces(value: unknown, place: Place = []): Place[] {
  if (isId(value)) return [place];
  if (value === null || typeof value !== 'object' || value instanceof Blob) return [];
  return Object.entries(value).flatMap(([key, inner]) => idPlaces(inner, [...place, key]));
}

function isId(value: unknown): boolean {
  if (typeof value === 'number') return value >= firstId;
  return typeof value === 'string' && (/^\d{7,}$/.test(value) || /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value));
}

function replaced<T>(value: T, [key, ...rest]: Place): T {
  if (key === undefined) {
    if (typeof value === 'number') return absentId as T;
    return (/^\d+$/.test(String(value)) ? String(absentId) : absentUuid) as T;
  }
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest);
  return copy as T;
}
