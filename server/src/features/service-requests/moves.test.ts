import {
  allowedMoves,
  boardStatuses,
  bulkMoveRefusal,
  serviceRequestStatuses,
} from '@kinbridge/contract/service-requests/service-request-status';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../../testing/build.ts';
import { requestCalls } from '../../testing/requests.ts';
import { usePartners, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp();
const partners = usePartners(test);
const { pantry, nurse, worker } = partners;
const { create, move, setStatus, auditRows } = requestCalls(test, partners);
let stranger: Awaited<ReturnType<typeof buildSignedIn>>;

beforeAll(async () => {
  stranger = await buildSignedIn(test, (await buildOrganization(test)).id, { userType: 'ADMIN' });
});

describe('§4 moving a request', () => {
  it('follows the table for all 36 pairs; refusals are 409 with the request', async () => {
    const { body: request } = await create();
    for (const from of serviceRequestStatuses) {
      for (const to of serviceRequestStatuses) {
        for (const assignee of [worker.id, null]) {
          await setStatus(request.id, from, assignee);
          const before = await sql<{
            version: number;
          }>`select version from service_requests where id = ${request.id}`.one(test.app.db);
          const answer = await move(request.id, to);
          const allowed = allowedMoves(from, assignee !== null);
          const pair = `${from} to ${to}, assigned ${assignee !== null}`;
          if (allowed.includes(to)) {
            expect(answer.status, pair).toBe(200);
            expect(answer.body, pair).toMatchObject({ status: to, version: before.version + 1 });
            expect(answer.body.completeTimestamp !== null, pair).toBe(to === 'COMPLETED');
          } else {
            expect(answer.status, pair).toBe(409);
            expect(answer.body.message, pair).toMatch(/^This request is .*\.$/);
            expect(answer.body.current, pair).toMatchObject({ id: request.id, status: from, version: before?.version });
          }
        }
      }
    }
  });

  it('is refused for an unknown status or a stale version', async () => {
    const { body: request } = await create();
    expect((await move(request.id, 'LOST')).status).toBe(400);
    expect((await move(request.id, 'OPEN', worker.token, { version: 7 })).status).toBe(409);
    const moved = await move(request.id, 'OPEN', nurse.token, { version: 1 });
    expect(moved.body).toMatchObject({ status: 'OPEN', version: 2 });
    expect(await auditRows(request.id, 'service-request.move')).toEqual([
      { actor_id: nurse.id, detail: { from: 'REQUESTED', to: 'OPEN' } },
    ]);
  });

  it('lets one of 20 parallel moves win and leaves one audit row', async () => {
    const { body: request } = await create();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => move(request.id, 'OPEN', worker.token, { version: 1 })),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    expect(await auditRows(request.id, 'service-request.move')).toHaveLength(1);
  });
});

describe('§4 bulk move', () => {
  const bulk = (status: string, serviceRequestIds: number[], token = worker.token) =>
    test.call('POST /v1/service-requests/transition/{status}', {
      params: { status },
      body: { serviceRequestIds, status },
      token,
    });

  it('moves every allowed pair of the 30 and skips the rest with a reason', async () => {
    const ids: number[] = [];
    for (const _ of serviceRequestStatuses) ids.push((await create()).body.id);
    for (const target of boardStatuses) {
      for (const [index, from] of serviceRequestStatuses.entries()) await setStatus(ids[index] ?? 0, from);
      const { status, body } = await bulk(target, ids);
      expect(status).toBe(200);
      const movable = serviceRequestStatuses.map((from) => bulkMoveRefusal(from, target) === null);
      expect(body.moved).toEqual(ids.filter((_, index) => movable[index]));
      expect(body.skipped.map((row: { id: number }) => row.id)).toEqual(ids.filter((_, index) => !movable[index]));
      expect(body.message).toMatch(new RegExp(`^${body.moved.length} moved, ${body.skipped.length} skipped: `));
      for (const [index, from] of serviceRequestStatuses.entries()) {
        const row = await sql<{
          status: string;
        }>`select status from service_requests where id = ${ids[index]}`.maybeOne(test.app.db);
        expect(row?.status).toBe(movable[index] ? target : from);
      }
    }
  });

  it('refuses CANCELLED, and changes nothing when one id is foreign', async () => {
    const ids = [(await create()).body.id, (await create()).body.id];
    expect((await bulk('CANCELLED', ids)).status).toBe(400);
    const own = await buildSignedIn(test, stranger.organizationId);
    const [ownService = 0] = await serviceIds(test, (await buildOrganization(test)).id);
    const foreign = await create({ organizationId: own.organizationId, serviceId: ownService }, own.token);
    expect((await bulk('OPEN', [...ids, foreign.body.id])).status).toBe(404);
    const untouched =
      await sql`select 1 from service_requests where id = any(${ids}::bigint[]) and status = 'REQUESTED'`.many(
        test.app.db,
      );
    expect(untouched).toHaveLength(2);
    expect((await bulk('IN_PROGRESS', ids)).body).toEqual({
      moved: ids,
      skipped: [],
      message: 'Successfully updated status',
    });
    expect((await bulk('OPEN', [])).status).toBe(400);
  });

  it('moves only requests still in the expected status', async () => {
    const ids = [(await create()).body.id, (await create()).body.id];
    await bulk('IN_PROGRESS', [ids[1]]);
    const { body } = await test.call('POST /v1/service-requests/transition/{status}', {
      params: { status: 'PENDING' },
      body: { serviceRequestIds: ids, from: 'REQUESTED' },
      token: worker.token,
    });
    expect(body).toMatchObject({
      moved: [ids[0]],
      skipped: [{ id: ids[1], reason: 'now In Progress' }],
      message: `1 moved, 1 skipped: #${ids[1]} now In Progress.`,
    });
  });
});

describe('§4 undoing a move', () => {
  const undo = (serviceRequestIds: number[], status: string, token = worker.token) =>
    test.call('POST /v1/service-requests/transition/{status}', {
      params: { status },
      body: { serviceRequestIds, status, undo: true },
      token,
    });

  /** Everything an undo must restore. */
  const facts = async (ids: number[]) =>
    await sql`select id, status, status_timestamp, furthest_step, responded_timestamp, member_says_no,
        complete_timestamp from service_requests where id = any(${ids}::bigint[]) order by id`.many(test.app.db);

  const dashboard = async () =>
    (
      await test.call('GET /v1/organizations/{id}/metrics', {
        params: { id: pantry.id },
        token: worker.token,
      })
    ).body;

  const texts = async (id: number) =>
    (await sql`select 1 from sms_messages where service_request_id = ${id}`.many(test.app.db)).length;

  async function createWaiting(status = 'REQUESTED'): Promise<number> {
    const { id } = (await create()).body;
    if (status !== 'REQUESTED') await setStatus(id, status);
    await sql`update service_requests set create_timestamp = now() - interval '20 hours',
      status_timestamp = now() - interval '20 hours' where id = ${id}`.run(test.app.db);
    return id;
  }

  it('restores clock, furthest step, first response and metrics', async () => {
    const id = await createWaiting();
    const before = { facts: await facts([id]), dashboard: await dashboard() };
    expect(before.dashboard.funnel).toHaveLength(5);
    expect((await move(id, 'OPEN')).status).toBe(200);
    expect((await undo([id], 'REQUESTED')).body).toMatchObject({ moved: [id], skipped: [] });
    expect({ facts: await facts([id]), dashboard: await dashboard() }).toEqual(before);
  });

  it('restores each request of a bulk move to its own waiting time', async () => {
    const ids = [await createWaiting(), await createWaiting('OPEN'), await createWaiting()];
    await sql`update service_requests set status_timestamp = now() - interval '3 days' where id = ${ids[2]}`.run(
      test.app.db,
    );
    const before = await facts(ids);
    await test.call('POST /v1/service-requests/transition/{status}', {
      params: { status: 'IN_PROGRESS' },
      body: { serviceRequestIds: ids },
      token: worker.token,
    });
    const first = await undo(ids, 'REQUESTED');
    expect(first.body).toMatchObject({ moved: [ids[0], ids[2]], skipped: [{ id: ids[1], reason: 'was Open before' }] });
    expect((await undo([ids[1] ?? 0], 'OPEN')).body.moved).toEqual([ids[1]]);
    expect(await facts(ids)).toEqual(before);
  });

  it('undoes two quick moves in turn, each only once', async () => {
    const id = await createWaiting();
    const before = await facts([id]);
    await move(id, 'OPEN');
    await move(id, 'IN_PROGRESS');
    expect((await undo([id], 'OPEN')).body.moved).toEqual([id]);
    expect((await undo([id], 'REQUESTED')).body.moved).toEqual([id]);
    expect(await facts([id])).toEqual(before);
    expect((await undo([id], 'OPEN')).body.skipped).toEqual([{ id, reason: 'can no longer be undone' }]);
  });

  it('skips old moves, moves by others, and moves that sent a message', async () => {
    const [another = 0, old = 0, sent = 0] = [await createWaiting(), await createWaiting(), await createWaiting()];
    await move(another, 'OPEN', nurse.token);
    await move(old, 'OPEN');
    await sql`update service_requests set undo = jsonb_set(undo, '{at}', to_jsonb(now() - interval '31 seconds'))
      where id = ${old}`.run(test.app.db);
    await setStatus(sent, 'IN_PROGRESS');
    await move(sent, 'PENDING');
    const { body } = await undo([another, old], 'REQUESTED');
    expect(body).toMatchObject({ moved: [], skipped: [{ id: another }, { id: old }] });
    expect((await undo([sent], 'IN_PROGRESS')).body.moved).toEqual([]);
    expect((await facts([another, old, sent])).map((row) => (row as { status: string }).status)).toEqual([
      'OPEN',
      'OPEN',
      'PENDING',
    ]);
  });

  it('restores Pending and the answer NO without a second text', async () => {
    const id = await createWaiting('PENDING');
    await sql`update service_requests set member_says_no = true where id = ${id}`.run(test.app.db);
    const before = { facts: await facts([id]), texts: await texts(id) };
    await test.call('POST /v1/service-requests/transition/{status}', {
      params: { status: 'OPEN' },
      body: { serviceRequestIds: [id] },
      token: worker.token,
    });
    expect((await undo([id], 'PENDING')).body.moved).toEqual([id]);
    expect({ facts: await facts([id]), texts: await texts(id) }).toEqual(before);
  });

  it('appears in the timeline', async () => {
    const id = await createWaiting();
    await move(id, 'OPEN');
    await undo([id], 'REQUESTED');
    const { body } = await test.call('GET /v1/service-requests/{id}/timeline', { params: { id }, token: nurse.token });
    const moves = body.filter(({ kind }: { kind: string }) => kind === 'moved');
    expect(moves.map(({ detail }: { detail: unknown }) => detail)).toEqual([
      { from: 'REQUESTED', to: 'OPEN' },
      { from: 'OPEN', to: 'REQUESTED', undo: true },
    ]);
  });
});
