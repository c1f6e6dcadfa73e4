import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { isProcessAlive } from '../embedded-postgres/process-identity.ts';
import { expectAllPresent, keepRegistering, patience, registration, stop, useDataFolder } from '../testing/faults.ts';
import { until } from '../testing/until.ts';

const { start, readPostmaster } = useDataFolder();

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
      async finish(): Promise<number | undefined> {
        request.end(body.subarray(20));
        const [answer] = await response;
        await once(answer.resume(), 'end');
        return answer.statusCode;
      },
    };
  }

  test(
    'finishes running requests, accepts no new ones, and exits with 0',
    async () => {
      const kinbridge = await start();
      const started = await Promise.all(Array.from({ length: 3 }, (_, index) => begin(kinbridge.url, `Late ${index}`)));
      kinbridge.child.kill('SIGTERM');
      await until(() => kinbridge.printed().includes('Stopping'));
      await until(() =>
        fetch(`${kinbridge.url}/healthz`).then(
          () => false,
          () => true,
        ),
      );
      const answers = await Promise.all(started.map((request) => request.finish()));
      expect(answers).toEqual([201, 201, 201]);
      expect(await kinbridge.exited).toBe(0);
      expect(await readPostmaster()).toBe(0);
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
