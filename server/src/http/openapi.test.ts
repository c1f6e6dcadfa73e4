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

describe('the routes', () => {
  it('match the contract calls exactly', () => {
    expect(routes.map((route) => route.name).sort()).toEqual(Object.keys(calls).sort());
  });
});
