import { calls } from '@kinbridge/contract/calls';
import type { Call } from '@kinbridge/contract/shared/call';
import { toOneLine } from '@kinbridge/contract/shared/misleading';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../db/sql.ts';
import { buildOperator, buildOrganization, buildSignedIn, serviceIds } from '../testing/build.ts';
import { buildForm } from '../testing/forms.ts';
import { type CallOptions, startTestApp, type TestApp } from '../testing/test-app.ts';

const starts = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
/** An Excel that separates by semicolons begins a cell after each of these, even within our quotes. */
const inside = ['Ann;=', 'Ann;"+', 'Ann; -', 'Ann\t@', 'Ann\n=', 'Ann\r\n+'];
const formula = /(^|[;\t\r\n])[ "]*[=+\-@＝＋－＠]|^[\t\r\n]/;
const hostile = (start: string) => `${start}HYPERLINK("x",1)`;

let test: TestApp;
let admin: Awaited<ReturnType<typeof buildSignedIn>>;
const exports: Record<string, CallOptions> = {};

/** Every exported text field, once with each beginning of a formula. */
beforeAll(async () => {
  test = await startTestApp();
  const { id } = await buildOrganization(test);
  admin = await buildSignedIn(test, id, { userType: 'ADMIN', firstName: hostile('=') });
  const operator = await buildOperator(test);
  const [serviceId] = await serviceIds(test, id);
  const patient = { firstName: 'Ann', lastName: 'Vega', phoneNumber: '+12695552001' };
  const { body: request } = await test.call('POST /v1/service-requests', {
    parts: { serviceRequest: { organizationId: id, serviceId, patient } },
    token: admin.token,
  });
  const questions = [...starts, ...inside].map((start, n) => ({
    type: 'comment',
    name: `q${n}`,
    title: hostile(start),
  }));
  const form = await buildForm(test, admin, [...questions, { type: 'text', name: 'n', inputType: 'number' }]);
  for (const [n, start] of [...starts, ...inside].entries()) {
    const answer = { surveyAnswerJson: { q0: hostile(start), n: -n }, surveyUniqueId: form.uniqueSurveyId, version: 1 };
    const name = toOneLine(hostile(start));
    const body = { ...answer, userFirstName: name, userLastName: name };
    expect((await test.call('POST /v1/survey-answers/submit', { body })).status).toBe(201);
  }
  for (const start of [...starts, ...inside]) {
    await sql`with person as (
        insert into users (user_type, status, first_name, last_name, zip_code)
        values ('PATIENT', 'ACTIVE', ${hostile(start)}, 'Vega', ${start}) returning id),
      request as (
        insert into service_requests (organization_id, provider_id, service_id, member_id, status, search)
        select ${id}, ${id}, ${serviceId}, id, 'REQUESTED', '#' from person returning id, member_id)
      insert into sms_messages (kind, organization_id, service_request_id, user_id, phone_number, body, state)
      select 'staff', ${id}, ${request.id}, member_id, ${`${start}44`}, 'Hello', 'sent' from request`.run(test.app.db);
    await sql`insert into sms_messages (kind, organization_id, user_id, phone_number, body, state)
      values ('staff', ${id}, ${request.patient.id}, ${`${start}44`}, 'Hello', 'sent')`.run(test.app.db);
    await sql`insert into audit_log (organization_id, actor_id, action, entity_type, detail)
      select organization_id, actor_id, ${hostile(start)}, ${hostile(start)}, ${JSON.stringify(hostile(start))}::jsonb
      from (values (${id}::bigint, null), (null, ${operator.id}::bigint)) as log (organization_id, actor_id)`.run(
      test.app.db,
    );
  }
  const options = { params: { id }, token: admin.token };
  exports['GET /v1/organizations/{id}/audit/csv'] = options;
  exports['GET /v1/operator/log/csv'] = { token: operator.token };
  exports['GET /v1/organizations/{id}/metrics/report.csv'] = options;
  exports['GET /v1/messages/getServiceRequestMessagesCsv/{id}'] = { ...options, params: { id: request.id } };
  exports['GET /v1/messages/getPatientMessagesCsv/{patientId}'] = {
    ...options,
    params: { patientId: request.patient.id },
  };
  exports['GET /v1/surveys/{id}/answers/export'] = { ...options, params: { id: form.id }, query: { format: 'csv' } };
});
afterAll(() => test.close());

it('covers every export', () => {
  const named = Object.entries(calls as Record<string, Call>).filter(([, call]) =>
    String(call.contentType).includes('csv'),
  );
  expect(Object.keys(exports).toSorted()).toEqual(named.map(([name]) => name).toSorted());
});

it.each([
  'GET /v1/organizations/{id}/audit/csv',
  'GET /v1/operator/log/csv',
  'GET /v1/organizations/{id}/metrics/report.csv',
  'GET /v1/messages/getServiceRequestMessagesCsv/{id}',
  'GET /v1/messages/getPatientMessagesCsv/{patientId}',
  'GET /v1/surveys/{id}/answers/export',
])('%s has nothing that starts like a formula', async (name) => {
  const { status, bytes } = await test.call(name, exports[name]);
  expect(status).toBe(200);
  const rows = parse(bytes, { bom: true, relax_column_count: true }) as string[][];
  expect(rows.length).toBeGreaterThan(starts.length);
  const cells = rows.flat();
  expect(cells.filter((cell) => formula.test(cell))).toEqual([]);
  expect(cells.filter((cell) => cell.startsWith("'")).length).toBeGreaterThanOrEqual(starts.length);
});

it('formats US phone numbers', async () => {
  const { bytes } = await test.call(
    'GET /v1/messages/getServiceRequestMessagesCsv/{id}',
    exports['GET /v1/messages/getServiceRequestMessagesCsv/{id}'],
  );
  expect(bytes.toString()).toContain(',(269) 555-2001,');
});
