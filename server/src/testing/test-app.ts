import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallName } from '@kinbridge/contract/calls';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pg from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';
import { inject } from 'vitest';
import type { Route } from '../access/route.ts';
import { directAddresses } from '../db/addresses.ts';
import { createSessionDatabase, type SessionDatabase } from '../db/database.ts';
import { createJobPool, endJobPool } from '../db/job-pool.ts';
import { createOwnerPool } from '../db/pool.ts';
import { listOutbox } from '../features/messages/dev-outbox.queries.ts';
import { createServer } from '../http/app.ts';
import { prepareStop } from '../http/close-server.ts';
import { holdAnswersToContract } from '../http/json-dialect.ts';
import { readConfig } from '../main/config.ts';
import { createApp, type RunningApp } from '../main/create-app.ts';
import { runDueJobs } from '../main/worker-runner.ts';
import { loadThreadsFrom } from '../threads.ts';
import { databaseNamed, templateDatabase } from './global-setup.ts';
import { recordTexts } from './recorded-texts.ts';

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire document says is there
  body: any;
  bytes: Buffer;
}

export interface CallOptions {
  params?: Record<string, unknown>;
  query?: Record<string, string>;
  body?: unknown;
  /** Multipart parts: objects become JSON, a Blob becomes a file, and a list becomes several parts. */
  parts?: Record<string, unknown>;
  token?: string | undefined;
  headers?: Record<string, string>;
}

export interface TestApp {
  app: RunningApp;
  server: FastifyInstance;
  /** The owner's URL; the application uses a login without ownership. */
  databaseUrl: string;
  /** The database as its owner, who can write past timestamps. */
  owner: SessionDatabase;
  /** All log lines. */
  logs: string[];
  call(name: CallName | (string & {}), options?: CallOptions): Promise<Answer>;
  /** Runs due jobs, then returns the messages to an address, newest first. */
  outbox(to?: string): ReturnType<typeof listOutbox>;
  runJobs(): Promise<void>;
  close(): Promise<void>;
}

/** Fixed, so a process started on a test's database can use the same keys. */
export const testKeys = {
  secret: 'a secret that only tests use, long enough',
  auditKey: 'an audit key that only tests use, long enough',
  encryptionKey: 'an encryption key that only tests use, long enough',
  derivationKey: 'an encryption key that only tests use, long enough',
};

/**
 * A server with its own database, reached over HTTP. Other routes can be passed to plant a fault, and a database that is
 * already there.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  served?: Route[],
  existing?: string,
): Promise<TestApp> {
  holdAnswersToContract();
  loadThreadsFrom(pathToFileURL(join(inject('serverFolder'), '/')));
  recordTexts(inject('textsFolder'));
  const name = existing ?? `test_${randomUUID().replaceAll('-', '')}`;
  const adminUrl = inject('databaseUrl');
  if (!existing) await asAdmin(adminUrl, `create database ${name} template ${templateDatabase} strategy file_copy`);
  const databaseUrl = databaseNamed(adminUrl, name);
  const appUrl = databaseNamed(inject('appDatabaseUrl'), name);
  const dataDir = await mkdtemp(join(tmpdir(), 'kinbridge-data-'));
  const settings = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_ADDRESS: '100000',
    RATE_LIMIT_PER_SESSION: '100000',
    SMS_PER_SECOND: '10000',
    ...env,
  });
  const config = { ...settings, ...testKeys };
  const logs: string[] = [];
  const log = collectLog(logs);
  const app = createApp(config, directAddresses(appUrl), log);
  const server = await createServer(app, log, served);
  const stopping = prepareStop(server);
  const owner = createSessionDatabase(createOwnerPool(databaseUrl, 2, log));
  const jobPool = createJobPool(app.sessionAddress, 3, log);
  const runJobs = () => runDueJobs(app, jobPool);
  return {
    app,
    server,
    databaseUrl,
    owner,
    logs,
    runJobs,
    call: (callName, options) => callServer(server, callName, options),
    async outbox(to) {
      await runJobs();
      return listOutbox(app.db, to);
    },
    async close() {
      app.events.close();
      await stopping.close();
      await endJobPool(jobPool);
      await app.close();
      await owner.destroy();
      await asAdmin(adminUrl, `drop database ${name} with (force)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function collectLog(lines: string[]): Logger {
  const destination: DestinationStream = { write: (line) => lines.push(line) };
  return pino({ level: 'debug' }, destination);
}

async function callServer(server: FastifyInstance, name: string, options: CallOptions = {}): Promise<Answer> {
  const [method, path = ''] = name.split(' ');
  const url = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(options.params?.[key])));
  const headers: Record<string, string> = { ...options.headers };
  if (options.token) headers.authorization = `Bearer ${options.token}`;
  const request: InjectOptions = { method: method as 'GET', url, headers, query: options.query ?? {} };
  if (options.parts) Object.assign(request, await encodeParts(options.parts, headers));
  else if (options.body !== undefined) request.payload = options.body as object;
  const response = await server.inject(request);
  const json = String(response.headers['content-type'] ?? '').includes('json');
  return {
    status: response.statusCode,
    headers: response.headers,
    body: json && response.body !== '' ? response.json() : undefined,
    bytes: response.rawPayload,
  };
}

async function encodeParts(parts: Record<string, unknown>, headers: Record<string, string>): Promise<InjectOptions> {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (value instanceof Blob) form.set(name, value);
    else if (Array.isArray(value) && value[0] instanceof Blob) for (const file of value) form.append(name, file);
    else form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const encoded = new Response(form);
  headers['content-type'] = encoded.headers.get('content-type') ?? '';
  return { payload: Buffer.from(await encoded.arrayBuffer()), headers };
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
