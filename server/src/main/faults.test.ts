import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { directAddresses } from '../db/addresses.ts';
import { startEmbeddedDatabase } from '../db/embedded-database.ts';
import { findCluster, readPassword } from '../db/embedded-postgres-cluster.ts';
import { ownerUrl } from '../db/embedded-postgres-connection.ts';
import { migrate } from '../db/migrations.ts';
import { findChildren, isProcessAlive } from '../db/process-identity.ts';
import { createServer as createHttpServer } from '../http/app.ts';
import { storeMarker } from '../outside/files/file-store.ts';
import { asOwner } from '../testing/as-owner.ts';
import { databaseNamed } from '../testing/global-setup.ts';
import { type KinbridgeProcess, startKinbridge } from '../testing/kinbridge-process.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';
import { startTestApp, testKeys } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { readConfig } from './config.ts';
import { createApp } from './create-app.ts';

const patience = 150_000;

let dataDir: string;
/** Processes started by a test; leftovers are killed by pid. */
const pids = new Set<number>();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kinbridge-faults-'));
});

afterEach(async () => {
  pids.add(await readPostmaster());
  for (const pid of pids) await end(pid);
  pids.clear();
  await rename(`${versionFile()}.away`, versionFile()).catch(() => undefined);
});

afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

function versionFile(): string {
  return join(dataDir, 'postgres', 'PG_VERSION');
}

async function end(pid: number): Promise<void> {
  if (pid === 0 || !(await isProcessAlive(pid))) return;
  process.kill(pid, 'SIGQUIT');
  await until(async () => !(await isProcessAlive(pid)));
}

async function start(settings: Record<string, string> = {}, wrapper: string[] = []): Promise<KinbridgeProcess> {
  const kinbridge = await startKinbridge({ DATA_DIR: dataDir, ...settings }, wrapper);
  pids.add(kinbridge.child.pid ?? 0);
  return kinbridge;
}

async function stop(kinbridge: KinbridgeProcess): Promise<number | string> {
  kinbridge.child.kill('SIGTERM');
  return kinbridge.exited;
}

/** The pid of the embedded database's main process, or 0. */
async function readPostmaster(): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(text.split('\n')[0]);
}

function registration(name: string) {
  const form = new FormData();
  form.set('organization', JSON.stringify({ name, organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550100' }));
  return form;
}

/** Registers once per key; repeated calls get the same answer. */
async function register(url: string, key: string) {
  const headers = { 'idempotency-key': key };
  const body = registration(`Organization ${key}`);
  const response = await fetch(`${url}/v1/organizations`, { method: 'POST', headers, body });
  const answer = (await response.json()) as { id?: number; registrationToken?: string; code?: string };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ...answer };
}

/** Registers in a loop until stopped, and records acknowledged registrations and all other answers. */
function keepRegistering(url: string) {
  const acknowledged = new Map<string, number>();
  const others: { status: number; retryAfter: string | null; code?: string }[] = [];
  let unanswered = 0;
  let going = true;
  const loops = [1, 2, 3, 4].map(async () => {
    while (going) {
      const key = randomUUID();
      try {
        const answer = await register(url, key);
        if (answer.status === 201 && answer.id) acknowledged.set(key, answer.id);
        else others.push(answer);
      } catch {
        unanswered++;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  return {
    acknowledged,
    others,
    unanswered: () => unanswered,
    async stop() {
      going = false;
      await Promise.all(loops);
    },
  };
}

async function signUp(url: string, given: { email: string; organizationId: number; registrationToken: string }) {
  const profile = { firstName: 'Ada', lastName: 'Byron', phoneNumber: '+12695550123', password: 'Correct-Horse7!' };
  const response = await fetch(`${url}/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...profile, ...given, userType: 'ADMIN' }),
  });
  return response.status;
}

/** Signs up the first admin of a new organization, which sends an email. */
async function signUpAdmin(url: string, email: string): Promise<number> {
  const { id = 0, registrationToken = '' } = await register(url, randomUUID());
  return signUp(url, { email, organizationId: id, registrationToken });
}

async function expectAllPresent(url: string, acknowledged: Map<string, number>): Promise<void> {
  for (const [key, id] of acknowledged) expect(await register(url, key)).toMatchObject({ status: 201, id });
}

describe('SIGTERM', () => {
  /** Starts a request whose body is still mostly unsent; the server has already asked for it. */
  async function begin(url: string, name: string) {
    const encoded = new Response(registration(name));
    const body = Buffer.from(await encoded.arrayBuffer());
    const headers = {
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': body.length,
      expect: '100-continue',
    };
    const request = httpRequest(`${url}/v1/organizations`, { method: 'POST', headers, agent: false });
    const response = once(request, 'response') as Promise<[IncomingMessage]>;
    // The test decides whether it is ever answered.
    response.catch(() => undefined);
    request.flushHeaders();
    await once(request, 'continue');
    request.write(body.subarray(0, 20));
    return {
      async finish(): Promise<{ status: number | undefined; id: number; registrationToken: string }> {
        request.end(body.subarray(20));
        const [answer] = await response;
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        return { status: answer.statusCode, ...JSON.parse(Buffer.concat(chunks).toString('utf8')) };
      },
    };
  }

  test(
    'finishes running requests, accepts no new ones, and exits with 0',
    async () => {
      const kinbridge = await start();
      const started = await Promise.all(Array.from({ length: 8 }, (_, index) => begin(kinbridge.url, `Late ${index}`)));
      kinbridge.child.kill('SIGTERM');
      await until(() => kinbridge.printed().includes('Stopping'));
      await until(() =>
        fetch(`${kinbridge.url}/healthz`).then(
          () => false,
          () => true,
        ),
      );
      const answers = await Promise.all(started.map((request) => request.finish()));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
      expect(await kinbridge.exited).toBe(0);
      expect(await readPostmaster()).toBe(0);

      const again = await start();
      for (const { id, registrationToken } of answers) {
        const newcomer = { email: `ada${id}@example.org`, organizationId: id, registrationToken };
        expect(await signUp(again.url, newcomer)).toBe(201);
      }
      expect(await stop(again)).toBe(0);
    },
    patience,
  );

  test(
    'exits with 0 under load and loses nothing acknowledged',
    async () => {
      const kinbridge = await start();
      const work = keepRegistering(kinbridge.url);
      await until(() => work.acknowledged.size >= 20);
      expect(await stop(kinbridge)).toBe(0);
      await work.stop();
      expect(work.others).toEqual([]);
      const again = await start();
      await expectAllPresent(again.url, work.acknowledged);
      expect(await stop(again)).toBe(0);
    },
    patience,
  );

  test(
    "doesn't wait for unfinished requests or open connections",
    async () => {
      const kinbridge = await start();
      await begin(kinbridge.url, 'Never finished');
      await fetch(`${kinbridge.url}/healthz`).then((response) => response.text());
      const killed = new Promise((resolve) => setTimeout(() => resolve('too late'), 60_000).unref());
      kinbridge.child.kill('SIGTERM');
      expect(await Promise.race([kinbridge.exited, killed])).toBe(0);
    },
    patience,
  );
});

describe('kill -9', () => {
  test(
    'loses nothing acknowledged, and the next start reuses the database',
    async () => {
      const kinbridge = await start();
      const work = keepRegistering(kinbridge.url);
      await until(() => work.acknowledged.size >= 20);
      kinbridge.child.kill('SIGKILL');
      expect(await kinbridge.exited).toBe('SIGKILL');
      await work.stop();
      const orphan = await readPostmaster();
      expect(await isProcessAlive(orphan)).toBe(true);

      const again = await start();
      expect(again.printed()).toContain('The database was still running and is used again');
      expect(await readPostmaster()).toBe(orphan);
      await expectAllPresent(again.url, work.acknowledged);
      expect(await stop(again)).toBe(0);
      expect(await isProcessAlive(orphan)).toBe(false);
    },
    patience,
  );
});

describe('a database outage', () => {
  async function endDatabase(signal: NodeJS.Signals): Promise<number> {
    const postmaster = await readPostmaster();
    process.kill(postmaster, signal);
    await until(async () => !(await isProcessAlive(postmaster)), 60_000);
    return postmaster;
  }

  /** Without its version file the folder isn't a database, so the portal can't restart it. */
  async function stopDatabase(): Promise<void> {
    await rename(versionFile(), `${versionFile()}.away`);
    await endDatabase('SIGINT');
  }

  async function restoreDatabase(): Promise<void> {
    await rename(`${versionFile()}.away`, versionFile());
  }

  async function databaseOwnerUrl(): Promise<string> {
    const { folder } = await findCluster(dataDir);
    const port = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[3]);
    return ownerUrl({ cluster: folder, port, password: await readPassword(folder) });
  }

  async function isReady(url: string): Promise<boolean> {
    return (await fetch(`${url}/readyz`)).status === 200;
  }

  test(
    'is answered with 503, and calls and jobs resume afterwards',
    async () => {
      const kinbridge = await start();
      const work = keepRegistering(kinbridge.url);
      await until(() => work.acknowledged.size >= 20);

      await stopDatabase();
      await until(() => work.others.length > 0);
      const ready = await fetch(`${kinbridge.url}/readyz`);
      expect(ready.status).toBe(503);
      expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await fetch(`${kinbridge.url}/healthz`)).status).toBe(200);

      await restoreDatabase();
      await until(() => isReady(kinbridge.url), 60_000);
      const before = work.acknowledged.size;
      await until(() => work.acknowledged.size > before + 20);
      await work.stop();
      expect(work.unanswered()).toBe(0);
      for (const other of work.others) {
        expect(other).toMatchObject({ status: 503, code: 'unavailable', retryAfter: expect.stringMatching(/^\d+$/) });
      }
      await expectAllPresent(kinbridge.url, work.acknowledged);

      // A second outage without requests: the first request afterwards succeeds.
      await stopDatabase();
      await restoreDatabase();
      const answers = async () => (await asOwner(await databaseOwnerUrl(), 'select 1')).length > 0;
      await until(() => answers().catch(() => false), 60_000);
      expect((await fetch(`${kinbridge.url}/v1/organizations`)).status).toBe(200);
      expect(kinbridge.child.exitCode).toBe(null);

      expect(await signUpAdmin(kinbridge.url, 'ada@example.org')).toBe(201);
      await until(async () => {
        const outbox = await fetch(`${kinbridge.url}/dev/outbox.json?to=ada@example.org`);
        return ((await outbox.json()) as unknown[]).length > 0;
      }, 60_000);
      expect(await stop(kinbridge)).toBe(0);
    },
    patience,
  );

  test(
    'ends in an automatic restart and loses nothing acknowledged',
    async () => {
      const kinbridge = await start();
      const work = keepRegistering(kinbridge.url);
      const untilMore = async () => {
        const before = work.acknowledged.size;
        await until(() => work.acknowledged.size > before + 20, 60_000);
      };
      await untilMore();
      const [connection] = await asOwner(
        await databaseOwnerUrl(),
        "select pid from pg_stat_activity where application_name = 'kinbridge' limit 1",
      );
      process.kill(Number(connection?.pid), 'SIGKILL');
      await until(() => work.others.length > 0);
      await untilMore();
      for (const signal of ['SIGKILL', 'SIGQUIT', 'SIGINT'] as const) {
        const ended = await endDatabase(signal);
        await until(async () => (await readPostmaster()) !== ended && (await isReady(kinbridge.url)), 60_000);
        await untilMore();
      }
      await work.stop();
      expect(work.unanswered()).toBe(0);
      for (const other of work.others) expect(other).toMatchObject({ status: 503, code: 'unavailable' });
      await expectAllPresent(kinbridge.url, work.acknowledged);
      expect(kinbridge.printed().match(/The database stopped and is restarting/g)).toHaveLength(3);
      expect(await stop(kinbridge)).toBe(0);
      expect(await readPostmaster()).toBe(0);
    },
    patience,
  );

  test(
    'by a hang ends in a restart, with 503 until then',
    async () => {
      const said: string[] = [];
      const probing = { everyMs: 100, timeoutMs: 1_000, misses: 3 };
      const embedded = await startEmbeddedDatabase({ dataDir, say: (line) => said.push(line), probing });
      const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_POOL_SIZE: '2' });
      await migrate({ ownerUrl: embedded.ownerUrl, appUrl: embedded.appUrl, root: config.root });
      const log = pino({ level: 'silent' });
      const app = createApp({ ...config, ...testKeys }, directAddresses(embedded.appUrl), log);
      const server = await createHttpServer(app, log);
      const hangAndRecover = async (postmaster: number) => {
        const refused = await server.inject('/v1/organizations');
        expect(refused.statusCode).toBe(503);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
        await until(async () => (await server.inject('/readyz')).statusCode === 200, 60_000);
        expect((await server.inject('/v1/organizations')).statusCode).toBe(200);
        expect(await readPostmaster()).not.toBe(postmaster);
        expect(said).toContain('The database is not responding and is being restarted');
        await until(() => said.at(-1) === 'The database is back');
      };
      try {
        // The pool has no connection yet and can't get one from a hung main process.
        const first = await readPostmaster();
        process.kill(first, 'SIGSTOP');
        await hangAndRecover(first);

        // Now the sessions hang too, and the pool has one of them.
        const second = await readPostmaster();
        process.kill(second, 'SIGSTOP');
        for (const pid of await findChildren(second)) process.kill(pid, 'SIGSTOP');
        await hangAndRecover(second);
      } finally {
        await server.close();
        await app.close();
        await embedded.stop();
      }
    },
    patience,
  );

  test(
    "without recovery is retried with backoff and doesn't block stopping",
    async () => {
      const kinbridge = await start();
      await stopDatabase();
      const pauses = () =>
        [...kinbridge.printed().matchAll(/did not start: .*; the next try is in (\S+) seconds?/g)].map(([, n]) =>
          Number(n),
        );
      await until(() => pauses().length >= 3);
      expect(pauses().slice(0, 3)).toEqual([0.5, 1, 2]);
      expect((await fetch(`${kinbridge.url}/readyz`)).status).toBe(503);
      expect(await stop(kinbridge)).toBe(0);
      await restoreDatabase();
      const again = await start();
      expect(await stop(again)).toBe(0);
    },
    patience,
  );

  test(
    'during a job ends neither the process nor the job',
    async () => {
      // A mail server that accepts the connection and stays silent until the test closes it; then the job continues.
      const calls: Socket[] = [];
      const silent = createServer((socket) => calls.push(socket.on('error', () => undefined)));
      silent.listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      const kinbridge = await start({ EMAIL_PROVIDER: 'smtp', SMTP_URL: `smtp://127.0.0.1:${port}` });
      expect(await signUpAdmin(kinbridge.url, 'grace@example.org')).toBe(201);
      await until(() => calls.length > 0);

      await stopDatabase();
      const closed = once(silent, 'close');
      silent.close();
      for (const call of calls) call.destroy();
      await closed;
      const mail = await startSmtpServer({ port });
      expect((await fetch(`${kinbridge.url}/readyz`)).status).toBe(503);
      await restoreDatabase();
      await until(() => isReady(kinbridge.url), 60_000);
      await until(() => mail.messages.length > 0, 90_000);
      expect(mail.messages[0]?.to).toEqual(['grace@example.org']);
      expect(await stop(kinbridge)).toBe(0);
      await mail.stop();
    },
    patience,
  );
});

describe('a full disk', () => {
  /** A private file system for the process and its children. */
  const ownFileSystem = ['unshare', '--user', '--map-root-user', '--mount'];
  const size = 1024 * 1024;
  const mayMount = (() => {
    try {
      const script = 'mount -t tmpfs -o size=64k tmpfs /mnt';
      execFileSync(ownFileSystem[0] ?? '', [...ownFileSystem.slice(1), 'sh', '-c', script], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();

  async function noisyLogo(): Promise<File> {
    const picture = await Transformer.fromRgbaPixels(randomBytes(300 * 300 * 4), 300, 300).png();
    return new File([picture], 'logo.png');
  }

  test.runIf(mayMount)(
    'is answered with 507, leaves no partial file, and recovers',
    async () => {
      const name = `faults_${randomUUID().replaceAll('-', '')}`;
      await asOwner(inject('databaseUrl'), `create database ${name}`);
      const files = join(dataDir, 'files');
      await mkdir(files, { recursive: true });
      const script = `mount -t tmpfs -o size=${size} tmpfs "$DATA_DIR/files" && exec "$@"`;
      const settings = { DATABASE_URL: databaseNamed(inject('databaseUrl'), name) };
      const kinbridge = await start(settings, [...ownFileSystem, 'sh', '-c', script, 'sh']);
      const seenByIt = join('/proc', String(kinbridge.child.pid), 'root', files);
      const listFiles = async () => {
        const entries = await readdir(seenByIt, { recursive: true, withFileTypes: true });
        const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
        return names.filter((name) => name !== storeMarker);
      };
      const registerWithLogo = async () => {
        const form = registration('With logo');
        form.set('file', await noisyLogo());
        const response = await fetch(`${kinbridge.url}/v1/organizations`, { method: 'POST', body: form });
        return { status: response.status, body: (await response.json()) as { id: number; code?: string } };
      };

      await writeFile(join(seenByIt, 'filler'), Buffer.alloc(size - 16 * 1024));
      expect(await registerWithLogo()).toMatchObject({
        status: 507,
        body: {
          code: 'disk_full',
          message: "There's no space left to store this. Please tell your administrator.",
        },
      });
      expect(await listFiles()).toEqual(['filler']);
      expect(await register(kinbridge.url, randomUUID())).toMatchObject({ status: 201 });

      await rm(join(seenByIt, 'filler'));
      const { status, body } = await registerWithLogo();
      expect(status).toBe(201);
      expect(await listFiles()).toHaveLength(1);
      expect((await fetch(`${kinbridge.url}/v1/organizations/${body.id}/image`)).status).toBe(200);
      const [row] = await asOwner(settings.DATABASE_URL, "select count(*) from organizations where name = 'With logo'");
      expect(Number(row?.count)).toBe(1);
      expect(await stop(kinbridge)).toBe(0);
      await asOwner(inject('databaseUrl'), `drop database ${name} with (force)`);
    },
    patience,
  );

  test('on the database is answered with 507 too', async () => {
    const portal = await startTestApp();
    await asOwner(
      portal.databaseUrl,
      `create function no_room() returns trigger language plpgsql as $$
         begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
       create trigger no_room before insert on organizations for each row execute function no_room()`,
    );
    const organization = { name: 'One more', organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550100' };
    const file = await noisyLogo();
    expect(await portal.call('POST /v1/organizations', { parts: { organization, file } })).toMatchObject({
      status: 507,
      body: { code: 'disk_full' },
    });
    const left = await readdir(join(portal.app.config.dataDir, 'files'), { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
    await portal.close();
  });
});
