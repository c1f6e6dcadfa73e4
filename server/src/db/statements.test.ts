import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asJson, asText, type JsonForm } from '../features/service-requests/json-forms.queries.ts';
import { asOwner } from '../testing/as-owner.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { type Executor, transaction } from './database.ts';
import type { Plan } from './query.ts';
import { maxStatements } from './query-run.ts';
import { type RawBuilder, sql } from './sql.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ DATABASE_POOL_SIZE: '2' });
  await asOwner(
    test.databaseUrl,
    `create table things (id bigint primary key, name text); insert into things values (1, 'one');
      create sequence asked; grant select, insert on things to kinbridge_app; grant usage on asked to kinbridge_app`,
  );
});
afterAll(() => test.close());

interface Statement {
  statement: string;
  generic: number;
  custom: number;
}

async function statementsOf(db: Executor, mark: string): Promise<Statement[]> {
  return sql<Statement>`
    select statement, generic_plans as generic, custom_plans as custom from pg_prepared_statements
    where statement like ${`%/* ${mark} */%`} and statement not like '%pg_prepared_statements%'`.many(db);
}

const marked = (mark: string) => sql.raw(`/* ${mark} */`);

describe('a query', () => {
  it('becomes a named statement on its third call', async () => {
    await test.app.sessionDb.onConnection(async (connection) => {
      const call = () => sql<{ n: number }>`select ${1}::int + 1 as n ${marked('third')}`.one(connection);
      await call();
      await call();
      expect(await statementsOf(connection, 'third')).toEqual([]);
      await call();
      expect(await call()).toEqual({ n: 2 });
      expect(await statementsOf(connection, 'third')).toMatchObject([
        { statement: 'select $1::int + 1 as n /* third */' },
      ]);
    });
  });

  it('has no name when names are disabled', async () => {
    await test.owner.onConnection(async (connection) => {
      for (let i = 0; i < 5; i++) await sql`select ${i}::int ${marked('off')}`.run(connection);
      expect(await statementsOf(connection, 'off')).toEqual([]);
    });
  });

  it('has no name with a long list, which needs its own plan', async () => {
    await test.app.sessionDb.onConnection(async (connection) => {
      const list = Array.from({ length: 51 }, (_, i) => i);
      for (let i = 0; i < 5; i++)
        await sql`select count(*) from unnest(${list}::int[]) ${marked('list')}`.run(connection);
      expect(await statementsOf(connection, 'list')).toEqual([]);
    });
  });

  it.each<[Plan, object[]]>([
    ['auto', [{ generic: 0, custom: 4 }]],
    ['generic', [{ generic: 4, custom: 0 }]],
    ['custom', []],
  ])('is planned as requested: %s', async (plan, expected) => {
    await test.app.sessionDb.onConnection(async (connection) => {
      const query = () => sql`select name from things where id < ${5}::bigint limit ${1} ${marked(plan)}`.planned(plan);
      for (let i = 0; i < 6; i++) expect(await query().many(connection)).toEqual([{ name: 'one' }]);
      expect(await statementsOf(connection, plan)).toMatchObject(expected);
      const rows = await sql`select current_setting('plan_cache_mode') as mode`.many(connection);
      expect(rows).toEqual([{ mode: 'auto' }]);
    });
  });

  it('leaves a limited number of statements per connection', async () => {
    await test.app.sessionDb.onConnection(async (connection) => {
      for (let i = 0; i < maxStatements + 30; i++) {
        for (let use = 0; use < 3; use++)
          await sql`select ${use}::int + ${sql.lit(i)} ${marked('many')}`.run(connection);
      }
      const rows = await sql`select count(*) as n from pg_prepared_statements`.many(connection);
      expect(rows).toEqual([{ n: maxStatements }]);
      const kept = await statementsOf(connection, 'many');
      expect(kept.some(({ statement }) => statement.includes(`+ ${maxStatements + 29} `))).toBe(true);
    });
  });

  it('works on the next call after a failure', async () => {
    const add = (db: Executor, id: number) => sql`insert into things values (${id}, ${'x'})`.run(db);
    await test.app.sessionDb.onConnection(async (connection) => {
      for (let i = 0; i < 4; i++) await expect(add(connection, 1)).rejects.toMatchObject({ code: '23505' });
      await add(connection, 2);
      await add(connection, 3);
    });
  });

  it("is logged with its caller's location", async () => {
    const failing = async function askedHere() {
      await sql`select 1 / ${0}::int`.run(test.app.db);
    };
    const error = await failing().catch((thrown: Error) => thrown);
    expect((error as Error).stack).toContain('askedHere');
  });
});

describe('a migration under a live connection', () => {
  const all = (db: Executor) => sql<Record<string, unknown>>`select * from things where id = ${1}`.one(db);

  it("changes a query's result without an error", async () => {
    await test.app.sessionDb.onConnection(async (first) => {
      await test.app.sessionDb.onConnection(async (second) => {
        for (let i = 0; i < 4; i++) await all(first);
        for (let i = 0; i < 4; i++) await all(second);
        await asOwner(test.databaseUrl, `alter table things add column color text default 'red'`);
        for (const connection of [first, second]) {
          for (let i = 0; i < 4; i++) expect(await all(connection)).toMatchObject({ color: 'red' });
        }
      });
    });
  });

  it('restarts a transaction', async () => {
    const { db } = test.app;
    for (let i = 0; i < 4; i++) await all(db);
    await asOwner(test.databaseUrl, `alter table things add column size int default 7`);
    let begun = 0;
    const row = await transaction(db, (tx) => {
      begun++;
      return all(tx);
    });
    expect(row).toMatchObject({ size: 7 });
    expect(begun).toBe(2);
  });
});

describe('a transaction', () => {
  const count = async () => (await sql<{ n: number }>`select count(*) as n from things`.one(test.app.db)).n;

  it('starts with its first query and rolls back completely', async () => {
    const before = await count();
    const broken = transaction(test.app.db, async (tx) => {
      await sql`insert into things (id) values (${10})`.run(tx);
      throw new Error('undone');
    });
    await expect(broken).rejects.toThrow('undone');
    expect(await count()).toBe(before);
  });

  it('leaves a working connection when its first query fails', async () => {
    for (let i = 0; i < 3; i++) {
      await expect(transaction(test.app.db, (tx) => sql`select 1 / ${0}::int`.run(tx))).rejects.toThrow('zero');
      expect(await count()).toBeGreaterThan(0);
    }
  });

  it('commits with its last query', async () => {
    await transaction(test.app.db, async (tx) => {
      await sql`insert into things values (30, 'thirty')`.run(tx);
      await sql`select 1`.run(tx.last);
      const rows = await sql`select name from things where id = 30`.many(test.app.db);
      expect(rows).toEqual([{ name: 'thirty' }]);
      await expect(sql`select 1`.run(tx)).rejects.toThrow('ended');
    });
  });

  it('runs nothing beside its last query', async () => {
    await transaction(test.app.db, async (tx) => {
      await sql`select 1`.run(tx);
      const last = sql`select 1`.run(tx.last);
      await expect(sql`select 1`.run(tx)).rejects.toThrow('ended');
      await last;
    });
  });

  it('rolls back when its last query fails', async () => {
    const work = transaction(test.app.db, async (tx) => {
      await sql`insert into things values (31, 'undone')`.run(tx);
      await sql`select 1 / ${0}::int`.run(tx.last);
    });
    await expect(work).rejects.toThrow('division by zero');
    const rows = await sql`select from things where id = 31`.many(test.app.db);
    expect(rows).toEqual([]);
  });

  it('starts with the next query when the first has an unsendable value', async () => {
    const before = await count();
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const broken = transaction(test.app.db, async (tx) => {
      await expect(sql`select ${circular}::jsonb`.run(tx)).rejects.toThrow('circular');
      await sql`insert into things (id) values (${40})`.run(tx);
      throw new Error('undone');
    });
    await expect(broken).rejects.toThrow('undone');
    expect(await count()).toBe(before);
  });

  it('accepts several statements in one text', async () => {
    await transaction(test.app.db, (tx) =>
      sql`insert into things (id) values (20); insert into things (id) values (21)`.run(tx),
    );
    const rows = await sql`select id from things where id in (20, 21) order by id`.many(test.app.db);
    expect(rows).toEqual([{ id: 20 }, { id: 21 }]);
  });

  it('runs queries that do not wait for each other in their order', async () => {
    const rows = await transaction(test.app.db, (tx) =>
      Promise.all([
        sql`insert into things values (${50}, 'fifty') returning name`.one(tx),
        sql`select name from things where id = ${50}`.one(tx),
        sql`select ${1}::int as n`.one(tx),
      ]),
    );
    expect(rows).toEqual([{ name: 'fifty' }, { name: 'fifty' }, { n: 1 }]);
  });

  it('fails queries of one round trip with the error of the first that failed', async () => {
    const before = await count();
    let settled: PromiseSettledResult<unknown>[] = [];
    const work = transaction(test.app.db, async (tx) => {
      settled = await Promise.allSettled([
        sql`insert into things (id) values (${60})`.run(tx),
        sql`select 1 / ${0}::int`.run(tx),
        sql`insert into things (id) values (${61})`.run(tx),
      ]);
      await sql`select 1`.run(tx);
    });
    await expect(work).rejects.toThrow('current transaction is aborted');
    expect(settled.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(
      Array(3).fill('division by zero'),
    );
    expect(await count()).toBe(before);
  });

  it('keeps nothing that is asked for while it rolls back', async () => {
    const before = await count();
    for (let turns = 0; turns < 12; turns++) {
      let late: Promise<unknown> = Promise.resolve();
      const ask = async (tx: Executor) => {
        for (let turn = 0; turn < turns; turn++) await null;
        await sql`insert into things (id) values (${70 + turns})`.run(tx);
      };
      const broken = transaction(test.app.db, async (tx) => {
        await sql`select 1`.run(tx);
        late = ask(tx).catch(() => undefined);
        throw new Error('undone');
      });
      await expect(broken).rejects.toThrow('undone');
      await late;
    }
    expect(await count()).toBe(before);
  });

  it('runs nothing after its end', async () => {
    let kept: Executor | undefined;
    await transaction(test.app.db, async (tx) => {
      kept = tx;
    });
    await expect(sql`select 1`.run(kept as Executor)).rejects.toThrow('the transaction has ended');
  });
});

describe('short reads of one turn', () => {
  const read = (divisor: number) =>
    sql<{ at: string; tens: number }>`select now()::text as at, 10 / ${divisor}::int as tens`.short;

  it('share a round trip, four at a time', async () => {
    const reads = await Promise.all([1, 2, 5, 10, 1].map((divisor) => read(divisor).one(test.app.db)));
    const [first, second, third, fourth, fifth] = reads;
    expect([first, second, third, fourth, fifth].map((row) => row?.tens)).toEqual([10, 5, 2, 1, 10]);
    // now() is the start time of the transaction.
    expect(new Set([first, second, third, fourth].map((row) => row?.at)).size).toBe(1);
    expect(fifth?.at).not.toBe(first?.at);
  });

  it('succeed when another one fails', async () => {
    const settled = await Promise.allSettled([1, 0, 5].map((divisor) => read(divisor).one(test.app.db)));
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value.tens : one.reason.code))).toEqual([
      10,
      '22012',
      2,
    ]);
  });

  it('run in sequence inside a transaction', async () => {
    await transaction(test.app.db, async (tx) => {
      const own = await sql<{ at: string }>`select now()::text as at`.one(tx);
      expect(await read(5).one(tx)).toEqual({ at: own.at, tens: 2 });
    });
  });

  it('are retried after a migration changes their columns', async () => {
    const names = () => sql<{ name: string }>`select * from things where id = ${1} ${marked('short')}`.short;
    for (let i = 0; i < 8; i++) await Promise.all([names().one(test.app.db), names().one(test.app.db)]);
    await asOwner(test.databaseUrl, "alter table things add column shade text default 'green'");
    const [one, other] = await Promise.all([names().one(test.app.db), names().one(test.app.db)]);
    expect(one).toMatchObject({ name: 'one', shade: 'green' });
    expect(other).toEqual(one);
  });
});

describe('shared reads', () => {
  const read = (divisor: number) =>
    sql<{ asked: number; tens: number }>`
      select asked, (10 / (${divisor}::int * sign(asked)))::int as tens from nextval('asked') asked`.shared;

  it('of the same moment are one statement if they ask for the same', async () => {
    const reads = await Promise.all([1, 2, 1, 2, 1].map((divisor) => read(divisor).one(test.app.db)));
    expect(reads.map(({ tens }) => tens)).toEqual([10, 5, 10, 5, 10]);
    expect(new Set(reads.map(({ asked }) => asked)).size).toBe(2);
  });

  it('are asked again after they were answered', async () => {
    const first = await read(1).one(test.app.db);
    expect((await read(1).one(test.app.db)).asked).toBe(first.asked + 1);
  });

  it('never get an answer from before they asked', async () => {
    const lock = 4_712;
    // It sees the things of its start, and ends once the lock is free.
    const things = () =>
      sql<{ n: number }>`select (select count(*) from things) as n from pg_advisory_xact_lock_shared(${lock})`.shared;
    const answers: Promise<{ n: number }>[] = [];
    await transaction(test.owner, async (tx) => {
      await sql`select pg_advisory_xact_lock(${lock})`.run(tx);
      for (const id of [101, 102]) {
        answers.push(things().one(test.app.db));
        await until(async () => (await waiting(lock)) === answers.length);
        await sql`insert into things (id) values (${id})`.run(test.owner);
      }
      answers.push(things().one(test.app.db));
    });
    const [first = { n: 0 }, second, third] = await Promise.all(answers);
    expect([second?.n, third?.n]).toEqual([first.n + 1, first.n + 2]);
  });

  /** Other databases on the same server may use the same number. */
  async function waiting(lock: number): Promise<number> {
    const locks = await sql`select 1 from pg_locks where locktype = 'advisory' and objid = ${lock} and not granted
      and database = (select oid from pg_database where datname = current_database())`.many(test.owner);
    return locks.length;
  }

  it('fail together, with one statement', async () => {
    const before = await read(1).one(test.app.db);
    const settled = await Promise.allSettled([0, 0, 0].map((divisor) => read(divisor).one(test.app.db)));
    expect(settled.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(['22012', '22012', '22012']);
    expect(settled[0]).toHaveProperty('reason.stack', expect.stringContaining('statements.test'));
    expect((await read(1).one(test.app.db)).asked).toBe(before.asked + 2);
  });

  it('see what their own transaction wrote', async () => {
    const things = () => sql<{ n: number }>`select count(*) as n from things where ${true}::boolean`.shared;
    await transaction(test.app.db, async (tx) => {
      const before = await things().one(tx);
      await sql`insert into things (id) values (103)`.run(tx);
      expect(await Promise.all([things().one(tx), things().one(test.app.db)])).toEqual([{ n: before.n + 1 }, before]);
    });
  });
});

describe.each([
  ['as text', asText],
  ['as JSON', asJson],
] as const)('JSON made %s', (_, form: JsonForm) => {
  const read = async (json: RawBuilder<unknown>) =>
    JSON.parse((await sql<{ json: string }>`select ${json}::text as json`.one(test.app.db)).json);

  it.each([['a "quote"'], ['back\\slash'], ['two\nlines'], ['\u0001, \u2028 and 🏠'], ['']])(
    'keeps the text %j',
    async (text) => {
      const list = form.list(form.object({ text: 't.text' }), sql`1`, sql`(select ${text}::text as text) t`);
      expect(await read(list)).toEqual([{ text }]);
    },
  );

  it('has every kind of value', async () => {
    const json = form.object({
      number: form.number(sql`7::bigint`),
      yes: form.boolean(sql`true`),
      time: form.timestamp("'2026-03-01T12:00:00.5Z'::timestamptz"),
      made: form.written(sql`'[1]'`),
    });
    expect(await read(json)).toEqual({ number: 7, yes: true, time: '2026-03-01T12:00:00.500Z', made: [1] });
  });

  it('shows missing values as null', async () => {
    const json = form.object({
      text: 'null::text',
      number: form.number(sql`null::bigint`),
      time: form.timestamp('null::timestamptz'),
      object: form.when(sql`false`, form.object({ number: form.number(sql`1`) })),
      nothing: form.nothing,
    });
    expect(await read(json)).toEqual({ text: null, number: null, time: null, object: null, nothing: null });
  });

  it('shows no rows as an empty list', async () => {
    expect(await read(form.list(form.number(sql`t.id`), sql`t.id`, sql`(select 1 as id where false) t`))).toEqual([]);
  });
});
