import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startupOptions } from '../../db/addresses.ts';
import { createPool } from '../../db/pool.ts';
import { mayRead, Replica, type ReplicaState } from '../../db/replica.ts';
import { sql } from '../../db/sql.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { chooseReadDatabase } from './replica-state.queries.ts';

let portal: TestApp;
let replicas: Replica[] = [];
const caller = { userId: 1, organizationId: 1 };

beforeAll(async () => {
  portal = await startTestApp();
});
afterAll(async () => {
  for (const replica of replicas) await replica.destroy();
  await portal.close();
});

function replicaAt(url: string): Replica {
  const address = { kind: 'replica', url, options: startupOptions, named: true } as const;
  const replica = new Replica(createPool(address, 2, pino({ level: 'silent' })), true, portal.app.db);
  replicas = [...replicas, replica];
  return replica;
}

const choose = (replica: Replica | null) => chooseReadDatabase({ ...portal.app, replica }, caller);
const awayUrl = 'postgres://127.0.0.1:1/away';

describe('a read that can wait', () => {
  const fresh: ReplicaState = { isReplica: true, isCaughtUp: true, lagSeconds: 0, missingChanges: 0 };
  const behind = { ...fresh, isCaughtUp: false };

  test.each<[string, ReplicaState, boolean]>([
    ['a replica that has everything', fresh, true],
    ['a replica of an idle primary', { ...fresh, lagSeconds: 86_400 }, true],
    ['a replica 10 seconds behind', { ...behind, lagSeconds: 10 }, true],
    ['a replica more than 10 seconds behind', { ...behind, lagSeconds: 10.1 }, false],
    ["a replica that lacks the caller's last change", { ...behind, lagSeconds: 0.1, missingChanges: 1 }, false],
    ['a replica that has replayed nothing yet', { ...behind, lagSeconds: null }, false],
    ['a server that is not a replica', { ...fresh, isReplica: false }, false],
  ])('from %s', (_, state, expected) => {
    expect(mayRead(state)).toBe(expected);
  });

  test('uses the database without a replica', async () => {
    expect(await choose(null)).toBe(portal.app.db);
  });

  test('uses the database if the address is not a replica', async () => {
    expect(await choose(replicaAt(portal.databaseUrl))).toBe(portal.app.db);
  });

  test('uses the database while the replica is away', async () => {
    const replica = replicaAt(awayUrl);
    expect(await choose(replica)).toBe(portal.app.db);
    expect(replica.lagSeconds).toBe(null);
  });
});

test('a read runs on the database if the replica goes away', async () => {
  expect(await sql<{ n: number }>`select 1 as n`.one(replicaAt(awayUrl))).toEqual({ n: 1 });
});

test('a transaction runs on the database if the replica goes away', async () => {
  const found = await replicaAt(awayUrl).inTransaction((tx) => sql<{ n: number }>`select 1 as n`.one(tx));
  expect(found).toEqual({ n: 1 });
});
