import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp } from '../../server/src/testing/test-app.ts';
import type { Part, Result } from '../part.ts';
import { buildWorld } from '../world.ts';
import { acceptedKinds } from './accepted-kinds.ts';
import { writeExamples } from './examples.ts';
import { type Case, findSpecmatic, runSpecmatic } from './specmatic.ts';

type Document = { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };

/** A third-party fuzzer on our published API document. */
export const fuzzer: Part = {
  name: 'fuzzer',
  shows: 'The API answers as its document says, to inputs that fit the document and to inputs that break it.',
  async prepare() {
    await findSpecmatic();
  },
  run: ({ report }) => fuzz({ report }),
  plantedFaults: [
    {
      name: 'a document that promises another status',
      run: () =>
        fuzz({
          path: '/v1/campaigns',
          lie: ({ paths }) => {
            const { '200': success, ...others } = paths['/v1/campaigns']?.get?.responses ?? {};
            Object.assign(paths['/v1/campaigns']?.get ?? {}, { responses: { ...others, 202: success } });
          },
        }),
    },
  ],
};

interface Options {
  path?: string;
  lie?(document: Document): void;
  report?(line: string): void;
}

async function fuzz({ path, lie, report }: Options): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'kinbridge-fuzzer-'));
  const unlimited = { RATE_LIMIT_PER_ACCOUNT: '999999999', RATE_LIMIT_PER_ADDRESS: '999999999' };
  const portal = await startTestApp(unlimited);
  const statuses = new Map<number, number>();
  const failures = new Set<string>();
  portal.server.addHook('onResponse', async (request, { statusCode }) => {
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    if (statusCode >= 500) failures.add(`${request.method} ${request.routeOptions.url} answered ${statusCode}.`);
  });
  try {
    const world = await buildWorld(portal);
    await writeExamples(world, join(folder, 'examples'));
    const document = (await portal.call('GET /docs/openapi.json')).body as Document;
    lie?.(document);
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
    const url = await portal.server.listen({ host: '127.0.0.1', port: 0 });
    statuses.clear();
    const run = { folder, url, token: world.tokens.admin ?? '' };
    const cases = await runSpecmatic(path === undefined ? run : { ...run, path });
    return judge(cases, statuses, [...failures], report);
  } finally {
    await portal.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function judge(cases: Case[], statuses: Map<number, number>, failures: string[], report: Options['report']): Result {
  const disagreeing = cases.filter(({ agrees }) => !agrees);
  const kinds = disagreeing.map((one) => acceptedKinds.find(({ holds }) => holds(one))?.name);
  const unexplained = disagreeing.filter((_, index) => kinds[index] === undefined);
  report?.(`${cases.length} cases, ${unexplained.length} unexplained`);
  const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  return {
    figures: [
      { what: 'cases of Specmatic', value: cases.length },
      { what: 'of them negative', value: cases.filter(({ positive }) => !positive).length },
      { what: 'requests', value: sent },
      { what: 'failed (5xx)', value: failures.length },
      { what: 'unexplained mismatches', value: unexplained.length },
      ...acceptedKinds.map(({ name }) => ({
        what: `accepted: ${name}`,
        value: kinds.filter((kind) => kind === name).length,
      })),
    ],
    misses: [
      ...failures,
      ...unexplained.map(
        ({ positive, operation, change, status, code, fields }) =>
          `${operation} answered ${status} ${code ?? ''} ${fields.join(', ')} to an input that ${positive ? 'fits' : 'breaks'} the document ${change}.`,
      ),
    ],
  };
}
