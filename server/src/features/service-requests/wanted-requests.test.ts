import { expect, it } from 'vitest';
import { buildOrganization, buildSignedIn } from '../../testing/build.ts';
import { requestCalls } from '../../testing/requests.ts';
import { queriesOf } from '../../testing/statements.ts';
import { usePartners, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp();
const partners = usePartners(test);
const { nurse, worker } = partners;
const { create } = requestCalls(test, partners);

const paths = ['', '/timeline?background=true', '/notes'];

/** Three organizations, one of them no side of any request, read five requests in the same moment. */
async function buildReads(path: string) {
  const stranger = await buildSignedIn(test, (await buildOrganization(test)).id);
  const ids: number[] = [];
  for (let i = 0; i < 5; i++) {
    const { id } = (await create({ description: `Request ${i}` })).body;
    const note = { serviceRequestId: id, content: `Comment ${i}` };
    expect((await test.call('POST /v1/notes', { parts: { note }, token: nurse.token })).status).toBe(201);
    ids.push(id);
  }
  const unknown = Math.max(...ids) + 1000;
  const tokens = [nurse.token, stranger.token, worker.token];
  return [...ids, unknown].flatMap((id) =>
    tokens.map((token) => ({ id, token, url: `/v1/service-requests/${id}${path}` })),
  );
}

const read = async ({ url, token }: { url: string; token: string }) => {
  const { statusCode, body } = await test.server.inject({ url, headers: { authorization: `Bearer ${token}` } });
  return { status: statusCode, body: statusCode === 200 ? body : null };
};

it.each(paths)('answers concurrent reads of a request%s like single ones', async (path) => {
  const reads = await buildReads(path);
  const alone = [];
  for (const one of reads) alone.push(await read(one));
  expect(alone.map(({ status }) => status)).toEqual([...Array(5).fill([200, 404, 200]), [404, 404, 404]].flat());
  expect(await Promise.all(reads.map(read))).toEqual(alone);
});

it('reads requests of the same moment with few statements', async () => {
  const reads = await buildReads('/notes');
  const queries = await queriesOf(() => Promise.all(reads.slice(0, 15).map(read)));
  expect(queries.filter(({ text }) => text.includes('from notes')).length).toBeLessThan(5);
});
