/** Three etcd servers, in which Patroni keeps who leads. */
import { join } from 'node:path';
import { giveFolder, type Layout, type NodeNumber, nodes, ports } from './layout.ts';
import { Program, until } from './processes.ts';

export class Etcd {
  readonly members: ReadonlyMap<NodeNumber, Program>;

  constructor(layout: Layout) {
    const cluster = nodes.map((n) => `etcd${n}=http://127.0.0.1:${ports.etcdPeer(n)}`).join(',');
    this.members = new Map(
      nodes.map((n) => {
        const client = `http://127.0.0.1:${ports.etcdClient(n)}`;
        const peer = `http://127.0.0.1:${ports.etcdPeer(n)}`;
        const settings = {
          name: `etcd${n}`,
          'data-dir': join(layout.folder, 'etcd', String(n)),
          'listen-client-urls': client,
          'advertise-client-urls': client,
          'listen-peer-urls': peer,
          'initial-advertise-peer-urls': peer,
          'initial-cluster': cluster,
          'initial-cluster-state': 'new',
          'heartbeat-interval': '200',
          'election-timeout': '2000',
          'log-level': 'warn',
        };
        const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
        return [n, new Program(layout, { name: `etcd${n}`, command: '/usr/bin/etcd', args, unprivileged: true })];
      }),
    );
  }

  async start(layout: Layout): Promise<void> {
    await giveFolder(layout, join(layout.folder, 'etcd'));
    for (const member of this.members.values()) member.start();
    await until('etcd has a leader', () => this.findLeader());
  }

  /** The number of the leading member. */
  async findLeader(): Promise<NodeNumber | null> {
    for (const n of nodes) {
      const status = await this.#status(n).catch(() => null);
      if (status && status.leader !== '0' && status.leader === status.header.member_id) return n;
    }
    return null;
  }

  isHealthy(): Promise<boolean> {
    return Promise.all(nodes.map((n) => this.#status(n))).then((all) => all.every(({ leader }) => leader !== '0'));
  }

  async #status(n: NodeNumber): Promise<{ leader: string; header: { member_id: string } }> {
    const url = `http://127.0.0.1:${ports.etcdClient(n)}/v3/maintenance/status`;
    const answer = await fetch(url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(2_000) });
    return (await answer.json()) as { leader: string; header: { member_id: string } };
  }

  async stop(): Promise<void> {
    await Promise.all([...this.members.values()].map((member) => member.stop(5_000)));
  }
}
