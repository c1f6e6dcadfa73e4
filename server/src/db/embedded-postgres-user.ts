import { execFile } from 'node:child_process';
import { chown, lchown, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../start-error.ts';
import type { PostgresBinaries } from './embedded-postgres-binaries.ts';

type Account = { uid: number; gid: number };

/**
 * How to run a Postgres program: what to put before its command line, under which ids, and who owns its files.
 * `owner` is left out where the programs simply run as this process does.
 */
export type PostgresUser = { prefix: string[]; ids: { uid?: number; gid?: number }; owner?: Account };

const ROOT: Account = { uid: 0, gid: 0 };

/**
 * A fixed environment, because PGDATA, PGOPTIONS, LANG and their like would change what the programs do. Windows
 * programs do not run without some of theirs.
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
 * Postgres refuses to run as root. As root, the first way that works is taken; a cluster that belongs to an ordinary
 * account is run as that account where it can reach the programs, since Postgres insists on owning its files.
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

/** Hands a folder and all it holds to the account that Postgres runs as. */
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

/** As the account; where it cannot reach the programs, in any way that works, and the files are handed over. */
async function waysForOwner(owner: Account, binaries: PostgresBinaries): Promise<PostgresUser[]> {
  const [asItself, ...rest] = waysAs(owner);
  return [...(asItself ? [asItself] : []), ...(await waysForRoot(binaries)), ...rest];
}

/**
 * Root that calls itself by another name: the files stay root's, so folders closed to everybody else are no obstacle.
 * The name must exist, since initdb looks it up.
 */
function inOwnNamespace({ uid, gid }: Account): PostgresUser {
  return { prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`], ids: {}, owner: ROOT };
}

/**
 * As the account itself; and where it cannot reach the folders, as the account with the one right that lets it through,
 * which works in containers that forbid namespaces.
 */
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

/** Can this user run the binaries, does it have a name, and can it write in a folder of its own beside the cluster? */
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
