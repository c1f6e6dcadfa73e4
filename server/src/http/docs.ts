import { type Html, html } from '@kinbridge/public/html';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';
import { page } from './page.ts';
import { routes } from './routes.ts';

const version = '0.1.0';

/** /docs/openapi.json for programs and /docs for people, which works without scripts. */
export function addDocs(server: FastifyInstance): void {
  server.get('/docs/openapi.json', { config: { access: 'public' } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(docs().json),
  );
  server.get('/docs', { config: { access: 'public' } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docs().html),
  );
}

let written: { json: string; html: string } | undefined;

/** Built on first use, because it would take a fifth of every start. */
function docs() {
  if (!written) {
    const document = openApiDocument(routes, version);
    written = { json: JSON.stringify(document), html: renderDocs(document as unknown as OpenApi) };
  }
  return written;
}

interface OpenApi {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

interface Operation {
  tags: string[];
  description: string;
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

function renderDocs(document: OpenApi): string {
  const sections = document.tags.map(({ name, description }) => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) => renderOperation(method, path, operation)),
    );
    return html`<h2>${name}</h2><p class="soft">${description}</p>${operations}`;
  });
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => html`<details id="${name}"><summary>${name}</summary>${pre(schema)}</details>`,
  );
  return page(
    'API',
    html`<h1>Kinbridge API</h1>
<p class="soft">Every call, as the server checks it. For programs: <a href="/docs/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${sections}<h2>Schemas</h2>${schemas}`,
  );
}

function renderOperation(method: string, path: string, operation: Operation): Html {
  const parameters = operation.parameters.map(
    (parameter) =>
      html`<tr><td><code>${parameter.name}</code></td><td>${parameter.in}${parameter.required ? '' : ', optional'}</td><td>${pre(parameter.schema)}</td></tr>`,
  );
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema }]) => html`<p>Takes <code>${type}</code></p>${pre(schema)}`,
  );
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const [schema] = Object.values(response.content ?? {});
    const shape = Number(status) < 400 && schema ? pre(schema.schema) : '';
    return html`<tr><td>${status}</td><td>${response.description}${shape}</td></tr>`;
  });
  return html`<details><summary><span class="method">${method.toUpperCase()}</span> <code>${path}</code><br>
<span class="soft">${operation.description}</span></summary>
${parameters.length > 0 && html`<table>${parameters}</table>`}${bodies}<table>${responses}</table></details>`;
}

function pre(schema: unknown): Html {
  return html`<pre>${JSON.stringify(schema, null, 1)}</pre>`;
}
