/** Three PostgreSQL servers under Patroni, each on a small disk of its own. */
import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { giveFolder, type Layout, type NodeNumber, nodes, passwords, ports } from './layout.ts';
import { family, Program, signalPid, until } from './processes.ts';

const run = promisify(execFile);
const diskMegabytes = 900;

/** Failover within seconds: docs/SCALE.md says what each value costs. */
const timing = { ttl: 20, loop_wait: 2, retry_timeout: 9, primary_start_timeout: 0 };

export class Patroni {
  readonly programs: ReadonlyMap<NodeNumber, Program>;

  constructor(private readonly layout: Layout) {
    this.programs = new Map(
      nodes.map((n) => [
        n,
        new Program(layout, {
          name: `patroni${n}`,
          command: '/usr/bin/patroni',
          args: [join(layout.folder, `patroni${n}.json`)],
          unprivileged: true,
        }),
      ]),
    );
  }

  disk(n: NodeNumber): string {
    return join(this.layout.folder, `disk${n}`);
  }

  async start(): Promise<void> {
    for (const n of nodes) {
      const { account } = this.layout;
      await giveFolder(this.layout, this.disk(n));
      const options = `size=${diskMegabytes}m,uid=${account.uid},gid=${account.gid},mode=0700`;
      await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', this.disk(n)]);
      const file = join(this.layout.folder, `patroni${n}.json`);
      await writeFile(file, JSON.stringify(this.#settings(n), null, 2));
      await chmod(file, 0o644);
      this.programs.get(n)?.start();
      // The first one becomes the primary; the others copy it.
      if (n === nodes[0]) await until('the first PostgreSQL leads', () => this.findLeader(), 120_000);
    }
    await this.untilHealthy();
  }

  async members(): Promise<{ n: NodeNumber; role: string; state: string }[]> {
    for (const n of nodes) {
      const url = `http://127.0.0.1:${ports.patroni(n)}/cluster`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
      if (!answer?.ok) continue;
      const { members } = (await answer.json()) as { members: { name: string; role: string; state: string }[] };
      return members.map(({ name, role, state }) => ({ n: Number(name.slice(4)) as NodeNumber, role, state }));
    }
    return [];
  }

  async findLeader(): Promise<NodeNumber | null> {
    const leader = (await this.members()).find(({ role, state }) => role === 'leader' && state === 'running');
    return leader?.n ?? null;
  }

  async findSyncStandby(): Promise<NodeNumber | null> {
    return (await this.members()).find(({ role }) => role === 'sync_standby')?.n ?? null;
  }

  /** One primary, two replicas that follow it, one of them synchronously. */
  async isHealthy(): Promise<boolean> {
    const members = await this.members();
    const following = members.filter(({ role, state }) => role !== 'leader' && /^(running|streaming)$/.test(state));
    const leads = members.some(({ role, state }) => role === 'leader' && state === 'running');
    if (!leads || following.length !== nodes.length - 1) return false;
    return following.some(({ role }) => role === 'sync_standby');
  }

  untilHealthy(): Promise<void> {
    return until('one primary and two replicas', () => this.isHealthy(), 180_000);
  }

  async postmaster(n: NodeNumber): Promise<number> {
    const file = join(this.disk(n), 'data', 'postmaster.pid');
    return Number((await readFile(file, 'utf8')).split('\n', 1)[0]);
  }

  async killPostgres(n: NodeNumber): Promise<void> {
    signalPid(await this.postmaster(n), 'SIGKILL');
  }

  async killNode(n: NodeNumber): Promise<void> {
    const pids = family(await this.postmaster(n));
    await this.programs.get(n)?.kill();
    for (const pid of pids) signalPid(pid, 'SIGKILL');
  }

  /** Stops every process of a node in its tracks: its connections stay open and nothing answers. */
  async freeze(n: NodeNumber): Promise<() => void> {
    const pids = [...family(this.programs.get(n)?.pid ?? 0), ...family(await this.postmaster(n))];
    for (const pid of pids) signalPid(pid, 'SIGSTOP');
    return () => {
      for (const pid of pids) signalPid(pid, 'SIGCONT');
    };
  }

  async switchOver(): Promise<void> {
    const leader = await this.findLeader();
    const candidate = await this.findSyncStandby();
    const answer = await fetch(`http://127.0.0.1:${ports.patroni(leader ?? 1)}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: `node${leader}`, candidate: `node${candidate}` }),
    });
    if (!answer.ok) throw new Error(`Patroni refused the switchover: ${await answer.text()}`);
    await until('the new primary leads', async () => (await this.findLeader()) === candidate);
  }

  /** Replicas first: a primary that stops with a replica left would fail over. */
  async stop(): Promise<void> {
    const postmasters = await Promise.all(nodes.map((n) => this.postmaster(n).catch(() => 0)));
    await Promise.all([...this.programs.values()].map((program) => program.kill()));
    for (const pid of postmasters.filter((pid) => pid > 0)) signalPid(pid, 'SIGQUIT');
    for (const n of nodes) {
      await until('the disk is free', () => run('umount', [this.disk(n)]).then(() => true), 20_000).catch(() =>
        run('umount', ['-l', this.disk(n)]).catch(() => undefined),
      );
    }
  }

  #settings(n: NodeNumber) {
    const { folder, postgresBin } = this.layout;
    const at = (port: number) => `127.0.0.1:${port}`;
    return {
      scope: 'kinbridge',
      name: `node${n}`,
      restapi: { listen: at(ports.patroni(n)), connect_address: at(ports.patroni(n)) },
      etcd3: { hosts: nodes.map((node) => at(ports.etcdClient(node))) },
      bootstrap: {
        dcs: {
          ...timing,
          maximum_lag_on_failover: 1_048_576,
          synchronous_mode: true,
          postgresql: { use_pg_rewind: true, use_slots: true, parameters },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: at(ports.postgres(n)),
        connect_address: at(ports.postgres(n)),
        data_dir: join(this.disk(n), 'data'),
        bin_dir: postgresBin,
        pgpass: join(folder, `pgpass${n}`),
        authentication: {
          superuser: { username: 'postgres', password: passwords.superuser },
          replication: { username: 'replicator', password: passwords.replicator },
        },
        parameters: { unix_socket_directories: '' },
        pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
        remove_data_directory_on_rewind_failure: true,
        remove_data_directory_on_diverged_timelines: true,
      },
      watchdog: { mode: 'off' },
    };
  }
}

/** A replica that is gone must be given up before statement_timeout (30 s), see docs/SCALE.md. */
const parameters = {
  max_connections: 100,
  shared_buffers: '64MB',
  wal_level: 'replica',
  wal_sender_timeout: '6s',
  wal_receiver_timeout: '6s',
  max_wal_size: '192MB',
  wal_keep_size: '96MB',
  max_slot_wal_keep_size: '192MB',
  password_encryption: 'scram-sha-256',
  log_line_prefix: '%m [%p] ',
};
