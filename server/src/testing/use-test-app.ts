import { afterAll, beforeAll } from 'vitest';
import { type BuiltOrganization, buildOrganization, buildSignedIn, serviceIds } from './build.ts';
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

type SignedIn = Awaited<ReturnType<typeof buildSignedIn>>;

/** A clinic whose nurse refers members to the service of a pantry, where Wim works. For all tests of a file. */
export function usePartners(test: TestApp) {
  const clinic = useOrganization(test, { name: 'Clinic' });
  const pantry = useOrganization(test, { name: 'Pantry' });
  const partners = { clinic, pantry, nurse: {} as SignedIn, worker: {} as SignedIn, serviceId: 0 };
  beforeAll(async () => {
    [partners.serviceId = 0] = await serviceIds(test, pantry.id);
    Object.assign(partners.nurse, await buildSignedIn(test, clinic.id, { firstName: 'Nadia', lastName: 'Nurse' }));
    Object.assign(partners.worker, await buildSignedIn(test, pantry.id, { firstName: 'Wim', lastName: 'Worker' }));
  });
  return partners;
}
