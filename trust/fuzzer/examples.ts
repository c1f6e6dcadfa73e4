import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CallName, calls } from '@kinbridge/contract/calls';
import type { Answer, CallOptions } from '../../server/src/testing/test-app.ts';
import { requests } from '../requests.ts';
import type { World } from '../world.ts';

/** Streams, webhooks, and file lists, which the fuzzer's examples can't express. */
const unexampled: CallName[] = [
  'GET /v1/events',
  'GET /v1/operator/events',
  'POST /v1/messages/inbound',
  'POST /v1/messages/status',
  'POST /v1/users/{userId}/documents',
  'POST /v1/survey-answers/{surveyId}/upload-responses',
];

/** Writes valid requests of an admin of A and an operator with their real answers in the fuzzer's format, which it then mutates. */
export async function writeExamples(world: World, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of Object.keys(requests) as CallName[]) {
    if (unexampled.includes(name)) continue;
    // Two requests, since sending one may use up its record.
    const [sent, kept] = [await requests[name](world), await requests[name](world)];
    const answer = await world.portal.call(name, {
      ...sent,
      token: world.tokens[name.includes(' /v1/operator/') ? 'operator' : 'admin'],
    });
    if (answer.status >= 300) continue;
    const file = join(folder, name.replace(/[^A-Za-z0-9]+/g, '_'));
    const example = {
      'http-request': await httpRequest(name, kept, file),
      'http-response': { status: answer.status, ...responseBody(name, answer) },
    };
    await writeFile(`${file}.json`, JSON.stringify(example));
  }
}

function responseBody(name: CallName, { status, body }: Answer) {
  if (status === 204) return {};
  // A file, whatever is in it.
  if (!('answers' in calls[name])) return { body: 'bytes' };
  // A form's content is open, but the fuzzer would treat the first question's properties as the schema.
  return { body: 'data' in body ? { ...body, data: {} } : body };
}

async function httpRequest(name: CallName, { params, query, body, parts }: CallOptions, file: string) {
  const [method, path = ''] = name.split(' ');
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, key: string) => String(params?.[key])),
    ...(query ? { query } : {}),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? JSON.parse(body) : body }),
    ...(parts ? { 'multipart-formdata': await formData(parts, file) } : {}),
  };
}

async function formData(parts: Record<string, unknown>, path: string) {
  const entries = Object.entries(parts).map(async ([name, value]) => {
    if (!(value instanceof Blob)) return { name, content: value, contentType: 'application/json' };
    const file = `${path}_${value instanceof File ? value.name : 'members.xlsx'}`;
    await writeFile(file, Buffer.from(await value.arrayBuffer()));
    return { name, filename: `@${file}` };
  });
  return Promise.all(entries);
}
