import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp } from '../../server/src/testing/test-app.ts';
import type { Part, Result } from '../part.ts';
import { buildWorld, unlimited } from '../world.ts';
import { acceptedKinds } from './accepted-kinds.ts';
import { writeExamples } from './examples.ts';
import { type Case, findSpecmatic, runSpecmatic } from './specmatic.ts';

type Document = { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };

/** A third-party fuzzer on our published API document. */
export const fuzzer: Part = {
  name: 'fuzzer',
  async prepare() {
    await findSpecmatic();
  },
  run: ({ report }) => fuzz({ report }),
  plantedFaults: [
    {
      name: 'a document that declares the wrong status',
      run: () =>
        fuzz({
          path: '/v1/campaigns',
          alter: ({ paths }) => {
            const { '200': success, ...others } = paths['/v1/campaigns']?.get?.responses ?? {};
            Object.assign(paths['/v1/campaigns']?.get ?? {}, { responses: { ...others, 202: success } });
          },
        }),
    },
  ],
};

interface Options {
  path?: string;
  alter?(document: Document): void;
  report?(line: string): void;
}

async function fuzz({ path, alter, report }: Options): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'kinbridge-fuzzer-'));
  const portal = await startTestApp(unlimited);
  const statuses = new Map<number, number>();
  const serverErrors = new Set<string>();
  portal.server.addHook('onResponse', async (request, { statusCode }) => {
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    if (statusCode >= 500) serverErrors.add(`${request.method} ${request.routeOptions.url} answered ${statusCode}.`);
  });
  try {
    const world = await buildWorld(portal);
    await writeExamples(world, join(folder, 'examples'));
    const document = (await portal.call('GET /docs/openapi.json')).body as Document;
    alter?.(document);
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
    const url = await portal.server.listen({ host: '127.0.0.1', port: 0 });
    statuses.clear();
    const { admin = '', operator = '' } = world.tokens;
    const runs =
      path === undefined
        ? [
            // The streams never end.
            { filter: "PATH!='/v1/events' && PATH!='/v1/operator/*'", token: admin },
            { filter: "PATH='/v1/operator/*' && PATH!='/v1/operator/events'", token: operator },
          ]
        : [{ filter: `PATH='${path}'`, token: admin }];
    const cases: Case[] = [];
    for (const run of runs) cases.push(...(await runSpecmatic({ folder, url, ...run })));
    return summarize(cases, statuses, [...serverErrors], report);
  } finally {
    await portal.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function summarize(
  cases: Case[],
  statuses: Map<number, number>,
  serverErrors: string[],
  report: Options['report'],
): Result {
  const mismatches = cases.filter(({ conforms }) => !conforms);
  const kinds = mismatches.map((one) => acceptedKinds.find(({ matches }) => matches(one))?.name);
  const unexplained = mismatches.filter((_, index) => kinds[index] === undefined);
  report?.(`${cases.length} cases, ${unexplained.length} unexplained`);
  const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  return {
    figures: [
      { what: 'Specmatic test cases', value: cases.length },
      { what: 'negative test cases', value: cases.filter(({ positive }) => !positive).length },
      { what: 'requests sent', value: sent },
      { what: 'server errors (5xx)', value: serverErrors.length },
      { what: 'unexplained mismatches', value: unexplained.length },
      ...acceptedKinds.map(({ name }) => ({
        what: `accepted: ${name}`,
        value: kinds.filter((kind) => kind === name).length,
      })),
    ],
    failures: [
      ...serverErrors,
      ...unexplained.map(
        ({ positive, operation, change, status, code, fields }) =>
          `${operation} answered ${status} ${code ?? ''} ${fields.join(', ')} to ${positive ? 'a valid' : 'an invalid'} request ${change}.`,
      ),
    ],
  };
}
