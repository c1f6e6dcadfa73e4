import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, nextNumber, serviceIds } from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

type Person = Awaited<ReturnType<typeof buildSignedIn>>;

let test: TestApp;
let nurse: Person;
let stranger: Person;
let serviceId: number;
/** Three similar records. */
let [first, second, third] = [0, 0, 0];

beforeAll(async () => {
  test = await startTestApp();
  const [clinic, pantry] = [await buildOrganization(test), await buildOrganization(test)];
  [nurse, stranger] = [await buildSignedIn(test, clinic.id), await buildSignedIn(test, pantry.id)];
  [serviceId = 0] = await serviceIds(test, clinic.id);
});
afterAll(() => test.close());

const as = (call: string, options: object) => test.call(call, { token: nurse.token, ...options });

beforeEach(async () => {
  const common = { lastName: `Ruiz${nextNumber()}`, phoneNumber: `+1269555${3000 + nextNumber()}` };
  const create = async (firstName: string) => {
    const patient = { ...common, firstName };
    const serviceRequest = { organizationId: nurse.organizationId, serviceId, patient };
    return (await as('POST /v1/service-requests', { parts: { serviceRequest } })).body.patient.id as number;
  };
  [first, second, third] = [await create('Ana'), await create('Anna'), await create('Anita')];
});

const dismiss = (id: number, otherId: number, options: object = {}) =>
  as('PUT /v1/users/{id}/duplicates/{otherId}/dismissal', { params: { id, otherId }, ...options });
const takeBack = (id: number, otherId: number, options: object = {}) =>
  as('DELETE /v1/users/{id}/duplicates/{otherId}/dismissal', { params: { id, otherId }, ...options });
const merge = async (id: number, mergedId: number) =>
  (await as('POST /v1/users/{id}/merges', { params: { id }, body: { mergedId } })).body.id as number;
const undoMerge = (id: number, mergeId: number) =>
  as('POST /v1/users/{id}/merges/{mergeId}/undo', { params: { id, mergeId } });
const suggested = async (id: number): Promise<number[]> =>
  (await as('GET /v1/users/{id}/duplicates', { params: { id } })).body.duplicates
    .map(({ member }: { member: { id: number } }) => member.id)
    .sort((a: number, b: number) => a - b);
const logged = async (action: string) => {
  return sql<{ entity: number; other: number }>`
    select entity_id as entity, (detail ->> 'otherId')::bigint as other from audit_log
    where action = ${action} and actor_id = ${nurse.id} and entity_id = any(${[first, second, third]}::bigint[])
    order by id`.many(test.app.db);
};

describe('“Not the same person”', () => {
  it('hides only the pair, from either side', async () => {
    expect(await suggested(first)).toEqual([second, third]);
    expect((await dismiss(second, first)).status).toBe(204);
    expect([await suggested(first), await suggested(second)]).toEqual([[third], [third]]);
    expect(await suggested(third)).toEqual([first, second]);
  });

  it('can be undone from either side and is logged once on both records', async () => {
    for (const [id, otherId] of [
      [first, second],
      [first, second],
      [second, first],
    ] as const) {
      expect((await dismiss(id, otherId)).status).toBe(204);
    }
    expect(await logged('member.not-duplicate')).toEqual([
      { entity: first, other: second },
      { entity: second, other: first },
    ]);
    expect([(await takeBack(second, first)).status, (await takeBack(first, second)).status]).toEqual([204, 204]);
    expect(await suggested(first)).toEqual([second, third]);
    expect(await logged('member.not-duplicate-undo')).toHaveLength(2);
  });

  it('applies to the survivor of a merge until the merge is undone', async () => {
    await dismiss(first, second);
    const mergeId = await merge(third, first);
    expect([await suggested(third), await suggested(second)]).toEqual([[], []]);
    await undoMerge(third, mergeId);
    expect([await suggested(first), await suggested(third)]).toEqual([[third], [first, second]]);
  });

  it('can be undone for a survivor', async () => {
    await dismiss(first, second);
    await merge(third, first);
    expect((await takeBack(second, third)).status).toBe(204);
    expect([await suggested(third), await suggested(second)]).toEqual([[second], [third]]);
  });

  it("doesn't prevent merging the two", async () => {
    await dismiss(first, second);
    expect(await merge(first, second)).toBeGreaterThan(0);
    expect(await suggested(first)).toEqual([third]);
  });

  it('is refused for the record itself, and for merged or unseen records', async () => {
    const statuses = async (...pair: [number, number, object?]) => [
      (await dismiss(...pair)).status,
      (await takeBack(...pair)).status,
    ];
    expect(await statuses(first, first)).toEqual([400, 400]);
    expect(await statuses(first, 999_999)).toEqual([404, 404]);
    expect(await statuses(first, second, { token: stranger.token })).toEqual([404, 404]);
    await merge(third, second);
    expect(await statuses(first, second)).toEqual([404, 404]);
    expect(await logged('member.not-duplicate')).toEqual([]);
  });
});
