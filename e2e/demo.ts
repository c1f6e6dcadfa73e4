import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';

interface DemoPerson {
  firstName: string;
  lastName: string;
  email: string;
  userType: 'ADMIN' | 'EMPLOYEE';
  status: 'ACTIVE' | 'PENDING' | 'INACTIVE';
}

interface Demo {
  password: string;
  organizations: { name: string; staff: DemoPerson[] }[];
}

const demo: Demo = JSON.parse(readFileSync(new URL('../db/demo/organizations.json', import.meta.url), 'utf8'));

/** Somebody of a demo organization. Tests that change a person register one of their own instead. */
export function demoPerson(userType: DemoPerson['userType'], status: DemoPerson['status'], organization = 0) {
  const { name, staff } = demo.organizations[organization] as Demo['organizations'][number];
  const person = staff.find((one) => one.userType === userType && one.status === status);
  if (!person) throw new Error(`${name} has no ${status} ${userType} in db/demo`);
  return { ...person, password: demo.password, organization: name };
}

/** Signs in through the screen and waits for the portal. */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The login screen has a heading too, so the address comes first.
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
}

const tokenMs = 10 * 60_000;
const sessions = new Map<string, { made: number; session: string }>();

/**
 * Makes the page that of somebody who signed in before, without the screen. The tests of a worker share the session
 * until its token grows old, so it is for those that neither sign out nor end it.
 */
export async function useSession(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  let kept = sessions.get(email);
  if (!kept || Date.now() - kept.made > tokenMs) {
    const login = await page.request.post('/v1/auth/login', { data: { email, password } });
    expect(login.status()).toBe(200);
    const { idToken, refreshToken, body } = await login.json();
    const session = JSON.stringify({ idToken, refreshToken, userId: body.id, organizationId: body.organizationId });
    kept = { made: Date.now(), session };
    sessions.set(email, kept);
  }
  await page.addInitScript((session) => localStorage.setItem('kinbridge.session', session), kept.session);
}

/** What the browser keeps of the session. */
export function storedSession(page: Page): Promise<{ idToken: string; refreshToken: string; userId: number } | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('kinbridge.session') ?? 'null'));
}
