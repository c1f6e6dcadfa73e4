import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { newPerson, password, unique } from './accounts.ts';
import { verificationPath } from './outbox.ts';
import type { Partner } from './partners.ts';

export interface Employee {
  id: number;
  name: string;
  email: string;
}

/** Somebody who signed up at an organization and verified; `active` lets them in as well. */
export async function newEmployee(request: APIRequestContext, partner: Partner, firstName: string, active = true) {
  const person = { ...newPerson(), firstName, lastName: unique('Birch') };
  const data = { ...person, userType: 'EMPLOYEE', organizationId: partner.id };
  const created = await request.post('/v1/auth/sign-up', { data });
  expect(created.status()).toBe(201);
  const { id } = await created.json();
  const token = (await verificationPath(request, person.email)).split('token=')[1];
  expect((await request.post('/v1/auth/verify-email', { data: { token } })).status()).toBe(200);
  if (active) {
    const headers = { authorization: `Bearer ${partner.token}` };
    expect((await request.post(`/v1/users/${id}/activate`, { headers })).status()).toBe(200);
  }
  return { id: id as number, name: `${firstName} ${person.lastName}`, email: person.email };
}

/** Opens an address as somebody who signed in before, without typing the password. */
export async function gotoAsPerson(page: Page, email: string, address: string): Promise<void> {
  const login = await page.request.post('/v1/auth/login', { data: { email, password } });
  const { idToken, refreshToken, body } = await login.json();
  const session = JSON.stringify({ idToken, refreshToken, userId: body.id, organizationId: body.organizationId });
  await page.goto('/login');
  await page.evaluate((stored) => localStorage.setItem('kinbridge.session', stored), session);
  await page.goto(address);
}
