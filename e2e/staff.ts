import { type APIRequestContext, expect } from '@playwright/test';
import { newPerson, password, unique, verify } from './accounts.ts';
import type { Partner } from './partners.ts';

export interface Employee {
  id: number;
  name: string;
  email: string;
  password: string;
}

/** A person who signed up at an organization and verified their email; `active` also activates them. */
export async function newEmployee(request: APIRequestContext, partner: Partner, firstName: string, active = true) {
  const person = { ...newPerson(), firstName, lastName: unique('Birch') };
  const data = { ...person, userType: 'EMPLOYEE', organizationId: partner.id };
  const created = await request.post('/v1/auth/sign-up', { data });
  expect(created.status()).toBe(201);
  const { id } = await created.json();
  await verify(request, person);
  if (active) {
    const headers = { authorization: `Bearer ${partner.token}` };
    expect((await request.post(`/v1/users/${id}/activate`, { headers })).status()).toBe(200);
  }
  return { id: id as number, name: `${firstName} ${person.lastName}`, email: person.email, password };
}
