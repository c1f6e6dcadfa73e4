import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { readConfig } from '../../main/config.ts';
import { sealAuditLog, verifyAuditLog } from '../../records/audit/audit-chain.commands.ts';
import { buildUser } from '../../testing/build.ts';
import { testKeys } from '../../testing/test-app.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';
import { dueLines, listDue, runRetention } from './retention.ts';

const test = useTestApp({ RETENTION_EMAILS_DAYS: '90', RETENTION_TEXTS_DAYS: '90', RETENTION_SUPPORT_DAYS: '90' });
const organization = useOrganization(test);
const old = "now() - interval '91 days'";

/** Two of each kind: an old one, and one of today or that someone still works on. */
beforeAll(async () => {
  const { id } = await buildUser(test, organization.id);
  // An id that says its month would be of this one.
  let row = 0;
  for (const [state, time] of [
    ['sent', old],
    ['queued', old],
    ['sent', 'now()'],
  ] as const) {
    row++;
    await sql`insert into emails (id, kind, user_id, to_address, state, create_timestamp)
      values (${row}, 'x', ${id}, 'a@example.org', ${state}, ${sql.raw(time)})`.run(test.owner);
    await sql`insert into sms_messages (id, kind, organization_id, phone_number, body, state, create_timestamp)
      values (${row}, 'staff', ${organization.id}, '+12695550111', 'Hi', ${state}, ${sql.raw(time)})`.run(test.owner);
  }
  for (const state of ['CLOSED', 'OPEN']) {
    await sql`insert into support_messages (user_id, organization_id, message_type, feedback, state, question_state, state_timestamp)
      values (${id}, ${organization.id}, 'Support Question', 'How?', 'kept', ${state}, ${sql.raw(old)})`.run(
      test.owner,
    );
  }
});

const counts = async (config = test.app.config) =>
  Object.fromEntries((await listDue(test.app.db, config)).map(({ kind, count }) => [kind.table, count]));
const rows = () =>
  sql<{ emails: number; texts: number; questions: number }>`select (select count(*)::integer from emails) as emails,
    (select count(*)::integer from sms_messages) as texts,
    (select count(*)::integer from support_messages) as questions`.one(test.app.db);

describe('retention', () => {
  it('lists what the next run deletes, and deletes nothing', async () => {
    expect(await counts()).toMatchObject({ emails: 1, sms_messages: 1, support_messages: 1, device_tokens: 0 });
    const lines = dueLines(await listDue(test.app.db, test.app.config), test.app.config);
    expect(lines).toContainEqual(expect.stringMatching(/^ +1 {2}texts, older than 90 days \(before \d{4}-\d\d-\d\d\)/));
    expect(await rows()).toEqual({ emails: 3, texts: 3, questions: 2 });
  });

  it("keeps emails, texts and questions unless it's told otherwise", async () => {
    const byDefault = { ...test.app.config, ...readConfig({}) };
    expect(await counts(byDefault)).toMatchObject({ emails: 0, sms_messages: 0, support_messages: 0 });
  });

  it('deletes what is past its days and settled, and says so in the log', async () => {
    await runRetention(test.app);
    expect(await rows()).toEqual({ emails: 2, texts: 2, questions: 1 });
    const { detail } = await sql<{ detail: object }>`select detail from operator_audit_log
      where action = 'retention.run'`.one(test.app.db);
    expect(detail).toEqual({ deleted: { emails: 1, sms_messages: 1, support_messages: 1 }, byCommand: true });
  });

  it('does nothing twice, and the audit log stays intact', async () => {
    await runRetention(test.app);
    const runs = await sql`select 1 from operator_audit_log where action = 'retention.run'`.many(test.app.db);
    expect(runs).toHaveLength(1);
    await sealAuditLog(test.app.db, testKeys.auditKey);
    expect(await verifyAuditLog(test.app.db, testKeys.auditKey)).toMatchObject({ intact: true });
  });
});
