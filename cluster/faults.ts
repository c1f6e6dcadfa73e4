/** What happens to the cluster, in turn. Each fault ends when everything runs again. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Etcd } from './etcd.ts';
import { apiNumbers } from './haproxy.ts';
import { canConnect, type Kinbridge, workerNumbers } from './kinbridge.ts';
import { type NodeNumber, urls } from './layout.ts';
import type { Patroni } from './patroni.ts';
import { type Program, until } from './processes.ts';

export interface Cluster {
  etcd: Etcd;
  patroni: Patroni;
  haproxy: Program;
  pgbouncer: Program;
  kinbridge: Kinbridge;
}

export interface Fault {
  title: string;
  run(cluster: Cluster): Promise<void>;
}

/** How long something stays away, if nothing else decides it. */
const awayMs = 12_000;
/** A service manager starts a program again after this. */
const restartMs = 1_000;
/** Long enough for the proxy to see a process again. */
const backMs = 3_000;
const kills = 3;

export const faults: Record<string, Fault> = {
  'primary-postgres': { title: "the primary's PostgreSQL is killed", run: killPrimaryPostgres },
  'primary-node': { title: 'the primary node is killed', run: killPrimaryNode },
  switchover: { title: 'switchover to another node', run: switchOver },
  'replica-cut-off': { title: 'the synchronous replica is cut off', run: cutReplicaOff },
  ...killsOf('api', 'API process', apiNumbers, ({ apis }) => apis),
  ...killsOf('worker', 'worker', workerNumbers, ({ workers }) => workers),
  'rolling-restart': { title: 'all four processes restart, one by one', run: restartAll },
  pgbouncer: { title: 'PgBouncer is killed', run: killPgbouncer },
  'etcd-leader': { title: "etcd's leader is killed", run: killEtcdLeader },
  'replica-disk': { title: "the synchronous replica's disk fills up", run: fillReplicaDisk },
};

async function leaderOf({ patroni }: Cluster): Promise<NodeNumber> {
  const leader = await patroni.findLeader();
  if (leader === null) throw new Error('No node is the primary.');
  return leader;
}

async function syncStandbyOf({ patroni }: Cluster): Promise<NodeNumber> {
  const standby = await patroni.findSyncStandby();
  if (standby === null) throw new Error('No replica is synchronous.');
  return standby;
}

async function killPrimaryPostgres(cluster: Cluster): Promise<void> {
  const before = await leaderOf(cluster);
  await cluster.patroni.killPostgres(before);
  await untilAnotherLeads(cluster, before);
  await cluster.patroni.untilHealthy();
}

async function killPrimaryNode(cluster: Cluster): Promise<void> {
  const before = await leaderOf(cluster);
  await cluster.patroni.killNode(before);
  await untilAnotherLeads(cluster, before);
  cluster.patroni.programs.get(before)?.start();
  await cluster.patroni.untilHealthy();
}

function untilAnotherLeads({ patroni }: Cluster, before: NodeNumber): Promise<void> {
  return until(
    'another node leads',
    async () => {
      const leader = await patroni.findLeader();
      return leader !== null && leader !== before;
    },
    120_000,
  );
}

async function switchOver({ patroni }: Cluster): Promise<void> {
  await patroni.switchOver();
  await patroni.untilHealthy();
}

async function cutReplicaOff(cluster: Cluster): Promise<void> {
  const replica = await syncStandbyOf(cluster);
  const goOn = await cluster.patroni.freeze(replica);
  try {
    await pause(2 * awayMs);
  } finally {
    goOn();
  }
  await cluster.patroni.untilHealthy();
}

/** Each process is killed more than once, since a single kill may find it idle. */
function killsOf(
  name: string,
  title: string,
  numbers: readonly number[],
  programsOf: (kinbridge: Kinbridge) => readonly Program[],
): Record<string, Fault> {
  const kill = (n: number) => ({
    title: `${title} ${n} is killed three times`,
    run: async ({ kinbridge }: Cluster) => {
      const program = programsOf(kinbridge)[n - 1] as Program;
      for (let time = 0; time < kills; time++) {
        await program.kill();
        await pause(restartMs);
        await kinbridge.bringUp(program);
        // The proxy has to see it, and it has to get work.
        await pause(backMs);
      }
    },
  });
  return Object.fromEntries(numbers.map((n) => [`${name}-${n}`, kill(n)]));
}

async function restartAll({ kinbridge }: Cluster): Promise<void> {
  for (const program of [...kinbridge.apis, ...kinbridge.workers]) {
    await program.stop();
    await kinbridge.bringUp(program);
    await pause(backMs);
  }
}

async function killPgbouncer({ pgbouncer }: Cluster): Promise<void> {
  await pgbouncer.kill();
  await pause(restartMs);
  pgbouncer.start();
  await until('PgBouncer serves', () => canConnect(urls.pooler));
}

async function killEtcdLeader({ etcd }: Cluster): Promise<void> {
  const leader = await etcd.findLeader();
  const program = leader === null ? undefined : etcd.members.get(leader);
  if (!program) throw new Error('etcd has no leader.');
  await program.kill();
  await pause(awayMs);
  program.start();
  await until('etcd is whole again', () => etcd.isHealthy());
}

async function fillReplicaDisk(cluster: Cluster): Promise<void> {
  const replica = await syncStandbyOf(cluster);
  const filler = join(cluster.patroni.disk(replica), 'filler');
  try {
    await fill(filler);
    await pause(2 * awayMs);
  } finally {
    await rm(filler, { force: true });
  }
  await cluster.patroni.untilHealthy();
}

/** Writes until nothing fits anymore. */
async function fill(file: string): Promise<void> {
  for (const size of [1024 * 1024, 4096]) {
    for (const block = Buffer.alloc(size, 'x'); ; ) {
      try {
        await writeFile(file, block, { flag: 'a' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        break;
      }
    }
  }
}
