import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { listOutbox, type OutboxMessage } from '../features/messages/dev-outbox.queries.ts';
import { escapeHtml } from './escape-html.ts';
import { page } from './page.ts';

/** What would have left, for people and for programs; registered only where the configuration allows it. */
export function addDevOutbox(server: FastifyInstance, app: AppContext): void {
  const open = { config: { access: 'public' } };
  server.get('/dev/outbox.json', open, async (request, reply) => {
    const messages = await listOutbox(app.db, addressIn(request.query));
    return reply.header('cache-control', 'no-store').send(messages);
  });
  server.get('/dev/outbox', open, async (request, reply) => {
    const to = addressIn(request.query);
    const messages = await listOutbox(app.db, to);
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(renderOutbox(messages, to));
  });
}

function addressIn(query: unknown): string | undefined {
  const to = (query as { to?: unknown }).to;
  // A NUL can be part of no address, and the database would refuse it.
  return typeof to === 'string' && to !== '' && !to.includes('\u0000') ? to : undefined;
}

function renderOutbox(messages: OutboxMessage[], to: string | undefined): string {
  const list = messages.map(
    (message) => `<article>
<h3>${escapeHtml(message.subject ?? 'SMS')}</h3>
<small>${message.channel === 'email' ? 'E-mail' : 'SMS'} to ${escapeHtml(message.to)} · ${message.createTimestamp.toISOString()}</small>
<pre>${linked(message.text)}</pre>
</article>`,
  );
  return page(
    'Outbox',
    `<h1>Outbox</h1>
<p class="soft">Nothing leaves this machine: this is what would have been sent. For programs: <a href="/dev/outbox.json">outbox.json</a>.</p>
<form method="get" action="/dev/outbox">
<label>Sent to <input name="to" value="${escapeHtml(to ?? '')}" placeholder="address or phone number"></label>
<button>Show</button> <a href="/dev/outbox">Show all</a>
</form>
${list.join('') || '<p>Nothing was sent yet.</p>'}`,
  );
}

/** Links of our own texts become links; everything is escaped first. */
function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s&<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
