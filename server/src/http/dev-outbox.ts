import { randomUUID } from 'node:crypto';
import { toE164 } from '@kinbridge/contract/shared/phone-number';
import { type Html, html, type Part } from '@kinbridge/public/html';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { listOutbox, type OutboxMessage } from '../features/messages/dev-outbox.queries.ts';
import { receiveSms } from '../features/messages/inbound.commands.ts';
import { page } from './page.ts';

/** Outgoing messages for developers and tests; registered only if the configuration allows it. */
export function addDevOutbox(server: FastifyInstance, app: AppContext): void {
  const open = { config: { access: 'public' } };
  server.get('/dev/outbox.json', open, async (request, reply) => {
    const messages = await listOutbox(app.db, addressIn(request.query));
    const shown = messages.map(({ html, ...message }) => (html === null ? message : { ...message, html }));
    return reply.header('cache-control', 'no-store').send(shown);
  });
  server.get('/dev/outbox', open, async (request, reply) => {
    const to = addressIn(request.query);
    const messages = await listOutbox(app.db, to);
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(renderOutbox(messages, to));
  });
  addAnswering(server, app);
}

/** Replies to an SMS as its recipient. */
function addAnswering(server: FastifyInstance, app: AppContext): void {
  server.post('/dev/outbox/answer', { config: { access: 'public' } }, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const from = toE164(form.get('from') ?? '');
    const body = (form.get('body') ?? '').trim().replaceAll('\u0000', '');
    if (from && body) await receiveSms(app, { from, body, providerId: `outbox-${randomUUID()}` });
    return reply.redirect('/dev/outbox', 303);
  });
}

function addressIn(query: unknown): string | undefined {
  const { to } = query as { to?: unknown };
  // The database would refuse a NUL, and no address has one.
  if (typeof to !== 'string' || to === '' || to.includes('\u0000')) return undefined;
  // An unescaped plus in a URL arrives as a space.
  return to.replace(/^ (?=\d)/, '+');
}

function renderOutbox(messages: OutboxMessage[], to: string | undefined): string {
  const list = messages.map(
    (message) => html`<article>
<h3>${message.subject ?? 'SMS'}</h3>
<small>${message.channel === 'email' ? 'Email' : 'SMS'} to ${message.to} · ${message.createTimestamp.toISOString()}</small>
<pre>${linked(message.text)}</pre>
${message.channel === 'sms' && answerForm(message.to)}</article>`,
  );
  return page(
    'Outbox',
    html`<h1>Outbox</h1>
<p class="soft">Nothing leaves this machine. These emails and texts would have been sent. For programs: <a href="/dev/outbox.json">outbox.json</a>.</p>
<form method="get" action="/dev/outbox">
<label>Sent to <input name="to" value="${to ?? ''}" placeholder="address or phone number"></label>
<button>Show</button> <a href="/dev/outbox">Show all</a>
</form>
${list.length > 0 ? list : html`<p>Nothing has been sent yet.</p>`}`,
  );
}

function answerForm(to: string): Html {
  return html`<form method="post" action="/dev/outbox/answer">
<input type="hidden" name="from" value="${to}">
<label>Answer as ${to} <input name="body" placeholder="YES" autocomplete="off" required></label> <button>Send</button>
</form>
`;
}

/** Makes our own links clickable; every other piece is one. */
function linked(text: string): Part {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, index) => (index % 2 === 1 ? html`<a href="${piece}">${piece}</a>` : piece));
}
