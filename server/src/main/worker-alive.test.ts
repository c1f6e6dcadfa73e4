import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../db/database.ts';
import { releaseJobsOfDeadWorkers } from '../db/jobs.commands.ts';
import { sql } from '../db/sql.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../testing/build.ts';
import { buildXlsx } from '../testing/spreadsheets.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { startWorker } from './worker-runner.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it("a long job isn't mistaken for one left by a dead worker", async () => {
  const { db } = test.app;
  const { id } = await buildOrganization(test);
  const { token } = await buildSignedIn(test, id);
  const [serviceId] = await serviceIds(test, id);
  const { body } = await test.call('POST /v1/organizations/{id}/services/upload-patients', {
    params: { id },
    query: { serviceIds: String(serviceId) },
    parts: {
      file: await buildXlsx([
        ['First Name', 'Last Name'],
        ['Ada', 'Moreno'],
      ]),
    },
    headers: { prefer: 'respond-async' },
    token,
  });
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
  const holders = async () => {
    const rows = await sql<{ locked_by: string }>`
      select locked_by from graphile_worker.jobs
      where locked_by is not null and task_identifier = 'take-in-member-list'`.many(db);
    return rows.map((row) => row.locked_by);
  };
  try {
    // The job waits while another transaction imports a list for this organization.
    await transaction(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`member uploads ${id}`}, 0))`.run(tx);
      worker = await startWorker(test.app);
      const before = await until(async () => {
        const held = await holders();
        return held.length > 0 && held;
      });
      await releaseJobsOfDeadWorkers(db);
      expect(await holders()).toEqual(before);
    });
    const look = () => test.call('GET /v1/uploads/{id}', { params: { id: body.uploadId }, token });
    const upload = await until(async () => {
      const answer = await look();
      return answer.body.state === 'done' && answer.body;
    });
    expect(upload.result).toMatchObject({ created: 1, requests: 1 });
  } finally {
    await worker?.stop();
  }
  // A stopped worker isn't counted until its last report is old.
  expect(await sql`select worker_id from job_workers`.many(db)).toEqual([]);
});
