/** Where everything is: folders, ports on loopback, and accounts of this run. */
import { chown, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const nodes = [1, 2, 3] as const;
export type NodeNumber = (typeof nodes)[number];

export const ports = {
  etcdClient: (n: number) => 15_010 + n,
  etcdPeer: (n: number) => 15_020 + n,
  postgres: (n: number) => 15_030 + n,
  patroni: (n: number) => 15_040 + n,
  primary: 15_050,
  replica: 15_051,
  portal: 15_052,
  pgbouncer: 15_060,
  demo: 15_070,
  api: (n: number) => 15_070 + n,
  textProvider: 15_080,
};

export interface Layout {
  folder: string;
  root: string;
  /** The folder of PostgreSQL's programs. */
  postgresBin: string;
  account: { uid: number; gid: number };
}

/** Only for this run, on loopback. */
export const passwords = { superuser: 'superuser', replicator: 'replicator', owner: 'owner', login: 'login' };
export const database = 'kinbridge';
const key = 'only for the cluster run, and long enough for it';
export const keys = { SESSION_SECRET: key, AUDIT_KEY: key, ENCRYPTION_KEY: key };

export const urls = {
  superuser: `postgres://postgres:${passwords.superuser}@127.0.0.1:${ports.primary}/postgres`,
  owner: `postgres://kinbridge_owner:${passwords.owner}@127.0.0.1:${ports.primary}/${database}`,
  session: `postgres://kinbridge_login:${passwords.login}@127.0.0.1:${ports.primary}/${database}`,
  replica: `postgres://kinbridge_login:${passwords.login}@127.0.0.1:${ports.replica}/${database}`,
  pooler: `postgres://kinbridge_login:${passwords.login}@127.0.0.1:${ports.pgbouncer}/${database}`,
  portal: `http://127.0.0.1:${ports.portal}`,
};

export async function createLayout(options: Omit<Layout, 'folder'>): Promise<Layout> {
  const folder = await mkdtemp(join(tmpdir(), 'kinbridge-cluster-'));
  const layout = { ...options, folder };
  await giveFolder(layout, folder);
  return layout;
}

/** Creates a folder for the unprivileged account. */
export async function giveFolder({ account }: Layout, path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chown(path, account.uid, account.gid);
  return path;
}
