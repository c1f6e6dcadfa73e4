import { readdir } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directAddresses } from '../../db/addresses.ts';
import { sql } from '../../db/sql.ts';
import { createServer as createPortal } from '../../http/app.ts';
import { createApp } from '../../main/create-app.ts';
import { listen } from '../../testing/listen.ts';
import { grayPicture } from '../../testing/pictures.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let portal: TestApp;

beforeAll(async () => {
  portal = await startTestApp();
});

afterAll(() => portal.close());

/** A proxy between the portal and its database that can cut the connection at the worst moment. */
async function startWire(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const wire = { url: '', cutAtCommit: false as false | 'before' | 'after', stop: async () => undefined as undefined };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    const cut = () => {
      client.destroy();
      database.destroy();
    };
    let committing = false;
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', cut);
    }
    client.on('data', (chunk) => {
      const isCommit = chunk.includes('commit\0');
      if (isCommit && wire.cutAtCommit === 'before') return cut();
      committing = isCommit && wire.cutAtCommit === 'after';
      database.write(chunk);
    });
    // When the database answers it has committed, but the portal never finds out.
    database.on('data', (chunk) => (committing ? cut() : client.write(chunk)));
  });
  const wired = new URL(databaseUrl);
  wired.port = String(await listen(server));
  wire.url = wired.toString();
  wire.stop = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return wire;
}

test.each([
  { when: 'after', rows: 1 },
  { when: 'before', rows: 0 },
] as const)('keeps bytes and row together when the connection breaks $when the commit', async ({ when, rows }) => {
  const wire = await startWire(portal.databaseUrl);
  const log = pino({ level: 'silent' });
  const app = createApp(portal.app.config, directAddresses(wire.url), log);
  const server = await createPortal(app, log);
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  try {
    const form = new FormData();
    const name = `Cut off (${when})`;
    form.set('organization', JSON.stringify({ name, organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550100' }));
    form.set('file', new File([await grayPicture('png', 8, 8)], 'logo.png'));
    const register = () =>
      fetch(`${url}/v1/organizations`, { method: 'POST', body: form, headers: { 'idempotency-key': when } });

    wire.cutAtCommit = when;
    const lost = await register();
    expect(lost.status).toBe(503);
    expect(lost.headers.get('retry-after')).toBeTruthy();
    const found = await sql<{ id: number }>`select id from organizations where name = ${name}`.many(portal.app.db);
    expect(found).toHaveLength(rows);

    wire.cutAtCommit = false;
    const again = await register();
    expect(again.status).toBe(201);
    const { id } = (await again.json()) as { id: number };
    if (rows > 0) expect(id).toBe(found[0]?.id);
    const logo = await portal.call('GET /v1/organizations/{id}/image', { params: { id } });
    expect(logo.status).toBe(200);
    await everyRowHasItsBytes();
  } finally {
    await server.close();
    await app.close();
    await wire.stop();
  }
});

async function everyRowHasItsBytes(): Promise<void> {
  const rows = await sql<{ storage_key: string }>`select storage_key from files`.many(portal.app.db);
  const stored = await readdir(join(portal.app.config.dataDir, 'files'), { recursive: true });
  for (const { storage_key: key } of rows) expect(stored).toContain(join(key.slice(0, 2), key));
}
