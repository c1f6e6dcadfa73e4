import type { Upload } from '@kinbridge/contract/members/member-uploads.contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { asOwner } from '../../testing/as-owner.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../../testing/build.ts';
import { type KinbridgeProcess, startKinbridge } from '../../testing/kinbridge-process.ts';
import { buildXlsx } from '../../testing/spreadsheets.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

/** More than one batch, so the test can stop between two. */
const people = 8_000;
let test: TestApp;
let nurse: Awaited<ReturnType<typeof buildSignedIn>>;
let address: string;
let file: Blob;
let running: KinbridgeProcess | undefined;

beforeAll(async () => {
  test = await startTestApp();
  const { id } = await buildOrganization(test);
  nurse = await buildSignedIn(test, id);
  const [food = 0] = await serviceIds(test, id);
  address = `/v1/organizations/${id}/services/upload-patients?serviceIds=${food}&serviceStatus=COMPLETED`;
  // These people differ only by name, so any duplicate would stay visible.
  const rows = Array.from({ length: people }, (_, n) => [`First${n}`, `Last${n}`]);
  file = await buildXlsx([['First Name', 'Last Name'], ...rows]);
}, 60_000);

afterAll(async () => {
  running?.child.kill('SIGKILL');
  await running?.exited;
  await test.close();
});

async function start(): Promise<KinbridgeProcess> {
  running = await startKinbridge({
    DATABASE_URL: test.databaseUrl,
    DATA_DIR: test.app.config.dataDir,
    SESSION_SECRET: test.app.config.secret,
    AUDIT_KEY: test.app.config.auditKey,
    ENCRYPTION_KEY: test.app.config.encryptionKey,
  });
  return running;
}

async function call<Body>(path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${nurse.token}`, ...init.headers };
  const response = await fetch(`${running?.url}${path}`, { ...init, headers });
  return { status: response.status, body: (await response.json()) as Body };
}

function upload<Body>(headers: Record<string, string> = {}) {
  const body = new FormData();
  body.set('file', file, 'members.xlsx');
  return call<Body>(address, { method: 'POST', headers, body });
}

/** Counts members, requests and timeline starts, and their people. */
async function countImported() {
  return sql<Record<string, number>>`select
    (select count(*) from organization_members where organization_id = ${nurse.organizationId}) as members,
    (select count(distinct (first_name, last_name)) from users where user_type = 'PATIENT') as people,
    (select count(*) from service_requests) as requests,
    (select count(distinct member_id) from service_requests) as served,
    (select count(*) from audit_log where action = 'service-request.create') as logged,
    (select count(*) from member_upload_rows) as waiting,
    (select count(*) from sms_messages) as texts`.maybeOne(test.app.db);
}

const nothing = { members: 0, people: 0, requests: 0, served: 0, logged: 0, texts: 0 };
const everybody = { members: people, people, requests: people, served: people, logged: people, waiting: 0, texts: 0 };

/** Holds the lock of a manual entry, which the import waits for at its end. */
async function blockTheEnd(): Promise<() => Promise<void>> {
  const lock = sql`select pg_advisory_xact_lock_shared(hashtextextended(${`members ${nurse.organizationId}`}, 0))`;
  let letGo = () => {};
  let held: Promise<void> | undefined;
  await new Promise<void>((locked, failed) => {
    held = test.app.db.inTransaction(async (tx) => {
      await lock.run(tx);
      await new Promise<void>((resolve) => {
        letGo = resolve;
        locked();
      });
    });
    held.catch(failed);
  });
  return async () => {
    letGo();
    await held;
  };
}

it('resumes a member import after a kill without duplicates', async () => {
  const first = await start();
  let letItEnd = await blockTheEnd();
  const accepted = await upload<{ uploadId: number }>({ prefer: 'respond-async' });
  expect(accepted.status).toBe(202);
  const progress = async () => (await call<Upload>(`/v1/uploads/${accepted.body.uploadId}`)).body;
  const halfWay = await until(async () => {
    const { state, done, total } = await progress();
    return state === 'working' && done > 0 && done < total && { done, total };
  }, 60_000);
  expect(halfWay.total).toBe(people);
  first.child.kill('SIGKILL');
  expect(await first.exited).toBe('SIGKILL');
  await letItEnd();
  expect(await countImported()).toMatchObject(nothing);

  // The worker hasn't reported for a while.
  await sql`update job_workers set seen_timestamp = now() - interval '5 minutes'`.run(test.app.db);
  letItEnd = await blockTheEnd();
  await start();
  await until(async () => (await progress()).done === people, 60_000);
  // A vacuum at the wrong time makes the planner assume an empty table, which must not matter.
  await asOwner(test.databaseUrl, 'vacuum analyze users, organization_members');
  await letItEnd();
  const end = await until(async () => {
    const now = await progress();
    return now.state !== 'working' && now;
  }, 60_000);
  expect(end).toMatchObject({ state: 'done', result: { created: people, matched: 0, requests: people, rejected: [] } });
  expect(await countImported()).toEqual(everybody);
}, 150_000);
