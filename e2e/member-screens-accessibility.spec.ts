import { expect, type Page } from '@playwright/test';
import { demoPerson } from './demo.ts';
import { expectAccessible, expectAccessibleAtAllSizes } from './expect-accessible.ts';
import { apiAs, newMember } from './referrals.ts';
import { gotoAs, navigateTo } from './sessions.ts';
import { test } from './test.ts';

const nora = demoPerson('ADMIN', 'ACTIVE');

async function buildMember(page: Page): Promise<number> {
  const api = await apiAs(page.request, nora);
  const { id } = await api.service('Weekly food box');
  const { patient } = await api.create(id, {
    ...newMember(),
    dateOfBirth: '1987-02-19',
    email: 'calliope@example.org',
  });
  return patient.id;
}

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'New Services Request' }).click();
  const form = page.getByRole('dialog', { name: 'New Service Request' });
  await form.getByRole('checkbox', { name: 'Nurse visit at home' }).check();
  return form;
}

/** Checks the page as it is now, under a name for the report. */
function look(page: Page, name: string): Promise<void> {
  return test.step(name, () => expectAccessibleAtAllSizes(page));
}

/** For a state of a dialog that was looked at in all sizes before. */
function glance(page: Page, name: string): Promise<void> {
  return test.step(name, () => expectAccessible(page));
}

test("a member's page, its editor and its requests have no serious issue", async ({ page }) => {
  test.slow();
  await gotoAs(page, nora, `/members/${await buildMember(page)}`);
  await expect(page.getByRole('table')).toBeVisible();
  await look(page, 'member');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Member' });
  await editor.getByLabel('First Name').fill('');
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor).toContainText('First Name is required.');
  await look(page, 'edit member');
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  const form = await openForm(page);
  await look(page, 'locked fields');
  await page.route('**/v1/service-requests', (route) => route.abort());
  await form.getByRole('button', { name: 'Create request' }).click();
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeVisible();
  await glance(page, 'failure');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await form.getByRole('button', { name: 'Create request' }).click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await glance(page, 'success');
});

test('the message editor and the new request form have no serious issue', async ({ page }) => {
  test.slow();
  await buildMember(page);
  await gotoAs(page, nora, '/member-messaging');
  await page.getByRole('button', { name: /Edit “Confirmation/ }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Hi {member_name}');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('You must include')).toBeVisible();
  await look(page, 'edit message');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await navigateTo(page, '/');
  const form = await openForm(page);
  await form.getByLabel('First name').fill('Calliope');
  await form.getByLabel('Phone').fill('12');
  await form.getByRole('checkbox', { name: /Attach a file/ }).check();
  await expect(form.getByText('Is it one of these members?')).toBeVisible();
  await form.getByRole('button', { name: 'Create request' }).click();
  await expect(form).toContainText('Please fix 3 fields');
  await look(page, 'errors');
  await form.getByLabel('Choose from a calendar').click();
  await expect(page.getByRole('dialog', { name: 'Calendar' })).toContainText('1980');
  await glance(page, 'calendar');
  await page.keyboard.press('Escape');
  await form.getByRole('searchbox', { name: /Find a member/ }).fill('Calliope');
  await expect(page.getByRole('option').first()).toBeVisible();
  await glance(page, 'search');
});
