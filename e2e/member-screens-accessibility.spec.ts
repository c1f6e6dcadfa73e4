import { expect, type Page, test } from '@playwright/test';
import { demoPerson } from './demo.ts';
import { expectSound } from './expect-accessible.ts';
import { apiAs, newMember } from './referrals.ts';
import { signIn } from './sessions.ts';

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

type Look = (name: string) => Promise<void>;

/** Where to go, and what to look at on the way. */
const walks: Record<string, (page: Page, memberId: number, look: Look) => Promise<void>> = {
  'a member’s page and its editor': async (page, memberId, look) => {
    await page.goto(`/members/${memberId}`);
    await expect(page.getByRole('table')).toBeVisible();
    await look('member');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const editor = page.getByRole('dialog', { name: 'Edit Member' });
    await editor.getByLabel('First Name').fill('');
    await editor.getByRole('button', { name: 'Save Changes' }).click();
    await expect(editor).toContainText('First Name is required.');
    await look('edit member');
  },
  'the new request form with all that it can show': async (page, _, look) => {
    const form = await openForm(page);
    await form.getByLabel('First name').fill('Calliope');
    await form.getByLabel('Phone').fill('12');
    await form.getByRole('checkbox', { name: /Attach a file/ }).check();
    await expect(form.getByText('Is it one of these members?')).toBeVisible();
    await form.getByRole('button', { name: 'Create request' }).click();
    await expect(form).toContainText('3 fields need a look');
    await look('errors');
    await form.getByLabel('Choose from a calendar').click();
    await expect(page.getByRole('dialog', { name: 'Calendar' })).toContainText('1980');
    await look('calendar');
    await page.keyboard.press('Escape');
    await form.getByRole('searchbox', { name: /Find an existing member/ }).fill('Calliope');
    await expect(page.getByRole('option').first()).toBeVisible();
    await look('search');
  },
  'what became of a request for a known member': async (page, memberId, look) => {
    await page.goto(`/members/${memberId}`);
    const form = await openForm(page);
    await look('locked fields');
    await page.route('**/v1/service-requests', (route) => route.abort());
    await form.getByRole('button', { name: 'Create request' }).click();
    await expect(page.getByRole('button', { name: 'Dismiss' })).toBeVisible();
    await look('failure');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await form.getByRole('button', { name: 'Create request' }).click();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
    await look('success');
  },
  'the editor of a message': async (page, _, look) => {
    await page.goto('/member-messaging');
    await page.getByRole('button', { name: /Edit “Confirmation/ }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('Hi {member_name}');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('You must include')).toBeVisible();
    await look('edit message');
  },
};

for (const [name, walk] of Object.entries(walks)) {
  test(`${name}: no serious barrier, and nothing scrolls sideways`, async ({ page }) => {
    test.slow();
    const memberId = await buildMember(page);
    await signIn(page, nora);
    await walk(page, memberId, (step) => test.step(step, () => expectSound(page)));
  });
}
