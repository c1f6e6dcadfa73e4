import { execFile } from 'node:child_process';
import { chown, lchown, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../start-error.ts';
import type { PostgresBinaries } from './binaries.ts';

type Account = { uid: number; gid: number };

/**
 * How to run a Postgres program: its command prefix, its ids, and the owner of its files. No `owner` means it runs as
 * this process does.
 */
export type PostgresUser = { prefix: string[]; ids: { uid?: number; gid?: number }; owner?: Account };

const ROOT: Account = { uid: 0, gid: 0 };

/**
 * A fixed environment, because PGDATA, PGOPTIONS, LANG and the like would change the programs' behavior. Windows
 * programs need theirs.
 */
const environment =
  process.platform === 'win32'
    ? {}
    : { env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }, cwd: '/' };

export function postgresCommand(user: PostgresUser, program: string, args: string[]) {
  const [file = program, ...rest] = [...user.prefix, program, ...args];
  return { file, args: rest, options: { ...environment, ...user.ids } };
}

/**
 * Postgres refuses to run as root. If we are root, use the first option that works. A cluster owned by an ordinary
 * account runs as that account if it can access the programs, since Postgres must own its files.
 */
export async function choosePostgresUser(binaries: PostgresBinaries, cluster: string): Promise<PostgresUser> {
  const uid = process.getuid?.();
  const existing = await stat(cluster).catch(() => undefined);
  if (uid !== 0) {
    if (uid !== undefined && existing && existing.uid !== uid) {
      throw new StartError(
        `The database in ${cluster} belongs to another account (user id ${existing.uid}). Start Kinbridge as that account, or set DATA_DIR to another folder.`,
      );
    }
    return { prefix: [], ids: {} };
  }
  const ways = existing && existing.uid !== 0 ? await waysForOwner(existing, binaries) : await waysForRoot(binaries);
  for (const way of ways) {
    if (!(await works(way, binaries, dirname(cluster)))) continue;
    if (existing && way.owner && existing.uid !== way.owner.uid) await giveTo(way.owner, cluster);
    return way;
  }
  throw new StartError(
    'The built-in database cannot run as root, and no other account can be used for it here. Start Kinbridge as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  );
}

/** Gives a folder and its contents to the account that Postgres runs as. */
export async function giveTo({ uid, gid }: Account, folder: string): Promise<void> {
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), uid, gid);
}

async function waysForRoot(binaries: PostgresBinaries): Promise<PostgresUser[]> {
  const accounts = await unprivilegedAccounts();
  const installer = await stat(binaries.postgres);
  if (installer.uid !== 0) accounts.unshift(installer);
  const name = accounts.at(-1);
  return [...(name ? [inOwnNamespace(name)] : []), ...accounts.flatMap(waysAs)];
}

/** Prefers the owner; if it can't access the programs, any option that works, after a change of owner. */
async function waysForOwner(owner: Account, binaries: PostgresBinaries): Promise<PostgresUser[]> {
  const [asItself, ...rest] = waysAs(owner);
  return [...(asItself ? [asItself] : []), ...(await waysForRoot(binaries)), ...rest];
}

/**
 * Root under another name in a user namespace: files stay root's, so closed folders stay accessible. The name must
 * exist, since initdb looks it up.
 */
function inOwnNamespace({ uid, gid }: Account): PostgresUser {
  return { prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`], ids: {}, owner: ROOT };
}

/** As the account, or with the one capability that opens closed folders, for containers that forbid namespaces. */
function waysAs({ uid, gid }: Account): PostgresUser[] {
  const owner = { uid, gid };
  const throughClosedFolders = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return [
    { prefix: [], ids: owner, owner },
    {
      prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...throughClosedFolders],
      ids: {},
      owner,
    },
  ];
}

async function unprivilegedAccounts(): Promise<Account[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return ['postgres', 'nobody'].flatMap((name) => {
    const match = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(passwd);
    return match ? [{ uid: Number(match[1]), gid: Number(match[2]) }] : [];
  });
}

/** Whether this user can run the binaries, has a name, and can write in a folder next to the cluster. */
async function works(user: PostgresUser, binaries: PostgresBinaries, parent: string): Promise<boolean> {
  const folder = await mkdtemp(join(parent, 'postgres.probe-'));
  try {
    if (user.owner) await chown(folder, user.owner.uid, user.owner.gid);
    const script = '"$1" --version && id -un && cd "$2" && test -w .';
    const { file, args, options } = postgresCommand(user, '/bin/sh', ['-c', script, 'sh', binaries.postgres, folder]);
    await promisify(execFile)(file, args, options);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
