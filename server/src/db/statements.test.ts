import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '../testing/as-owner.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type Executor, transaction } from './database.ts';
import { sql } from './sql.ts';
import { maxNames, type Plan } from './statements.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ DATABASE_POOL_SIZE: '2' });
  await asOwner(
    test.databaseUrl,
    `create table things (id bigint primary key, name text); insert into things values (1, 'one');
      grant select, insert on things to kinbridge_app`,
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
    await transaction(test.app.db, async (tx) => {
      const query = () => sql`select name from things where id < ${5}::bigint limit ${1} ${marked(plan)}`.planned(plan);
      for (let i = 0; i < 6; i++) expect(await query().many(tx)).toEqual([{ name: 'one' }]);
      expect(await statementsOf(tx, plan)).toMatchObject(expected);
      const rows = await sql`select current_setting('plan_cache_mode') as mode`.many(tx);
      expect(rows).toEqual([{ mode: 'auto' }]);
    });
  });

  it('is on a connection that closes when all names are given away', async () => {
    const { sessionDb } = test.app;
    const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`;
    const first = await sessionDb.onConnection((connection) => backend.one(connection));
    await sessionDb.onConnection(async (connection) => {
      expect(await backend.one(connection)).toEqual(first);
      for (let i = 0; i <= maxNames; i++) {
        for (let use = 0; use < 3; use++) await sql`select ${use}::int + ${sql.lit(i)}`.run(connection);
      }
    });
    const left = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.one(sessionDb);
    expect(await sessionDb.onConnection((connection) => backend.one(connection))).not.toEqual(first);
    expect(left.n).toBeLessThan(5);
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

  it('commits nothing when its last query has an unsendable value', async () => {
    const before = await count();
    const broken = transaction(test.app.db, async (tx) => {
      await sql`insert into things (id) values (${41})`.run(tx);
      await sql`select ${10n ** 5n}::jsonb, ${{ big: 1n }}::jsonb`.run(tx.last);
    });
    await expect(broken).rejects.toThrow('BigInt');
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

  it('runs nothing after a query that failed, even one that was sent with it', async () => {
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
    expect(settled.map((one) => one.status === 'rejected' && one.reason.code)).toEqual([false, '22012', '25P02']);
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
