import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tokens } from '../features/auth/sessions.commands.ts';
import { buildOrganization, buildUser, serviceIds, testPassword } from '../testing/build.ts';
import { type KinbridgeProcess, startKinbridge } from '../testing/kinbridge-process.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

const dayMs = 24 * 60 * 60_000;
const dateOfBirth = '1988-02-29';

let test: TestApp;
let running: KinbridgeProcess;
let clockFile: string;
let organizationId: number;
let serviceId: number;
let tokens: Tokens;

beforeAll(async () => {
  test = await startTestApp();
  organizationId = (await buildOrganization(test)).id;
  serviceId = (await serviceIds(test, organizationId))[0] ?? 0;
  const { email } = await buildUser(test, organizationId);
  const { secret, auditKey, encryptionKey, dataDir } = test.app.config;
  clockFile = join(dataDir, 'clock');
  running = await startKinbridge({
    DATABASE_URL: test.databaseUrl,
    DATA_DIR: dataDir,
    SESSION_SECRET: secret,
    AUDIT_KEY: auditKey,
    ENCRYPTION_KEY: encryptionKey,
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('../testing/jumping-clock.mjs', import.meta.url))}`,
    CLOCK_FILE: clockFile,
  });
  tokens = (await post<Tokens>('/v1/auth/login', { email, password: testPassword })).body;
}, 120_000);

afterAll(async () => {
  running.child.kill('SIGTERM');
  expect(await running.exited).toBe(0);
  await test.close();
});

async function jump(ms: number): Promise<void> {
  await writeFile(clockFile, String(ms));
  running.child.kill('SIGUSR2');
  await until(() => running.printed().includes(`ahead by ${ms} ms`));
}

async function post<Body>(path: string, body: object | FormData) {
  const json = !(body instanceof FormData);
  const response = await fetch(`${running.url}${path}`, {
    method: 'POST',
    headers: {
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...(tokens ? { authorization: `Bearer ${tokens.idToken}` } : {}),
    },
    body: json ? JSON.stringify(body) : body,
  });
  return { status: response.status, body: (await response.json()) as Body };
}

function refer(lastName: string) {
  const form = new FormData();
  const patient = { firstName: 'Ruth', lastName, dateOfBirth, phoneNumber: '+12695550188' };
  form.set('serviceRequest', JSON.stringify({ organizationId, serviceId, patient }));
  return post<ServiceRequest>('/v1/service-requests', form);
}

async function refresh(): Promise<void> {
  const { status, body } = await post<Tokens>('/v1/auth/refresh-token', { token: tokens.refreshToken });
  expect(status).toBe(200);
  tokens = body;
}

/** Expects a request with the database's date, a member born that day, and a sent text. */
async function expectServed(lastName: string): Promise<void> {
  const { status, body } = await refer(lastName);
  expect([status, body.patient.dateOfBirth]).toEqual([201, dateOfBirth]);
  expect(Math.abs(Date.parse(body.createTimestamp) - Date.now())).toBeLessThan(dayMs / 2);
  await until(async () => {
    const texts = await fetch(`${running.url}/dev/outbox.json?to=%2B12695550188`);
    return ((await texts.json()) as { text: string }[]).length >= 1;
  }, 30_000);
}

it("keeps working when the server's clock jumps ahead by a day", async () => {
  await jump(dayMs);
  expect((await refer('Early')).status).toBe(401);
  await refresh();
  await expectServed('Ahead');
});

it("keeps working when the server's clock jumps back by two days", async () => {
  await jump(-dayMs);
  await refresh();
  await expectServed('Back');
  expect((await fetch(`${running.url}/v1/organizations`)).status).toBe(200);
});
