import { afterAll, beforeAll } from 'vitest';
import { type BuiltOrganization, buildOrganization } from './build.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** A server for all tests of a file. */
export function useTestApp(...options: Parameters<typeof startTestApp>): TestApp {
  const test = {} as TestApp;
  beforeAll(async () => {
    Object.assign(test, await startTestApp(...options));
  });
  afterAll(() => test.close());
  return test;
}

/** An organization for all tests of a file. */
export function useOrganization(test: TestApp, given?: Parameters<typeof buildOrganization>[1]): BuiltOrganization {
  const organization = {} as BuiltOrganization;
  beforeAll(async () => {
    Object.assign(organization, await buildOrganization(test, given));
  });
  return organization;
}
