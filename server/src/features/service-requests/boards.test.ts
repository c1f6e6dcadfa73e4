import { serviceRequestStatuses } from '@kinbridge/contract/service-requests/service-request-status';
import { describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../../testing/build.ts';
import { person, requestCalls } from '../../testing/requests.ts';
import { usePartners, useTestApp } from '../../testing/use-test-app.ts';
import { sumUpCounts } from './counts.commands.ts';

const test = useTestApp();
const partners = usePartners(test);
const { clinic, pantry, nurse, worker } = partners;
const { create, setStatus } = requestCalls(test, partners);

describe('the boards', () => {
  it('page, count, sort and search on the server', async () => {
    const here = await buildOrganization(test, { name: 'Quiet Harbor' });
    const staff = await buildSignedIn(test, here.id);
    const ids: number[] = [];
    for (const name of ['Ana', 'Bea', 'Cleo', 'Dora']) {
      ids.push(
        (await create({ organizationId: here.id, patient: { firstName: name, lastName: 'Quill' } }, staff.token)).body
          .id,
      );
    }
    await setStatus(ids[0] ?? 0, 'OPEN');
    await setStatus(ids[3] ?? 0, 'COMPLETED');
    const board = async (query: Record<string, string>, token = staff.token) =>
      (await test.call('GET /v1/organizations/{id}/service-requests', { params: { id: here.id }, query, token })).body;
    const names = (page: { content: { patient: { firstName: string } }[] }) =>
      page.content.map((row) => row.patient.firstName);

    const first = await board({ page: '0', size: '1', status: 'REQUESTED' });
    expect(first).toMatchObject({ totalElements: 2, totalPages: 2, size: 1, number: 0 });
    expect(first.counts).toEqual({
      REQUESTED: 2,
      OPEN: 1,
      IN_PROGRESS: 0,
      PENDING: 0,
      COMPLETED: 1,
      CANCELLED: 0,
      overdue: 0,
      declined: 0,
      stalled: 0,
    });
    expect(names(first)).toEqual(['Cleo']);
    expect(names(await board({ page: '0', sort: 'memberName,asc' }))).toEqual(['Ana', 'Bea', 'Cleo', 'Dora']);
    expect(names(await board({ page: '0', sort: 'memberName,desc', size: '2' }))).toEqual(['Dora', 'Cleo']);
    expect(names(await board({ page: '0', sort: 'patient.firstName,asc', size: '2' }))).toEqual(['Ana', 'Bea']);
    // An empty filter is ignored.
    expect(names(await board({ page: '0', sort: 'memberName,asc', name: '', status: '' }))).toHaveLength(4);
    for (const sort of [
      'organization,asc',
      'assignee,desc',
      'serviceType,asc',
      'category,asc',
      'statusTimestamp,desc',
      'completeTimestamp,asc',
    ]) {
      expect((await board({ page: '0', sort })).content).toHaveLength(4);
    }
    for (const name of ['bea', 'QUILL be', `#${ids[1]}`, 'ea qui'])
      expect(names(await board({ page: '0', name })).includes('Bea')).toBe(true);
    expect((await board({ page: '0', name: 'pantry wim' })).totalElements).toBe(2);
    expect((await board({ page: '0', name: '100%' })).totalElements).toBe(0);
    await sumUpCounts(test.app.db);
    expect((await board({ page: '0' })).counts).toMatchObject({ REQUESTED: 2, OPEN: 1, COMPLETED: 1 });

    const bad = await test.call('GET /v1/organizations/{id}/service-requests', {
      params: { id: here.id },
      query: { page: '0', sort: 'secret,asc' },
      token: staff.token,
    });
    expect(bad.status).toBe(400);
    const plain = await test.call('GET /v1/organizations/{id}/service-requests', {
      params: { id: here.id },
      token: staff.token,
    });
    expect(plain.body.map((row: { id: number }) => row.id)).toEqual([...ids].reverse());
    expect(plain.headers['x-total-count']).toBe('4');
  });

  it.each([true, 'true', false, 'false'])('take %j in JSON for withCancelled', async (withCancelled) => {
    const answer = await test.call('POST /v1/organizations/{id}/service-requests/search', {
      params: { id: clinic.id },
      body: { withCancelled },
      token: nurse.token,
    });
    expect(answer.status).toBe(200);
  });

  it('list the newest by date, not by id, without a page', async () => {
    const here = await buildOrganization(test);
    const staff = await buildSignedIn(test, here.id);
    const send = async () => (await create({ organizationId: here.id, patient: person() }, staff.token)).body.id;
    const [first, late, last] = [await send(), await send(), await send()];
    await sql`update service_requests set create_timestamp = now() - interval '1 day' where id = ${late}`.run(
      test.app.db,
    );
    const list = await test.call('GET /v1/organizations/{id}/service-requests', {
      params: { id: here.id },
      token: staff.token,
    });
    expect(list.body.map((row: { id: number }) => row.id)).toEqual([last, first, late]);
  });

  it('find cancelled requests from every tab and sort by other organization', async () => {
    const shelter = await buildOrganization(test, { name: 'Aaron Shelter' });
    const [bed = 0] = await serviceIds(test, shelter.id);
    const here = await buildOrganization(test, { name: 'Mid Clinic' });
    const staff = await buildSignedIn(test, here.id);
    const refer = async (serviceId: number, firstName: string) =>
      (await create({ organizationId: here.id, serviceId, patient: person({ firstName }) }, staff.token)).body.id;
    const food = await refer(partners.serviceId, 'Otis');
    const shelterBed = await refer(bed, 'Otto');
    await setStatus(shelterBed, 'CANCELLED');
    const board = async (query: Record<string, string>) => {
      const input = { params: { id: here.id }, query: { page: '0', ...query }, token: staff.token };
      const { body } = await test.call('GET /v1/organizations/{id}/service-requests', input);
      expect(body.totalElements).toBe(body.content.length);
      return body.content.map((row: { id: number }) => row.id);
    };
    expect(await board({ status: 'REQUESTED', name: 'ot' })).toEqual([food]);
    expect(await board({ status: 'REQUESTED', name: 'ot', withCancelled: 'true' })).toEqual([shelterBed, food]);
    expect(await board({ status: 'REQUESTED', withCancelled: 'true' })).toEqual([shelterBed, food]);
    expect(await board({ status: 'OPEN', withCancelled: 'false' })).toEqual([]);
    expect(await board({ sort: 'organization,asc' })).toEqual([shelterBed, food]);
    expect(await board({ sort: 'organization,desc' })).toEqual([food, shelterBed]);
  });

  it('sort missing values last and statuses in workflow order', async () => {
    const here = await buildOrganization(test, { name: 'Sorted Clinic' });
    const staff = await buildSignedIn(test, here.id);
    const refer = async () => (await create({ organizationId: here.id, patient: person() }, staff.token)).body.id;
    const done = await refer();
    const unassigned = await refer();
    const open = await refer();
    await setStatus(done, 'COMPLETED');
    await setStatus(open, 'OPEN');
    const board = async (sort: string) => {
      const input = { params: { id: here.id }, query: { page: '0', sort }, token: staff.token };
      const { body } = await test.call('GET /v1/organizations/{id}/service-requests', input);
      return body.content.map((row: { id: number }) => row.id);
    };
    for (const direction of ['asc', 'desc']) {
      expect((await board(`assignee,${direction}`)).at(-1)).toBe(unassigned);
      expect((await board(`completeTimestamp,${direction}`))[0]).toBe(done);
    }
    expect(await board('status,asc')).toEqual([unassigned, open, done]);
    expect(await board('status,desc')).toEqual([done, open, unassigned]);
  });

  it('keep the same order across pages for every sort field', async () => {
    const [here, there] = [await buildOrganization(test, { name: 'Ordered' }), await buildOrganization(test)];
    const staff = await buildSignedIn(test, here.id);
    const agents = [staff.id, (await buildSignedIn(test, here.id, { firstName: 'Ada' })).id];
    await sql`insert into services (organization_id, name, type) values (${here.id}, 'Aid', 'MEDICAL'),
      (${there.id}, 'zeal', 'SOCIAL')`.run(test.app.db);
    await sql`with people as (
        insert into users (user_type, status, organization_id, first_name, last_name)
        select 'PATIENT', 'ACTIVE', ${here.id}, (array['Zoe', 'ana', 'Ángel'])[1 + n % 3], 'L' || n % 4
        from generate_series(1, 8) n returning id)
      insert into service_requests (organization_id, provider_id, service_id, member_id, assignee_id, status,
        status_timestamp, create_timestamp, complete_timestamp)
      select case when n % 5 = 0 then ${there.id}::bigint else ${here.id} end, s.organization_id, s.id,
        (select min(id) from people) + n % 8, (${agents}::bigint[])[1 + n % 3],
        (${[...serviceRequestStatuses]}::text[])[1 + n * 7 % 6], now() - n % 4 * interval '1 day',
        now() - n * 11 % 5 * interval '1 day', case when n * 7 % 6 = 4 then now() - n % 7 * interval '1 hour' end
      from generate_series(1, 48) n, lateral (
        select id, organization_id from services where organization_id in (${here.id}, ${there.id})
          and (organization_id = ${here.id} or n % 5 > 0) order by id offset n % 3 limit 1) s`.run(test.app.db);
    const orders: Record<string, string[]> = {
      memberName: ['m.first_name collate person_names', 'm.last_name collate person_names'],
      organization: ['other.name collate person_names'],
      assignee: ['a.first_name collate person_names', 'a.last_name collate person_names'],
      serviceType: ['(r.organization_id = r.provider_id)'],
      serviceName: ['s.name collate person_names'],
      category: ['s.type'],
      status: [`array_position(array['${serviceRequestStatuses.join("','")}'], r.status)`],
      statusTimestamp: ['r.status_timestamp'],
      createTimestamp: ['r.create_timestamp'],
      completeTimestamp: ['r.complete_timestamp'],
    };
    for (const side of ['', 'incoming-'] as const) {
      const [own, other] = side ? ['provider_id', 'organization_id'] : ['organization_id', 'provider_id'];
      for (const [field, keys] of Object.entries(orders)) {
        for (const direction of ['asc', 'desc']) {
          const id = field.endsWith('Timestamp') ? direction : 'desc';
          const rows = await sql<{ id: number }>`select r.id from service_requests r
            join users m on m.id = r.member_id join services s on s.id = r.service_id
            join organizations other on other.id = r.${sql.ref(other ?? '')} left join users a on a.id = r.assignee_id
            where r.${sql.ref(own ?? '')} = ${here.id} order by ${sql.raw(
              keys.map((key) => `${key} ${direction} nulls last`).join(', '),
            )}, r.id ${sql.raw(id)}`.many(test.app.db);
          const seen: number[] = [];
          for (const page of ['0', '1']) {
            const query = { page, size: '30', sort: `${field},${direction}` };
            const call = `GET /v1/organizations/{id}/${side}service-requests`;
            const { body } = await test.call(call, { params: { id: here.id }, query, token: staff.token });
            seen.push(...body.content.map((row: { id: number }) => row.id));
          }
          expect([side, field, direction, seen]).toEqual([side, field, direction, rows.map((row) => row.id)]);
        }
      }
    }
  });

  it('show a request as incoming only to the provider, with its new name', async () => {
    const { body: request } = await create({ patient: person({ firstName: 'Zephyr' }) });
    const incoming = (token: string, id: number, name: string) =>
      test.call('GET /v1/organizations/{id}/incoming-service-requests', {
        params: { id },
        query: { page: '0', name },
        token,
      });
    expect((await incoming(worker.token, pantry.id, 'zephyr')).body.content[0].id).toBe(request.id);
    expect((await incoming(nurse.token, clinic.id, 'zephyr')).body.totalElements).toBe(0);
    expect((await incoming(nurse.token, pantry.id, 'zephyr')).status).toBe(404);
    await test.call('PUT /v1/users/{id}', {
      params: { id: request.patient.id },
      body: { firstName: 'Boreas' },
      token: nurse.token,
    });
    expect((await incoming(worker.token, pantry.id, 'boreas')).body.content[0].id).toBe(request.id);
    expect((await incoming(worker.token, pantry.id, 'zephyr')).body.totalElements).toBe(0);
  });

  it('opened in the same moment show each organization its own and record all readers', async () => {
    const places = await Promise.all(
      ['Ana', 'Bea'].map(async (firstName) => {
        const here = await buildOrganization(test);
        const staff = await Promise.all([1, 2, 3].map(() => buildSignedIn(test, here.id)));
        const patient = { firstName, lastName: 'Moment' };
        const { id } = (await create({ organizationId: here.id, patient }, staff[0]?.token ?? '')).body;
        return { here, staff, id };
      }),
    );
    const reads = places.flatMap(({ here, staff, id }) =>
      staff.map(async ({ id: reader, token }) => {
        const { body } = await test.call('GET /v1/organizations/{id}/service-requests', {
          params: { id: here.id },
          query: { page: '0' },
          token,
        });
        expect(body.content.map((row: { id: number }) => row.id)).toEqual([id]);
        return reader;
      }),
    );
    const readers = await Promise.all(reads);
    const recorded = await sql<{ id: number }>`
      select distinct actor_id as id from audit_log where action = 'service-request.list'
        and actor_id = any(${readers}::bigint[])`.many(test.owner);
    expect(recorded.map(({ id }) => id).sort()).toEqual([...readers].sort());
  });

  it('return counts alone, for either side', async () => {
    const counts = (kind: string, id: number, token: string) =>
      test.call(`GET /v1/organizations/{id}/${kind}/counts`, { params: { id }, token });
    const { body } = await counts('incoming-service-requests', pantry.id, worker.token);
    const row = await sql<{
      n: number;
    }>`select count(*) as n from service_requests where provider_id = ${pantry.id} and status = 'REQUESTED'`.maybeOne(
      test.app.db,
    );
    expect(body.REQUESTED).toBe(row?.n);
    expect((await counts('service-requests', clinic.id, nurse.token)).status).toBe(200);
    expect((await counts('service-requests', clinic.id, worker.token)).status).toBe(404);
  });
});

describe('the latest request per member', () => {
  it('lists every visible member once, with request filters', async () => {
    const here = await buildOrganization(test);
    const staff = await buildSignedIn(test, here.id);
    const patient = person({ firstName: 'Latest' });
    await create({ organizationId: here.id, patient }, staff.token);
    const { body: latest } = await create({ organizationId: here.id, patient }, staff.token);
    const { body: other } = await create(
      { organizationId: here.id, patient: person({ firstName: 'Alone' }) },
      staff.token,
    );
    await sql`delete from sms_messages where service_request_id = ${other.id}`.run(test.app.db);
    await sql`delete from emails`.run(test.app.db);
    await sql`delete from service_requests where id = ${other.id}`.run(test.app.db);
    const filter = async (query: Record<string, string> = {}) =>
      (
        await test.call('GET /v1/organizations/{id}/service-requests/filter', {
          params: { id: here.id },
          query,
          token: staff.token,
        })
      ).body;
    const all = await filter({ sort: 'patient.firstName,desc' });
    expect(all.totalElements).toBe(2);
    expect(all.content[0].id).toBe(latest.id);
    expect(Object.keys(all.content[1]).sort()).toEqual(Object.keys(all.content[0]).sort());
    const { patient: alone, ...rest } = all.content[1];
    expect(alone.firstName).toBe('Alone');
    expect(Object.values(rest).every((value) => value === null)).toBe(true);
    expect((await filter({ serviceType: 'FOOD' })).totalElements).toBe(1);
    expect((await filter({ serviceType: 'LEGAL' })).totalElements).toBe(0);
    expect((await filter({ serviceName: 'box', name: 'late' })).totalElements).toBe(1);
    const today = new Date().toISOString();
    const before = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    expect((await filter({ fromDate: before, toDate: today })).totalElements).toBe(1);
    expect((await filter({ toDate: before })).totalElements).toBe(0);
  });

  it.each(['dateOfBirth', 'email', 'zipCode', 'createTimestamp'])('lists members by their %s', async (field) => {
    const here = await buildOrganization(test);
    const { token } = await buildSignedIn(test, here.id);
    const ana = person({ firstName: 'Ana', dateOfBirth: '1950-01-02', email: 'ana@example.org', zipCode: '49001' });
    const ben = person({ firstName: 'Ben', dateOfBirth: '1960-01-02', email: 'ben@example.org', zipCode: '49009' });
    for (const patient of [ana, ben]) await create({ organizationId: here.id, patient }, token);
    for (const [direction, names] of [
      ['asc', ['Ana', 'Ben']],
      ['desc', ['Ben', 'Ana']],
    ]) {
      const { body } = await test.call('GET /v1/organizations/{id}/service-requests/filter', {
        params: { id: here.id },
        query: { sort: `${field},${direction}` },
        token,
      });
      expect(body.content.map((row: { patient: { firstName: string } }) => row.patient.firstName)).toEqual(names);
    }
  });
});
