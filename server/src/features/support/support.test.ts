import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { WebhookSupportChat } from '../../outside/support/support-chat.ts';
import { type BuiltOrganization, buildOperator, buildOrganization, buildSignedIn } from '../../testing/build.ts';
import { listen } from '../../testing/listen.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

interface Posted {
  method: string | undefined;
  path: string | undefined;
  contentType: string | undefined;
  body: unknown;
}

interface Chat {
  url: string;
  posted: Posted[];
  /** How it answers; 200 by default. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** The operator's chat: a local web server that can be stopped and restarted. */
async function startChat(): Promise<Chat> {
  const posted: Posted[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const body: unknown = text === '' ? null : JSON.parse(text);
    posted.push({ method: request.method, path: request.url, contentType: request.headers['content-type'], body });
    if (chat.answer) chat.answer(request, response);
    else response.end('ok');
  });
  const port = await listen(server);
  const chat: Chat = {
    url: `http://127.0.0.1:${port}`,
    posted,
    answer: undefined,
    async stop() {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    async start() {
      await listen(server, port);
    },
  };
  return chat;
}

const question = { messageType: 'Support Question', feedback: 'How do I add a service?' };

let chat: Chat;
let portal: TestApp;
let organization: BuiltOrganization;
let token: string;

beforeAll(async () => {
  chat = await startChat();
  portal = await startTestApp({ SUPPORT_WEBHOOK_URL: `${chat.url}/hooks/kinbridge` });
  organization = await buildOrganization(portal);
  token = (await buildSignedIn(portal, organization.id)).token;
});

afterAll(async () => {
  await portal.close();
  await chat.stop();
});

async function clear(): Promise<void> {
  chat.posted.length = 0;
  chat.answer = undefined;
  await sql`delete from support_messages`.run(portal.app.db);
}

async function keptMessages({ app } = portal) {
  return sql<{ message_type: string; feedback: string; state: string }>`
    select message_type, feedback, state from support_messages order by id`.many(app.db);
}

async function waitingAttempts(): Promise<number[]> {
  const rows = await sql<{ attempts: number }>`
    select attempts from graphile_worker.jobs where task_identifier = 'post-support-message'`.many(portal.app.db);
  return rows.map((row) => row.attempts);
}

async function letTimePass(): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now()`.run(portal.app.db);
}

describe('a support question', () => {
  test.each([
    { messageType: 'Support Question', feedback: 'How do I add a service?' },
    { messageType: 'Business Question', feedback: 'Línea uno\n"two" <b>three</b> 🙂' },
  ])('of type $messageType is posted to the chat as { text }', async (body) => {
    await clear();
    const answer = await portal.call('POST /v1/support', { token, body });
    expect(answer).toMatchObject({ status: 202, body: { message: 'Your question was sent.' } });
    expect(await keptMessages()).toMatchObject([{ state: 'queued' }]);
    expect(chat.posted).toEqual([]);
    await portal.runJobs();
    expect(chat.posted).toEqual([
      {
        method: 'POST',
        path: '/hooks/kinbridge',
        contentType: 'application/json',
        body: { text: `${body.messageType}: ${body.feedback}` },
      },
    ]);
    expect(await keptMessages()).toEqual([{ message_type: body.messageType, feedback: body.feedback, state: 'sent' }]);
    await portal.runJobs();
    expect(chat.posted).toHaveLength(1);
  });

  test('is trimmed', async () => {
    await clear();
    await portal.call('POST /v1/support', { token, body: { ...question, feedback: '  Hello?\n' } });
    expect(await keptMessages()).toMatchObject([{ feedback: 'Hello?' }]);
  });

  test('is stored for the operator when no chat is configured', async () => {
    const quiet = await startTestApp();
    onTestFinished(() => quiet.close());
    const staff = await buildSignedIn(quiet, (await buildOrganization(quiet)).id);
    const answer = await quiet.call('POST /v1/support', { token: staff.token, body: question });
    expect(answer).toMatchObject({ status: 202, body: { message: 'Your question was sent.' } });
    await quiet.runJobs();
    expect(await keptMessages(quiet)).toEqual([
      { message_type: 'Support Question', feedback: question.feedback, state: 'kept' },
    ]);
  });

  test('is audited without its text', async () => {
    await clear();
    await portal.call('POST /v1/support', { token, body: question });
    const rows = await sql<{ entry: string }>`
      select to_jsonb(a)::text as entry from audit_log a where action = 'support.ask'
        and entity_id = (select max(id) from support_messages)`.many(portal.app.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.entry).not.toContain(question.feedback);
  });

  test('is asked once per Idempotency-Key, with the same answer', async () => {
    await clear();
    const headers = { 'idempotency-key': 'question-1' };
    const answers = await Promise.all([
      portal.call('POST /v1/support', { token, body: question, headers }),
      portal.call('POST /v1/support', { token, body: question, headers }),
    ]);
    answers.push(await portal.call('POST /v1/support', { token, body: question, headers }));
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      Array(3).fill({ status: 202, body: { message: 'Your question was sent.' } }),
    );
    await portal.runJobs();
    expect(chat.posted).toHaveLength(1);
    expect(await keptMessages()).toHaveLength(1);
    const other = { ...question, feedback: 'Another one' };
    expect(await portal.call('POST /v1/support', { token, body: other, headers })).toMatchObject({ status: 409 });
    const colleague = await buildSignedIn(portal, organization.id);
    expect(await portal.call('POST /v1/support', { token: colleague.token, body: other, headers })).toMatchObject({
      status: 202,
    });
  });
});

describe('a question is marked failed and retried when the chat fails:', () => {
  const elsewhere = { visited: false };
  const failures: { chat: string; begin: () => Promise<void> | void; end?: () => Promise<void> | void }[] = [
    { chat: 'down', begin: () => chat.stop(), end: () => chat.start() },
    {
      chat: 'answering 500',
      begin: () => {
        chat.answer = (_request, response) => response.writeHead(500).end('no');
      },
    },
    {
      chat: 'answering 404',
      begin: () => {
        chat.answer = (_request, response) => response.writeHead(404).end('no');
      },
    },
    {
      chat: 'pointing elsewhere, where nobody goes',
      begin: () => {
        chat.answer = (request, response) => {
          if (request.url === '/elsewhere') elsewhere.visited = true;
          response.writeHead(307, { location: '/elsewhere' }).end();
        };
      },
    },
    {
      chat: 'cutting the connection',
      begin: () => {
        chat.answer = (request) => request.socket.destroy();
      },
    },
    {
      chat: 'never answering',
      begin: () => {
        portal.app.supportChat = new WebhookSupportChat(chat.url, 200);
        chat.answer = () => undefined;
      },
      end: () => {
        portal.app.supportChat = new WebhookSupportChat(chat.url);
      },
    },
  ];

  test.each(failures)('$chat', async ({ begin, end }) => {
    await clear();
    await begin();
    expect(await portal.call('POST /v1/support', { token, body: question })).toMatchObject({ status: 202 });
    await portal.runJobs();
    expect(await keptMessages()).toMatchObject([{ state: 'failed' }]);
    expect(await waitingAttempts()).toEqual([1]);

    chat.answer = undefined;
    chat.posted.length = 0;
    await end?.();
    await letTimePass();
    await portal.runJobs();
    expect(chat.posted.map(({ body }) => body)).toEqual([{ text: `Support Question: ${question.feedback}` }]);
    expect(await keptMessages()).toMatchObject([{ state: 'sent' }]);
    expect(await waitingAttempts()).toEqual([]);
    expect(elsewhere.visited).toBe(false);
  });
});

describe('an invalid question is refused with a message:', () => {
  const missing = 'Please type your question';
  const choose = 'Please choose what your question is about.';
  const table: [unknown, Record<string, string>][] = [
    [{}, { messageType: choose, feedback: missing }],
    [{ ...question, feedback: '' }, { feedback: missing }],
    [{ ...question, feedback: ' \n\t ' }, { feedback: missing }],
    [{ ...question, feedback: 7 }, { feedback: missing }],
    [{ ...question, feedback: 'x'.repeat(4001) }, { feedback: 'A question can have at most 4,000 characters.' }],
    [{ ...question, messageType: 'Complaint' }, { messageType: choose }],
    [{ ...question, userId: 1 }, { userId: "This field isn't known." }],
  ];
  test.each(table)('%o', async (body, fields) => {
    await clear();
    const answer = await portal.call('POST /v1/support', { token, body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', fields } });
    const sentences = Object.values(fields);
    if (sentences.length === 1 && !('userId' in fields)) expect(answer.body.message).toBe(sentences[0]);
    expect(await keptMessages()).toEqual([]);
  });

  test('the longest allowed one is posted in full', async () => {
    await clear();
    const feedback = '🙂'.repeat(2000);
    expect(await portal.call('POST /v1/support', { token, body: { ...question, feedback } })).toMatchObject({
      status: 202,
    });
    await portal.runJobs();
    expect(chat.posted[0]?.body).toEqual({ text: `Support Question: ${feedback}` });
  });
});

describe('only signed-in people can ask:', () => {
  test('not someone signed out', async () => {
    await clear();
    expect(await portal.call('POST /v1/support', { body: question })).toMatchObject({
      status: 401,
      body: { code: 'signed_out', message: 'Please sign in to continue.' },
    });
    expect(await portal.call('POST /v1/support', { token: 'forged', body: question })).toMatchObject({ status: 401 });
    expect(await keptMessages()).toEqual([]);
  });

  test.each([
    { who: 'a pending employee', given: { status: 'PENDING' } },
    { who: 'a terminated employee', given: { status: 'INACTIVE' } },
    { who: 'a pending admin', given: { userType: 'ADMIN', status: 'PENDING' } },
    { who: 'a member', given: { userType: 'PATIENT' } },
  ] as const)('$who', async ({ given }) => {
    await clear();
    const person = await buildSignedIn(portal, organization.id, given);
    expect(await portal.call('POST /v1/support', { token: person.token, body: question })).toMatchObject({
      status: 202,
    });
    expect(await keptMessages()).toHaveLength(1);
  });

  test('an admin and an employee', async () => {
    const admin = await buildSignedIn(portal, organization.id, { userType: 'ADMIN' });
    expect(await portal.call('POST /v1/support', { token: admin.token, body: question })).toMatchObject({
      status: 202,
    });
  });
});

describe('a thread', () => {
  async function ask(): Promise<number> {
    await portal.call('POST /v1/support', { token, body: question });
    const { id } = await sql<{ id: number }>`select max(id) as id from support_messages`.one(portal.app.db);
    return id;
  }

  test('is listed for the person who asked, newest first, in pages', async () => {
    await clear();
    const [first, second] = [await ask(), await ask()];
    const page = async (number: string) =>
      (await portal.call('GET /v1/support', { token, query: { size: '1', page: number } })).body;
    expect(await page('0')).toMatchObject({
      totalElements: 2,
      content: [{ id: second, state: 'OPEN', unread: false }],
    });
    expect(await page('1')).toMatchObject({ totalPages: 2, content: [{ id: first, feedback: question.feedback }] });
  });

  test('is opened again by a reply, which is sent once per Idempotency-Key', async () => {
    const id = await ask();
    await sql`update support_messages set question_state = 'CLOSED', unread = true where id = ${id}`.run(portal.app.db);
    const unread = () => portal.call('GET /v1/support', { token, query: { unread: 'true' } });
    expect(await unread()).toMatchObject({ body: { totalElements: 1 } });
    const reply = () =>
      portal.call('POST /v1/support/{id}/replies', {
        token,
        params: { id },
        body: { body: ' It happened again. ' },
        headers: { 'idempotency-key': 'reply-1' },
      });
    const [answer] = await Promise.all([reply(), reply()]);
    expect(answer).toMatchObject({
      status: 201,
      body: { state: 'OPEN', unread: false, replies: [{ fromOperator: false, body: 'It happened again.' }] },
    });
    expect((await portal.call('GET /v1/support/{id}', { token, params: { id } })).body.replies).toHaveLength(1);
    expect(await unread()).toMatchObject({ body: { totalElements: 0 } });
  });

  test('takes at most 100 messages', async () => {
    const id = await ask();
    await sql`insert into support_replies (support_message_id, from_operator, body)
      select ${id}, false, 'Hello?' from generate_series(1, 100)`.run(portal.app.db);
    const reply = { token, params: { id }, body: { body: 'Hello?' } };
    expect(await portal.call('POST /v1/support/{id}/replies', reply)).toMatchObject({ status: 409 });
  });

  test('is hidden from a colleague', async () => {
    const id = await ask();
    const colleague = await buildSignedIn(portal, organization.id, { userType: 'ADMIN' });
    for (const call of ['GET /v1/support/{id}', 'POST /v1/support/{id}/read']) {
      expect(await portal.call(call, { token: colleague.token, params: { id } })).toMatchObject({ status: 404 });
    }
  });
});

describe("at the operator's desk", () => {
  let operator: Awaited<ReturnType<typeof buildOperator>>;
  beforeAll(async () => {
    operator = await buildOperator(portal);
  });

  const desk = (call: string, id: number, body?: object, by = operator) =>
    portal.call(call, { token: by.token, params: { id }, ...(body && { body }) });
  const answer = (id: number, version: number, by = operator) =>
    desk('POST /v1/operator/support/{id}/answers', id, { body: 'Open <Account>.\n\nThen Services.', version }, by);

  async function askAs(person: { token: string }): Promise<number> {
    await portal.call('POST /v1/support', { token: person.token, body: question });
    const { id } = await sql<{ id: number }>`select max(id) as id from support_messages`.one(portal.app.db);
    return id;
  }

  test('an answer reaches the person by email and in the portal, unread', async () => {
    const nurse = await buildSignedIn(portal, organization.id);
    const id = await askAs(nurse);
    expect(await answer(id, 1)).toMatchObject({
      status: 201,
      body: { state: 'ANSWERED', assignee: { id: operator.id } },
    });
    const [email] = await portal.outbox(nurse.email);
    expect(email).toMatchObject({ subject: 'We answered your question' });
    expect(email?.text).toContain('Open <Account>.\n\nThen Services.');
    expect(email?.text).toContain(`/?support=${id}`);
    const read = () => portal.call('GET /v1/support/{id}', { token: nurse.token, params: { id } });
    expect((await read()).body).toMatchObject({ unread: true, replies: [{ fromOperator: true }] });
    await portal.call('POST /v1/support/{id}/read', { token: nurse.token, params: { id } });
    expect((await read()).body).toMatchObject({ unread: false });
  });

  test('of two operators who answer in parallel, the second gets 409 and the thread', async () => {
    const id = await askAs({ token });
    const answers = await Promise.all([answer(id, 1), answer(id, 1, await buildOperator(portal))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'stale', current: { version: 2, state: 'ANSWERED' } });
    expect(refused?.body.current.replies).toHaveLength(1);
  });

  test('open questions come first, by how long they have waited, and can be filtered', async () => {
    await clear();
    const [first, second, third] = [await askAs({ token }), await askAs({ token }), await askAs({ token })];
    await answer(first, 1);
    const list = async (query: Record<string, string>) => {
      const { body } = await portal.call('GET /v1/operator/support', { token: operator.token, query });
      return body.content.map((row: { id: number }) => row.id);
    };
    expect(await list({})).toEqual([second, third, first]);
    expect(await list({ state: 'OPEN', size: '1', page: '1' })).toEqual([third]);
    expect(await list({ mine: 'true' })).toEqual([first]);
  });

  test('is assigned only to an active operator', async () => {
    const id = await askAs({ token });
    const assign = (assigneeId: number) =>
      desk('PUT /v1/operator/support/{id}/assignee', id, { assigneeId, version: 1 });
    const employee = await buildSignedIn(portal, organization.id);
    expect(await assign(employee.id)).toMatchObject({
      status: 400,
      body: { fields: { assigneeId: expect.any(String) } },
    });
    expect(await assign(operator.id)).toMatchObject({
      status: 200,
      body: { version: 2, assignee: { id: operator.id } },
    });
  });

  test('is closed, opened again by a reply, and every step is in the log', async () => {
    const id = await askAs({ token });
    const close = () => desk('PUT /v1/operator/support/{id}/state', id, { state: 'CLOSED', version: 1 });
    expect(await close()).toMatchObject({ body: { state: 'CLOSED', version: 2 } });
    await portal.call('POST /v1/support/{id}/replies', { token, params: { id }, body: { body: 'Still broken.' } });
    expect((await desk('GET /v1/operator/support/{id}', id)).body).toMatchObject({ state: 'OPEN', version: 3 });
    await answer(id, 3);
    const rows = await sql<{ action: string }>`select action from operator_audit_log
      where entity_type = 'support-message' and entity_id = ${id} order by id`.many(portal.app.db);
    expect(rows.map(({ action }) => action)).toEqual(['support.close', 'operator.support-read', 'support.answer']);
  });

  test("a member's question shows no name", async () => {
    const member = await buildSignedIn(portal, organization.id, { userType: 'PATIENT', firstName: 'Ruth' });
    const { body } = await desk('GET /v1/operator/support/{id}', await askAs(member));
    expect(body).toMatchObject({ asker: null, feedback: question.feedback });
    expect(JSON.stringify(body)).not.toContain('Ruth');
  });
});
