import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSignedIn, buildUser, serviceIds } from '../testing/build.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../testing/otlp-receiver.ts';
import { useOrganization, useTestApp } from '../testing/use-test-app.ts';
import { parseTraceparent } from '../trace.ts';
import { startTracing } from './tracing.ts';

const test = useTestApp();
const organization = useOrganization(test, { name: 'Canaryworth Clinic' });
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const browserSpan = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${browserSpan}-00`;
const patient = {
  firstName: 'Zephyrine',
  lastName: 'Canaryworth',
  dateOfBirth: '1971-03-14',
  phoneNumber: '(269) 555-0147',
};
let receiver: OtlpReceiver;
let spans: ReceivedSpan[];

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  const nurse = await buildSignedIn(test, organization.id, { firstName: 'Zephyrine' });
  await buildUser(test, organization.id, { userType: 'ADMIN' });
  const [serviceId] = await serviceIds(test, organization.id);
  const serviceRequest = { organizationId: organization.id, patientId: null, serviceId, patient };
  spans = await record(1, async () => {
    await test.call('POST /v1/service-requests', { parts: { serviceRequest }, headers: { traceparent }, ...nurse });
    await test.call('GET /v1/organizations?zipCode=49099&name=Zephyrine');
    await test.call('GET /v1/users/{id}', { params: { id: nurse.id }, token: nurse.token });
    await test.runJobs();
  });
});
afterAll(() => receiver.stop());

async function record(ratio: number, work: () => Promise<unknown>): Promise<ReceivedSpan[]> {
  receiver.bodies.length = 0;
  const tracing = await startTracing({ url: receiver.url, serviceName: 'kinbridge', ratio }, test.app.log);
  await work().finally(() => tracing.stop());
  return receiver.spans();
}

it("traces the browser's request through its queries to the job", () => {
  const request = spans.find(({ name }) => name === 'POST /v1/service-requests');
  expect(request).toMatchObject({ traceId, parentSpanId: browserSpan });
  const ofRequest = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(ofRequest.map(({ name }) => name)).toContain('insert service_requests');
  const job = spans.find(({ name }) => name === 'job send-email');
  const queued = spans.find(({ spanId }) => spanId === job?.parentSpanId);
  expect([job?.traceId, queued?.spanId]).toEqual([traceId, request?.spanId]);
  const ofJob = spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId);
  expect(ofJob.map(({ name }) => name)).toContain('update emails');
});

it('exports only attributes without personal data', () => {
  const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
  expect([...keys].sort()).toEqual([
    'db.operation.name',
    'db.query.summary',
    'db.system.name',
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'kinbridge.attempt',
    'kinbridge.request_id',
    'kinbridge.statement',
    'kinbridge.task',
  ]);
  const numbers = spans.flatMap(({ attributes }) => attributes.filter(({ value }) => value.intValue !== undefined));
  expect(new Set(numbers.map(({ key }) => key))).toEqual(new Set(['http.response.status_code', 'kinbridge.attempt']));
});

it('exports no values: names, numbers, queries or addresses', () => {
  // Times and ids hold any digits.
  const text = JSON.stringify(receiver.bodies)
    .toLowerCase()
    .replace(/"\w+(unixnano|id)":"\w*"/g, '');
  expect(text).toContain('/v1/organizations');
  expect(
    ['zephyrine', 'canaryworth', '5550147', '1971-03-14', '49099', 'example.org', '127.0.0.1'].filter((word) =>
      text.includes(word),
    ),
  ).toEqual([]);
});

it('records nothing outside the share of traces, whatever the caller asks for', async () => {
  const headers = { traceparent: `00-${traceId}-${browserSpan}-01` };
  expect(await record(0, () => test.call('GET /v1/organizations', { headers }))).toEqual([]);
});

it('logs the trace id of a request, also without export', async () => {
  const before = test.logs.length;
  await test.call('GET /v1/organizations', { headers: { traceparent } });
  await test.call('GET /v1/organizations', { headers: { traceparent: 'zephyrine' } });
  const lines = test.logs.slice(before).map((line) => JSON.parse(line) as { traceId?: string });
  expect(lines.map((line) => line.traceId)).toEqual([traceId, undefined]);
});

it.each([
  undefined,
  '',
  traceId,
  `00-${traceId}-${browserSpan}`,
  `01-${traceId}-${browserSpan}-00`,
  `00-${traceId.toUpperCase()}-${browserSpan}-00`,
  `00-${'0'.repeat(32)}-${browserSpan}-00`,
  `00-${traceId}-${'0'.repeat(16)}-00`,
  `${traceparent}, ${traceparent}`,
  [traceparent],
])('ignores the traceparent %j', (header) => {
  expect(parseTraceparent(header)).toBeNull();
});
