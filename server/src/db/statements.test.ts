import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '../testing/as-owner.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type Executor, transaction } from './database.ts';
import { maxStatements } from './query-run.ts';
import { type Plan, sql } from './sql.ts';

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
  const { rows } = await sql<Statement>`
    select statement, generic_plans as generic, custom_plans as custom from pg_prepared_statements
    where statement like ${`%/* ${mark} */%`} and statement not like '%pg_prepared_statements%'`.execute(db);
  return rows;
}

const marked = (mark: string) => sql.raw(`/* ${mark} */`);

describe('a query', () => {
  it('becomes a named statement on its third call', async () => {
    await test.app.db.onConnection(async (connection) => {
      const call = () => sql<{ n: number }>`select ${1}::int + 1 as n ${marked('third')}`.execute(connection);
      await call();
      await call();
      expect(await statementsOf(connection, 'third')).toEqual([]);
      await call();
      expect((await call()).rows).toEqual([{ n: 2 }]);
      expect(await statementsOf(connection, 'third')).toMatchObject([
        { statement: 'select $1::int + 1 as n /* third */' },
      ]);
    });
  });

  it('has no name when names are disabled', async () => {
    await test.owner.onConnection(async (connection) => {
      for (let i = 0; i < 5; i++) await sql`select ${i}::int ${marked('off')}`.execute(connection);
      expect(await statementsOf(connection, 'off')).toEqual([]);
    });
  });

  it('has no name with a long list, which needs its own plan', async () => {
    await test.app.db.onConnection(async (connection) => {
      const list = Array.from({ length: 51 }, (_, i) => i);
      for (let i = 0; i < 5; i++)
        await sql`select count(*) from unnest(${list}::int[]) ${marked('list')}`.execute(connection);
      expect(await statementsOf(connection, 'list')).toEqual([]);
    });
  });

  it.each<[Plan, object[]]>([
    ['auto', [{ generic: 0, custom: 4 }]],
    ['generic', [{ generic: 4, custom: 0 }]],
    ['custom', []],
  ])('is planned as requested: %s', async (plan, expected) => {
    await test.app.db.onConnection(async (connection) => {
      const query = () => sql`select name from things where id < ${5}::bigint limit ${1} ${marked(plan)}`.planned(plan);
      for (let i = 0; i < 6; i++) expect((await query().execute(connection)).rows).toEqual([{ name: 'one' }]);
      expect(await statementsOf(connection, plan)).toMatchObject(expected);
      const { rows } = await sql`select current_setting('plan_cache_mode') as mode`.execute(connection);
      expect(rows).toEqual([{ mode: 'auto' }]);
    });
  });

  it('leaves a limited number of statements per connection', async () => {
    await test.app.db.onConnection(async (connection) => {
      for (let i = 0; i < maxStatements + 30; i++) {
        for (let use = 0; use < 3; use++)
          await sql`select ${use}::int + ${sql.lit(i)} ${marked('many')}`.execute(connection);
      }
      const { rows } = await sql`select count(*) as n from pg_prepared_statements`.execute(connection);
      expect(rows).toEqual([{ n: maxStatements }]);
      const kept = await statementsOf(connection, 'many');
      expect(kept.some(({ statement }) => statement.includes(`+ ${maxStatements + 29} `))).toBe(true);
    });
  });

  it('works on the next call after a failure', async () => {
    const add = (db: Executor, id: number) => sql`insert into things values (${id}, ${'x'})`.execute(db);
    await test.app.db.onConnection(async (connection) => {
      for (let i = 0; i < 4; i++) await expect(add(connection, 1)).rejects.toMatchObject({ code: '23505' });
      await add(connection, 2);
      await add(connection, 3);
    });
  });

  it("is logged with its caller's location", async () => {
    const failing = async function askedHere() {
      await sql`select 1 / ${0}::int`.execute(test.app.db);
    };
    const error = await failing().catch((thrown: Error) => thrown);
    expect((error as Error).stack).toContain('askedHere');
  });
});

describe('a migration under a live connection', () => {
  const all = (db: Executor) => sql<Record<string, unknown>>`select * from things where id = ${1}`.execute(db);

  it("changes a query's result without an error", async () => {
    await test.app.db.onConnection(async (first) => {
      await test.app.db.onConnection(async (second) => {
        for (let i = 0; i < 4; i++) await all(first);
        for (let i = 0; i < 4; i++) await all(second);
        await asOwner(test.databaseUrl, `alter table things add column color text default 'red'`);
        for (const connection of [first, second]) {
          for (let i = 0; i < 4; i++) expect((await all(connection)).rows).toMatchObject([{ color: 'red' }]);
        }
      });
    });
  });

  it('restarts a transaction', async () => {
    const { db } = test.app;
    for (let i = 0; i < 4; i++) await all(db);
    await asOwner(test.databaseUrl, `alter table things add column size int default 7`);
    let begun = 0;
    const { rows } = await transaction(db, (tx) => {
      begun++;
      return all(tx);
    });
    expect(rows).toMatchObject([{ size: 7 }]);
    expect(begun).toBe(2);
  });
});

describe('a transaction', () => {
  const count = async () =>
    (await sql<{ n: number }>`select count(*) as n from things`.execute(test.app.db)).rows[0]?.n;

  it('starts with its first query and rolls back completely', async () => {
    const before = await count();
    const broken = transaction(test.app.db, async (tx) => {
      await sql`insert into things (id) values (${10})`.execute(tx);
      throw new Error('undone');
    });
    await expect(broken).rejects.toThrow('undone');
    expect(await count()).toBe(before);
  });

  it('leaves a working connection when its first query fails', async () => {
    for (let i = 0; i < 3; i++) {
      await expect(transaction(test.app.db, (tx) => sql`select 1 / ${0}::int`.execute(tx))).rejects.toThrow('zero');
      expect(await count()).toBeGreaterThan(0);
    }
  });

  it('commits with its last query', async () => {
    await transaction(test.app.db, async (tx) => {
      await sql`insert into things values (30, 'thirty')`.execute(tx);
      await sql`select 1`.execute(tx.last);
      const { rows } = await sql`select name from things where id = 30`.execute(test.app.db);
      expect(rows).toEqual([{ name: 'thirty' }]);
      await expect(sql`select 1`.execute(tx)).rejects.toThrow('ended');
    });
  });

  it('rolls back when its last query fails', async () => {
    const work = transaction(test.app.db, async (tx) => {
      await sql`insert into things values (31, 'undone')`.execute(tx);
      await sql`select 1 / ${0}::int`.execute(tx.last);
    });
    await expect(work).rejects.toThrow('division by zero');
    const { rows } = await sql`select from things where id = 31`.execute(test.app.db);
    expect(rows).toEqual([]);
  });

  it('starts with the next query when the first has an unsendable value', async () => {
    const before = await count();
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const broken = transaction(test.app.db, async (tx) => {
      await expect(sql`select ${circular}::jsonb`.execute(tx)).rejects.toThrow('circular');
      await sql`insert into things (id) values (${40})`.execute(tx);
      throw new Error('undone');
    });
    await expect(broken).rejects.toThrow('undone');
    expect(await count()).toBe(before);
  });

  it('accepts several statements in one text', async () => {
    await transaction(test.app.db, (tx) =>
      sql`insert into things (id) values (20); insert into things (id) values (21)`.execute(tx),
    );
    const { rows } = await sql`select id from things where id in (20, 21) order by id`.execute(test.app.db);
    expect(rows).toEqual([{ id: 20 }, { id: 21 }]);
  });

  it('runs nothing after its end', async () => {
    let kept: Executor | undefined;
    await transaction(test.app.db, async (tx) => {
      kept = tx;
    });
    await expect(sql`select 1`.execute(kept as Executor)).rejects.toThrow('the transaction has ended');
  });
});

describe('short reads of one turn', () => {
  const read = (divisor: number) =>
    sql<{ at: string; tens: number }>`select now()::text as at, 10 / ${divisor}::int as tens`.shared;

  it('share a round trip, four at a time', async () => {
    const reads = await Promise.all([1, 2, 5, 10, 1].map((divisor) => read(divisor).execute(test.app.db)));
    const [first, second, third, fourth, fifth] = reads.map(({ rows }) => rows[0]);
    expect([first, second, third, fourth, fifth].map((row) => row?.tens)).toEqual([10, 5, 2, 1, 10]);
    // now() is the start time of the transaction.
    expect(new Set([first, second, third, fourth].map((row) => row?.at)).size).toBe(1);
    expect(fifth?.at).not.toBe(first?.at);
  });

  it('succeed when another one fails', async () => {
    const settled = await Promise.allSettled([1, 0, 5].map((divisor) => read(divisor).execute(test.app.db)));
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value.rows[0]?.tens : one.reason.code))).toEqual([
      10,
      '22012',
      2,
    ]);
  });

  it('run in sequence inside a transaction', async () => {
    await transaction(test.app.db, async (tx) => {
      const own = await sql<{ at: string }>`select now()::text as at`.execute(tx);
      expect((await read(5).execute(tx)).rows).toEqual([{ at: own.rows[0]?.at, tens: 2 }]);
    });
  });

  it('are retried after a migration changes their columns', async () => {
    const names = () => sql<{ name: string }>`select * from things where id = ${1} ${marked('shared')}`.shared;
    for (let i = 0; i < 8; i++) await Promise.all([names().execute(test.app.db), names().execute(test.app.db)]);
    await asOwner(test.databaseUrl, "alter table things add column shade text default 'green'");
    const [one, other] = await Promise.all([names().execute(test.app.db), names().execute(test.app.db)]);
    expect([one.rows, other.rows]).toMatchObject([
      [{ name: 'one', shade: 'green' }],
      [{ name: 'one', shade: 'green' }],
    ]);
  });
});
