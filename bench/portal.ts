/** A portal for a measurement, on an empty embedded database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { visitor } from '../server/src/access/caller.ts';
import { directAddresses } from '../server/src/db/addresses.ts';
import { type Database, transaction } from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/migrate/migrations.ts';
import { sql } from '../server/src/db/sql.ts';
import { startEmbeddedDatabase } from '../server/src/embedded-postgres/embedded-database.ts';
import { startSession } from '../server/src/features/auth/sessions.commands.ts';
import { registerOrganization } from '../server/src/features/organizations/organizations.commands.ts';
import { createServer } from '../server/src/http/app.ts';
import { readConfig } from '../server/src/main/config.ts';
import { createApp } from '../server/src/main/create-app.ts';

export interface Place {
  id: number;
  adminId: number;
  serviceId: number;
  token: string;
}

const key = 'only for measuring, and long enough for it';
export const benchKeys = { secret: key, auditKey: key, encryptionKey: key, derivationKey: key };

/** An empty database, migrated by the measured checkout. */
export async function startDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinbridge-bench-'));
  const { ownerUrl, appUrl, stop } = await startEmbeddedDatabase({ dataDir, say: () => undefined, durable: false });
  await migrate({ ownerUrl, appUrl, root: globalThis.bench.portal });
  return {
    dataDir,
    ownerUrl,
    appUrl,
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The portal in this process. */
export async function startPortal(env: Record<string, string>, appUrl: string) {
  const config = { ...readConfig({ DEMO: '0', RATE_LIMIT_PER_SESSION: '999999999', ...env }), ...benchKeys };
  const log = pino({ level: 'silent' });
  const app = createApp(config, directAddresses(appUrl), log);
  return { config, app, server: await createServer(app, log) };
}

export async function openPortal() {
  const database = await startDatabase();
  const settings = { DATA_DIR: database.dataDir, UPLOAD_ANSWER_SECONDS: '300' };
  const { config, app, server } = await startPortal(settings, database.appUrl);
  return {
    app,
    server,
    databaseUrl: database.ownerUrl,
    /** Adds an organization with one service, and returns its admin's token. */
    async addOrganization(name: string): Promise<Place> {
      const contact = { phoneNumber: '+12695550100', zipCode: '49007' };
      const profile = { name, organizationType: 'CARE_PROVIDER' as const, ...contact };
      const serviceDTOList = [{ name: 'Food box', type: 'FOOD' as const }];
      const { id } = await transaction(app.db, (tx) =>
        registerOrganization(tx, visitor('bench'), { ...profile, serviceDTOList }, null),
      );
      const service = await sql<{ id: number }>`select id from services where organization_id = ${id}`.one(app.db);
      const adminId = await addAdmin(app.db, id);
      return this.signIn({ id, adminId, serviceId: service.id, token: '' });
    },
    /** With a fresh token. */
    async signIn(place: Place): Promise<Place> {
      const user = { id: place.adminId, user_type: 'ADMIN', organization_id: place.id };
      const { idToken } = await transaction(app.db, (tx) => startSession(tx, config, user, { by: 'password' }));
      return { ...place, token: idToken };
    },
    /** Uploads a member list and waits until it is imported. */
    async uploadMembers(place: Place, file: Buffer): Promise<{ created: number }> {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(file)]), 'members.xlsx');
      const encoded = new Response(form);
      const answer = await server.inject({
        method: 'POST',
        url: `/v1/organizations/${place.id}/services/upload-patients?serviceIds=${place.serviceId}&serviceStatus=COMPLETED`,
        headers: { authorization: `Bearer ${place.token}`, 'content-type': encoded.headers.get('content-type') ?? '' },
        payload: Buffer.from(await encoded.arrayBuffer()),
      });
      if (answer.statusCode !== 200) throw new Error(answer.body.slice(0, 300));
      return answer.json();
    },
    async close(): Promise<void> {
      await server.close();
      await app.close();
      await database.stop();
    },
  };
}

async function addAdmin(db: Database, organizationId: number): Promise<number> {
  const { id } = await sql<{ id: number }>`
    insert into users (user_type, status, organization_id, first_name, last_name)
    values ('ADMIN', 'ACTIVE', ${organizationId}, 'Ben', 'Chmark') returning id`.one(db);
  return id;
}
