import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { isProcessAlive } from '../embedded-postgres/process-identity.ts';
import { type KinbridgeProcess, startKinbridge } from './kinbridge-process.ts';
import { until } from './until.ts';

/** The time limit of a test that starts and breaks processes. */
export const patience = 150_000;

/** One data folder for a test file that starts Kinbridge in it and breaks it. Leftovers are killed by pid. */
export function useDataFolder() {
  let path = '';
  const pids = new Set<number>();
  const versionFile = () => join(path, 'postgres', 'PG_VERSION');

  beforeAll(async () => {
    path = await mkdtemp(join(tmpdir(), 'kinbridge-faults-'));
  });
  afterEach(async () => {
    pids.add(await readPostmaster());
    for (const pid of pids) await end(pid);
    pids.clear();
    await rename(`${versionFile()}.away`, versionFile()).catch(() => undefined);
  });
  afterAll(async () => {
    await rm(path, { recursive: true, force: true });
  });

  /** The pid of the embedded database's main process, or 0. */
  async function readPostmaster(): Promise<number> {
    const text = await readFile(join(path, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
    return Number(text.split('\n')[0]);
  }

  async function start(settings: Record<string, string> = {}, wrapper: string[] = []): Promise<KinbridgeProcess> {
    const kinbridge = await startKinbridge({ DATA_DIR: path, ...settings }, wrapper);
    pids.add(kinbridge.child.pid ?? 0);
    return kinbridge;
  }

  return { path: () => path, versionFile, readPostmaster, start };
}

async function end(pid: number): Promise<void> {
  if (pid === 0 || !(await isProcessAlive(pid))) return;
  process.kill(pid, 'SIGQUIT');
  await until(async () => !(await isProcessAlive(pid)));
}

export async function stop(kinbridge: KinbridgeProcess): Promise<number | string> {
  kinbridge.child.kill('SIGTERM');
  return kinbridge.exited;
}

export function registration(name: string) {
  const form = new FormData();
  form.set('organization', JSON.stringify({ name, organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550100' }));
  return form;
}

/** Registers once per key; repeated calls get the same answer. */
export async function register(url: string, key: string) {
  const headers = { 'idempotency-key': key };
  const body = registration(`Organization ${key}`);
  const response = await fetch(`${url}/v1/organizations`, { method: 'POST', headers, body });
  const answer = (await response.json()) as { id?: number; registrationToken?: string; code?: string };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ...answer };
}

/** Registers in a loop until stopped, and records acknowledged registrations and all other answers. */
export function keepRegistering(url: string) {
  const acknowledged = new Map<string, number>();
  const others: { status: number; retryAfter: string | null; code?: string }[] = [];
  let unanswered = 0;
  let going = true;
  const loops = [1, 2, 3, 4].map(async () => {
    while (going) {
      const key = randomUUID();
      let isRefused = true;
      try {
        const answer = await register(url, key);
        isRefused = answer.status !== 201;
        if (answer.status === 201 && answer.id) acknowledged.set(key, answer.id);
        else others.push(answer);
      } catch {
        unanswered++;
      }
      // An outage lasts seconds, and asking less often then leaves the processor to others.
      await new Promise((resolve) => setTimeout(resolve, isRefused ? 200 : 20));
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
  const profile = { firstName: 'Ada', lastName: 'Byron', phoneNumber: '+12695550123', password: 'Correct-Horse6*' };
  const response = await fetch(`${url}/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...profile, ...given, userType: 'ADMIN' }),
  });
  return response.status;
}

/** Signs up the first admin of a new organization, which sends an email. */
export async function signUpAdmin(url: string, email: string): Promise<number> {
  const { id = 0, registrationToken = '' } = await register(url, randomUUID());
  return signUp(url, { email, organizationId: id, registrationToken });
}

export async function expectAllPresent(url: string, acknowledged: Map<string, number>): Promise<void> {
  for (const [key, id] of acknowledged) expect(await register(url, key)).toMatchObject({ status: 201, id });
}
