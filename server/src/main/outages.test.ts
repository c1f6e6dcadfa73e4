import { once } from 'node:events';
import { readFile, rename } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { directAddresses } from '../db/addresses.ts';
import { migrate } from '../db/migrate/migrations.ts';
import { findCluster, readPassword } from '../embedded-postgres/cluster.ts';
import { ownerUrl } from '../embedded-postgres/connection.ts';
import { startEmbeddedDatabase } from '../embedded-postgres/embedded-database.ts';
import { findChildren, isProcessAlive } from '../embedded-postgres/process-identity.ts';
import { createServer as createHttpServer } from '../http/app.ts';
import { asOwner } from '../testing/as-owner.ts';
import { expectAllPresent, keepRegistering, patience, signUpAdmin, stop, useDataFolder } from '../testing/faults.ts';
import { listen } from '../testing/listen.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';
import { testKeys } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { readConfig } from './config.ts';
import { createApp } from './create-app.ts';

const { path, start, readPostmaster, versionFile } = useDataFolder();

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
    const { folder } = await findCluster(path());
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
        "select pid from pg_stat_activity where application_name = 'kinbridge-pool' limit 1",
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
      const embedded = await startEmbeddedDatabase({ dataDir: path(), say: (line) => said.push(line), probing });
      const config = readConfig({ NODE_ENV: 'test', DATA_DIR: path(), DATABASE_POOL_SIZE: '2' });
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
      const port = await listen(silent);
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
