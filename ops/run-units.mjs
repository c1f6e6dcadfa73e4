// Runs every ExecStart of ops/systemd as it is written, with its environment files, on a PostgreSQL of its own: in a view
// of the file system where /opt/kinbridge is this repository and nothing else of this machine changes. Needs root.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { environmentOf } from './environment-file.mjs';

const folder = join(import.meta.dirname, 'systemd');
const repository = dirname(import.meta.dirname);
/** A user that no Debian package has. */
const account = { name: 'kinbridge', id: 64_990 };
const databasePort = 15_432;
const password = randomBytes(16).toString('hex');
/** Instances of the templates, on ports that are rarely in use. */
const instances = ['3971', '3972'];

/** Says what was seen, and whether all of it went well. */
export async function runUnits(temporary, say) {
  const missing = whatIsMissing();
  if (missing) return complain(say, missing);
  chmodSync(temporary, 0o755);
  const database = startDatabase(join(temporary, 'postgres'));
  const running = [];
  try {
    prepareView(temporary);
    for (const name of ['migrate', 'backup']) {
      const done = await ended(start(temporary, `kinbridge-${name}.service`));
      if (done.code !== 0) return complain(say, `kinbridge-${name} ended with ${done.code}:\n${done.output}`);
      say(`✓ kinbridge-${name} ended with 0: ${done.output.trim().slice(0, 70)}`);
    }
    running.push(...instances.map((port) => ({ name: `kinbridge-api@${port}`, port, metrics: `1${port}` })), {
      name: 'kinbridge-worker@7',
      metrics: '14007',
    });
    for (const unit of running) unit.process = start(temporary, `${unit.name}.service`);
    for (const { name, port, metrics, process } of running) {
      const addresses = [...(port ? [`${port}/readyz`, `${port}/login`] : []), `${metrics}/metrics`];
      for (const address of addresses) {
        if (await answers(`http://127.0.0.1:${address}`, process)) continue;
        return complain(say, `${name} doesn't answer at ${address}:\n${process.output()}`);
      }
      say(`✓ ${name} answers at ${addresses.join(', ')}`);
    }
    return await stopAll(running, say);
  } finally {
    for (const { process } of running) process?.child.kill('SIGKILL');
    database.stop();
  }
}

function whatIsMissing() {
  if (process.getuid?.() !== 0) return 'needs root, to run programs as another user';
  if (!existsSync('/usr/bin/node')) return 'this machine has no /usr/bin/node';
  if (!postgresBin()) return 'this machine has no PostgreSQL. On Debian: apt-get install postgresql';
  return existsSync(join(repository, 'server/dist/main/api.js')) ? null : 'Kinbridge is not built. Run npm run build';
}

function complain(say, reason) {
  say(`✗ every ExecStart as written: ${reason}`);
  return false;
}

function postgresBin() {
  const root = '/usr/lib/postgresql';
  const newest = existsSync(root) ? Math.max(...readdirSync(root).map(Number)) : 0;
  return newest >= 15 ? join(root, String(newest), 'bin') : null;
}

/** The roles are those of the compose file. */
function startDatabase(data) {
  const as = (...args) => must('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', ...args]);
  const bin = postgresBin();
  mkdirSync(data);
  must('chown', ['postgres:postgres', data]);
  as(
    join(bin, 'initdb'),
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    data,
  );
  const options = `-p ${databasePort} -k ${data} -c listen_addresses=127.0.0.1 -c fsync=off`;
  as(join(bin, 'pg_ctl'), '--wait', `--pgdata=${data}`, `--log=${join(data, 'log')}`, `--options=${options}`, 'start');
  const env = { ...process.env, PGHOST: data, PGPORT: String(databasePort) };
  must('sh', [join(repository, 'ops/compose/create-roles.sh')], {
    ...env,
    OWNER_PASSWORD: password,
    PORTAL_PASSWORD: password,
  });
  return { stop: () => as(join(bin, 'pg_ctl'), `--pgdata=${data}`, '--mode=immediate', 'stop') };
}

function must(command, args, env = process.env) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', env, cwd: '/' });
  if (error || status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error ?? stdout + stderr}`);
}

/** What the units find at the places they name: filled-in environment files, and folders of their user. */
function prepareView(temporary) {
  const etc = join(temporary, 'etc');
  mkdirSync(etc);
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.env'))) {
    const text = readFileSync(join(folder, name), 'utf8')
      .replaceAll('CHANGE-ME@127.0.0.1:5432', `${password}@127.0.0.1:${databasePort}`)
      .replaceAll(/(SECRET|KEY)=CHANGE-ME/g, (_, name) => `${name}=${randomBytes(32).toString('hex')}`);
    writeFileSync(join(etc, name), text);
  }
  for (const name of ['state', 'backups']) {
    mkdirSync(join(temporary, name), { mode: 0o700 });
    chownSync(join(temporary, name), account.id, account.id);
  }
  copyFileSync('/etc/passwd', join(temporary, 'passwd'));
  const line = `${account.name}:x:${account.id}:${account.id}::/var/lib/kinbridge:/usr/sbin/nologin\n`;
  writeFileSync(join(temporary, 'passwd'), line, { flag: 'a' });
  writeFileSync(
    join(temporary, 'enter'),
    `set -eu
mount --make-rprivate /
mkdir -p ${temporary}/repository && mount --bind ${repository} ${temporary}/repository
mount --bind ${temporary}/passwd /etc/passwd
mount -t tmpfs tmpfs /opt && mkdir /opt/kinbridge && mount --move ${temporary}/repository /opt/kinbridge
mount -t tmpfs tmpfs /var/lib && mkdir /var/lib/kinbridge && mount --bind ${temporary}/state /var/lib/kinbridge
mkdir -p /var/backups && mount -t tmpfs tmpfs /var/backups
mkdir /var/backups/kinbridge && mount --bind ${temporary}/backups /var/backups/kinbridge
cd "$1" && umask "$2" && shift 2
exec setpriv --reuid=${account.id} --regid=${account.id} --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs "$@"
`,
  );
}

/** A unit's directives with the given name, with its instance filled in. */
function valuesOf(unit, name) {
  const [, template, instance = ''] = /^([^@]+@?)([^.]*)\.service$/.exec(unit);
  const lines = readFileSync(
    join(folder, `${template}${template.endsWith('@') ? '' : instance}.service`),
    'utf8',
  ).split('\n');
  const found = lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
  return found.map((value) => value.replaceAll('%i', instance));
}

function start(temporary, unit) {
  const set = valuesOf(unit, 'Environment').flatMap((line) => line.split(' '));
  const files = valuesOf(unit, 'EnvironmentFile').map((path) => path.replace('/etc/kinbridge/', ''));
  const read = files.map((file) => environmentOf(readFileSync(join(temporary, 'etc', file), 'utf8')));
  // systemd takes quotes away.
  const values = Object.entries(Object.assign(environmentOf(set.join('\n')), ...read));
  const env = Object.fromEntries(values.map(([name, value]) => [name, value.replace(/^"(.*)"$/, '$1')]));
  const [directory = '/'] = valuesOf(unit, 'WorkingDirectory');
  const [mask = '0022'] = valuesOf(unit, 'UMask');
  const command = valuesOf(unit, 'ExecStart')[0].split(' ');
  const child = spawn('unshare', ['--mount', 'sh', join(temporary, 'enter'), directory, mask, ...command], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return { child, output: () => output };
}

async function ended({ child, output }) {
  const code =
    child.exitCode ??
    (await new Promise((resolve) => child.once('exit', (status, signal) => resolve(status ?? signal))));
  return { code, output: output() };
}

async function answers(url, { child }) {
  for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
    const isOk = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isOk) return true;
    await pause(200);
  }
  return false;
}

/** As systemd stops them: SIGTERM, and TimeoutStopSec to end with 0. */
async function stopAll(running, say) {
  const results = running.map(async ({ name, process }) => {
    const begun = performance.now();
    process.child.kill('SIGTERM');
    const { code, output } = await ended(process);
    const seconds = (performance.now() - begun) / 1000;
    const isWell = code === 0 && seconds < Number(valuesOf(`${name}.service`, 'TimeoutStopSec')[0]);
    say(
      `${isWell ? '✓' : '✗'} ${name} ended with ${code}, ${seconds.toFixed(1)} s after SIGTERM${isWell ? '' : `:\n${output}`}`,
    );
    return isWell;
  });
  return (await Promise.all(results)).every(Boolean);
}
