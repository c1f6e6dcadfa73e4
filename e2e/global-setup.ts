import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../server/src/embedded-postgres/free-port.ts';

const START_MS = 120_000;
const STOP_MS = 45_000;

/** Starts Kinbridge as a person would, on a free port with an empty data folder; returns how to stop it. */
export default async function startKinbridge() {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinbridge-e2e-'));
  const port = await findFreePort();
  // A name, because passkeys don't work at an IP address.
  const url = `http://localhost:${port}`;
  const script = fileURLToPath(new URL('../server/dist/main/start.js', import.meta.url));
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [script], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    // Passes nothing else from the environment: DATABASE_URL or a provider's key would reach real systems. The DNS
    // server of a test can have the same number, because it uses UDP.
    env: { PATH, HOME, PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, DNS_SERVERS: `127.0.0.1:${port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });

  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (!hasEnded()) {
      child.kill('SIGTERM');
      await Promise.race([once(child, 'exit'), delay(STOP_MS, undefined, { ref: false })]);
      if (!hasEnded()) child.kill('SIGKILL');
    }
    await rm(dataDir, { recursive: true, force: true });
  };

  const deadline = Date.now() + START_MS;
  while (!(await isReady(url))) {
    if (hasEnded() || Date.now() > deadline) {
      await stop();
      throw new Error(`Kinbridge did not start:\n${output}`);
    }
    await delay(100);
  }
  process.env.KINBRIDGE_E2E_URL = url;
  process.env.KINBRIDGE_E2E_READY_AT = String(Date.now());
  process.env.KINBRIDGE_E2E_DATA_DIR = dataDir;
  return stop;
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined);
  return response?.ok ?? false;
}
