import { calls } from '@kinbridge/contract/calls';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { routes } from './routes.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('the API document', () => {
  it('is valid OpenAPI 3.1 for a third-party validator', async () => {
    const { body } = await test.call('GET /docs/openapi.json');
    const verdict = await new Validator().validate(body);
    expect(verdict).toEqual({ valid: true });
    expect(body.openapi).toBe('3.1.0');
  });

  it('has every contract call with its errors', async () => {
    const { body } = await test.call('GET /docs/openapi.json');
    for (const name of Object.keys(calls)) {
      const [method = '', path = ''] = name.split(' ');
      const operation = body.paths[path]?.[method.toLowerCase()];
      expect(operation, name).toBeDefined();
      expect(Object.keys(operation.responses), name).toEqual(expect.arrayContaining(['429', '500', '503']));
    }
  });

  it('is readable at /docs', async () => {
    const { status, bytes } = await test.call('GET /docs');
    expect(status).toBe(200);
    expect(bytes.toString()).toContain('/v1/auth/login');
    expect(bytes.toString()).not.toContain('<script');
  });
});

/** What the linters of `npm run outside -- --only openapi` look for, with cheap rules of our own. */
describe('the API document for linters', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the document says
  let document: any;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the document says
  let operations: any[];
  beforeAll(async () => {
    document = (await test.call('GET /docs/openapi.json')).body;
    operations = Object.values<object>(document.paths).flatMap((item) => Object.values(item));
  });

  it('has a license, a contact and a server', () => {
    const { info, servers } = document;
    expect([info.license.identifier, info.contact.name, servers[0].url]).toEqual([
      'Apache-2.0',
      expect.stringMatching(/./),
      '/',
    ]);
  });

  it('summarizes each operation in one sentence and describes who may call it', () => {
    for (const { operationId, summary, description, security } of operations) {
      expect(summary, operationId).toMatch(/^[A-Z].*\.$/);
      expect(summary, operationId).not.toMatch(/\. [A-Z]/);
      expect(description, operationId).toContain(summary);
      const isOpen = security.length === 0 || security.some((way: object) => Object.keys(way).length === 0);
      expect(description, operationId).toContain(isOpen ? 'Anyone may call it' : 'Needs a session');
    }
  });

  it('has a unique id for each operation that fits into a URL', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^\w+$/.test(id))).toEqual([]);
  });

  it('describes each tag, and each operation has one', () => {
    const used = [...new Set(operations.flatMap(({ tags }) => tags))].sort();
    const tags: { name: string; description?: string }[] = document.tags;
    expect(tags.map(({ name }) => name).sort()).toEqual(used);
    for (const { name, description } of tags) expect(description, name).toMatch(/\.$/);
  });

  it('names an answer that succeeds and one that refuses for each operation', () => {
    for (const { operationId, responses } of operations) {
      const statuses = Object.keys(responses).join(' ');
      expect(statuses, operationId).toMatch(/\b[23]\d\d\b/);
      expect(statuses, operationId).toMatch(/\b4\d\d\b/);
    }
  });

  it.each([
    ['get', '/v1/auth/saml/{slug}/metadata', '400 404'],
    ['get', '/v1/announcements', '401 403'],
    ['post', '/v1/support', '400 401 403 409'],
    ['get', '/v1/metrics/outcomes', '400 401 403 404'],
    ['get', '/v1/organizations/{id}/image', '400 401 403 404 410'],
    ['post', '/v1/notes', '400 401 403 404 409 413 415 422 507'],
  ])('names the errors of %s %s, most of which follow from its input and access', (method, path, errors) => {
    const statuses = Object.keys(document.paths[path][method].responses).filter((status) => status >= '400');
    expect(statuses.filter((status) => !['429', '500', '503'].includes(status)).join(' ')).toBe(errors);
  });

  it('defines every property it requires', () => {
    const undefinedOnes: string[] = [];
    visit(document, (value, place) => {
      if (!Array.isArray(value.required) || place.endsWith('/required')) return;
      for (const name of value.required)
        if (!(name in ((value.properties ?? {}) as object))) undefinedOnes.push(`${place} ${name}`);
    });
    expect(undefinedOnes).toEqual([]);
  });

  it('uses every component', () => {
    const text = JSON.stringify(document);
    const names = Object.keys(document.components.schemas);
    expect(names.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([]);
  });
});

function visit(value: unknown, look: (value: Record<string, unknown>, place: string) => void, place = ''): void {
  if (typeof value !== 'object' || value === null) return;
  look(value as Record<string, unknown>, place);
  for (const [key, inner] of Object.entries(value)) visit(inner, look, `${place}/${key}`);
}

describe('the routes', () => {
  it('match the contract calls exactly', () => {
    expect(routes.map((route) => route.name).sort()).toEqual(Object.keys(calls).sort());
  });
});
