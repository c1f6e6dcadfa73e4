import { type APIRequestContext, expect } from '@playwright/test';
import { verificationPath } from './outbox.ts';

/** Few look-alike characters: each doubles the time that rating takes. */
export const password = 'Harbour6*light';

let count = 0;

/** A word that no other test or worker uses. */
export function unique(word: string): string {
  count += 1;
  return `${word}-${process.pid}-${count}`;
}

export function newPerson() {
  return {
    firstName: 'Ada',
    lastName: 'Moreno',
    phoneNumber: '+13135550123',
    email: `${unique('ada')}@willow.example`,
    password,
  };
}

type Person = ReturnType<typeof newPerson>;

/** Registers an organization with its first admin through the API; `verified` also follows the mailed link. */
export async function registerOrganization(
  request: APIRequestContext,
  { verified = true, profile = {} }: { verified?: boolean; profile?: object } = {},
) {
  const name = unique('Willow Health');
  const organization = { name, organizationType: 'CARE_PROVIDER', phoneNumber: '+13135550123', ...profile };
  const created = await request.post('/v1/organizations', {
    multipart: { organization: JSON.stringify(organization) },
  });
  expect(created.status()).toBe(201);
  const { id, registrationToken } = await created.json();
  const admin = newPerson();
  await signUp(request, admin, { userType: 'ADMIN', organizationId: id, registrationToken });
  if (verified) await verify(request, admin);
  return { id: id as number, name, admin };
}

async function signUp(request: APIRequestContext, person: Person, more: object): Promise<void> {
  const response = await request.post('/v1/auth/sign-up', { data: { ...person, ...more } });
  expect(response.status()).toBe(201);
}

/** Follows the mailed link and enters the password, as the page does. */
export async function verify(request: APIRequestContext, person: { email: string; password: string }): Promise<void> {
  const token = (await verificationPath(request, person.email)).split('token=')[1];
  const response = await request.post('/v1/auth/verify-email', { data: { token, password: person.password } });
  expect(response.status()).toBe(200);
}
