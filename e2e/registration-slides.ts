import { expect, type Locator, type Page } from '@playwright/test';
import { newPerson, unique } from './accounts.ts';

export const headings = {
  organization: 'Tell us about your organization',
  services: 'What service(s) do your organization provide the public?',
  profile: 'Create Your Profile',
  terms: 'Terms of Service & Privacy Policy',
  verify: 'Verify Your Account',
};

export type Person = ReturnType<typeof newPerson>;

export function newRegistration() {
  return { name: unique('Cedar Grove'), admin: newPerson() };
}

export async function expectSlide(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

export function next(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Next' }).click();
}

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

export async function fillOrganization(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Company Name' }).fill(name);
  await choose(page, 'Type of Organization', 'Social Services Provider');
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('(313) 555-0123');
}

export async function fillService(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Service name' }).fill('Rides to the doctor');
  await choose(page, 'Service type', 'Transportation+');
}

export async function fillProfile(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First Name').fill(person.firstName);
  await page.getByLabel('Last Name').fill(person.lastName);
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(person.phoneNumber);
  await fillPasswords(page, person);
}

/** The password field on a profile, which is marked as required. */
export function newPassword(page: Page): Locator {
  return page.getByLabel(/^Password \*$/);
}

export async function fillPasswords(page: Page, person: Person): Promise<void> {
  await newPassword(page).fill(person.password);
  await page.getByLabel('Confirm Password').fill(person.password);
}

/** Fills everything in and stops at the terms. */
export async function walkToTerms(page: Page, registration: ReturnType<typeof newRegistration>): Promise<void> {
  await page.goto('/add-organization');
  await fillOrganization(page, registration.name);
  await next(page);
  await expectSlide(page, headings.services);
  await fillService(page);
  await next(page);
  await expectSlide(page, headings.profile);
  await fillProfile(page, registration.admin);
  await next(page);
  await expectSlide(page, headings.terms);
}
