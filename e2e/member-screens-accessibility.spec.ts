import { expect, type Page, test } from '@playwright/test';
import { demoPerson, signIn } from './demo.ts';
import { expectAccessible } from './expect-accessible.ts';
import { apiAs, newMember } from './referrals.ts';

const nora = demoPerson('ADMIN', 'ACTIVE');
const screens = { laptop: { width: 1366, height: 768 }, phone: { width: 390, height: 844 } };

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

/** The form with everything that it can show: suggestions, a problem at each field, an open list, a chosen service. */
async function fillForm(page: Page) {
  await page.getByRole('button', { name: 'New Services Request' }).click();
  const form = page.getByRole('dialog', { name: 'New Service Request' });
  await form.getByRole('checkbox', { name: 'Nurse visit at home' }).check();
  await form.getByLabel('First name').fill('Calliope');
  await form.getByLabel('Phone').fill('12');
  await form.getByRole('checkbox', { name: /Attach a file/ }).check();
  await expect(form.getByText('Is it one of these members?')).toBeVisible();
  await form.getByRole('button', { name: 'Create request' }).click();
  await expect(form).toContainText('3 fields need a look');
  return form;
}

/** Each screen and dialog, one after the other, with what to look at on it. */
async function walk(page: Page, memberId: number, look: (name: string) => Promise<void>): Promise<void> {
  await page.goto(`/members/${memberId}`);
  await expect(page.getByRole('table')).toBeVisible();
  await look('member profile');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Member' });
  await editor.getByLabel('First Name').fill('');
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await look('edit member');

  await page.goto(`/members/${memberId}`);
  await page.getByRole('button', { name: 'New Services Request' }).click();
  await expect(page.getByRole('checkbox', { name: 'Nurse visit at home' })).toBeVisible();
  await look('new request for a known member');

  await page.goto('/');
  const form = await fillForm(page);
  await look('new request');
  await form.getByLabel('Choose from a calendar').click();
  await expect(page.getByRole('dialog', { name: 'Calendar' })).toContainText('1980');
  await look('calendar');
  await page.keyboard.press('Escape');
  await form.getByRole('searchbox', { name: /Find an existing member/ }).fill('Calliope');
  await expect(page.getByRole('option').first()).toBeVisible();
  await look('member search');
  await page.getByRole('option').first().click();
  await form.getByRole('checkbox', { name: /Attach a file/ }).uncheck();
  await page.route('**/v1/service-requests', (route) => route.abort());
  await form.getByRole('button', { name: 'Create request' }).click();
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeVisible();
  await look('failure');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await form.getByRole('button', { name: 'Create request' }).click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await look('success');

  await page.goto('/member-messaging');
  await page.getByRole('button', { name: /Edit “Confirmation/ }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Hi {member_name}');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('You must include')).toBeVisible();
  await look('edit message');
}

for (const [screen, viewport] of Object.entries(screens)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`on a ${screen}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });

      test('members, new requests and messages have no serious barrier', async ({ page }) => {
        test.slow();
        const memberId = await buildMember(page);
        await signIn(page, nora);
        await walk(page, memberId, (name) => test.step(name, () => expectAccessible(page)));
      });
    });
  }
}

for (const width of [320, 390]) {
  test(`none of it scrolls sideways at ${width} px`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 700 });
    const memberId = await buildMember(page);
    await signIn(page, nora);
    await walk(page, memberId, async (name) => {
      const wider = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('[role="dialog"]')]
          .filter((element) => element.scrollWidth > element.clientWidth)
          .map((element) => element.outerHTML.slice(0, 120)),
      );
      expect(wider, name).toEqual([]);
    });
  });
}
