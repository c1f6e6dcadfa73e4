import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { createRequests } from './new-request.creation.ts';

const service = (id: number) => ({ id, name: `Service ${id}` }) as Service;
const services = [service(1), service(2), service(3)];

/** A server with the given failures, which creates member 40 if no member id is sent. */
function serverWith(failures: Record<number, Error>) {
  const received: [serviceId: number, memberId: number | null][] = [];
  const send = async ({ id }: Service, memberId: number | null) => {
    received.push([id, memberId]);
    if (failures[id]) throw failures[id];
    return { id: 100 + id, patient: { id: memberId ?? 40 } } as ServiceRequest;
  };
  return { received, send };
}

function create(server: ReturnType<typeof serverWith>, memberId: number | null) {
  return createRequests({ services, memberId, send: server.send, onProgress: () => {} });
}

const broken = new ApiError(500, { code: 'internal', message: 'Broken.', requestId: '' });

describe('creating one request per service', () => {
  it('creates the member with the first request and reuses it for the others', async () => {
    const server = serverWith({});
    const { created, failed } = await create(server, null);
    expect(server.received).toEqual([
      [1, null],
      [2, 40],
      [3, 40],
    ]);
    expect([created.length, failed.length]).toEqual([3, 0]);
  });

  it('continues after a failure once the member exists', async () => {
    const { created, failed } = await create(serverWith({ 2: broken }), null);
    expect(created.map(({ request }) => request.id)).toEqual([101, 103]);
    expect(failed).toMatchObject([{ service: { id: 2 }, reason: 'Broken.' }]);
  });

  it('stops if the first request fails, because it may have created the member', async () => {
    const server = serverWith({ 1: broken });
    const { created, failed } = await create(server, null);
    expect(server.received).toEqual([[1, null]]);
    expect(created).toEqual([]);
    expect(failed.map(({ service: { id } }) => id)).toEqual([1, 2, 3]);
  });

  it('stops to ask if the person may be a known member', async () => {
    const candidates = [{ id: 7 }];
    const body = { code: 'possible_match', message: 'May be known.', requestId: '', candidates };
    const server = serverWith({ 1: new ApiError(409, body) });
    expect(await create(server, null)).toEqual({ created: [], failed: [], candidates });
    expect(server.received).toEqual([[1, null]]);
  });

  it.each([
    ['a broken server', broken, true],
    ['a refusal', new ApiError(400, { code: 'bad_request', message: 'No.', requestId: '' }), false],
  ])('knows that a request may exist after %s: %3$j', async (_failure, error, uncertain) => {
    expect((await create(serverWith({ 2: error }), 5)).failed).toMatchObject([{ uncertain }]);
  });

  it('says that the first try arrived if its key was used with other values', async () => {
    const used = new ApiError(409, { code: 'conflict', message: 'Key used.', requestId: '' });
    const { failed } = await create(serverWith({ 3: used }), 5);
    expect(failed[0]?.reason).toMatch(/created this request/);
  });
});
