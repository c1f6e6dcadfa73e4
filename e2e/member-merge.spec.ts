import { expect, type Page } from '@playwright/test';
import { unique } from './accounts.ts';
import { expectAccessible } from './expect-accessible.ts';
import { newMember, newPartner, type Partner, refer, watchPosts } from './partners.ts';
import { apiAs } from './referrals.ts';
import { gotoAs, navigateTo } from './sessions.ts';
import { test } from './test.ts';

/** The same person twice: one record has a nickname and an email, the other a birthday. */
async function buildTwins(page: Page, clinic: Partner, api: Awaited<ReturnType<typeof apiAs>>) {
  const person = newMember('Ruth');
  const { dateOfBirth: _birthday, ...nameless } = person;
  const create = async (member: typeof person) => {
    const { patient } = await api.get(`/v1/service-requests/${await refer(page.request, clinic, clinic, member)}`);
    return patient.id as number;
  };
  const email = `${unique('ruth')}@example.org`;
  const keep = await create(person);
  const gone = await create({ ...nameless, firstName: 'Ruthie', email } as typeof person & { email: string });
  return { keep, gone, email, lastName: person.lastName };
}

async function openMerge(page: Page, gone: number) {
  const card = page.getByRole('region', { name: 'Possible duplicates' });
  await expect(card).toContainText('Same phone and last name');
  await card.getByRole('button', { name: new RegExp(`^Compare and merge: .*member ${gone}$`) }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge two records' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('duplicates are compared, merged field by field, and the merge is undone', async ({ page }) => {
  const clinic = await newPartner(page.request);
  const api = await apiAs(page.request, clinic.admin);
  const merged = page.getByRole('status').filter({ hasText: 'Records merged.' });

  await test.step('on a phone, shows an edit made in the meantime before it merges', async () => {
    const { keep, gone } = await buildTwins(page, clinic, api);
    await page.setViewportSize({ width: 390, height: 844 });
    await gotoAs(page, clinic, `/members/${keep}`);
    const dialog = await openMerge(page, gone);
    await dialog.getByRole('radio', { name: /^Ruthie .*Member/ }).check();
    await api.put(`/v1/users/${gone}`, { city: 'Flint' });
    const merge = dialog.getByRole('button', { name: `Merge into member ${gone}` });
    await merge.click();
    await expect(dialog.getByRole('alert')).toContainText('Someone changed one of these records.');
    await expect(dialog.getByRole('radio', { name: 'Flint' })).toBeChecked();
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
    const merges = watchPosts(page, '/merges');
    await merge.dblclick();
    await expect(page).toHaveURL(`/members/${gone}`);
    expect(merges).toHaveLength(1);
    await expect(page.getByText(`Merged with member ${keep}`)).toBeVisible();
    await merged.getByRole('button', { name: 'Dismiss' }).click();
    await expect(merged).toHaveCount(0);
  });

  const { keep, gone, email, lastName } = await buildTwins(page, clinic, api);
  await page.setViewportSize({ width: 1280, height: 720 });
  await navigateTo(page, `/members/${keep}`);
  // Dismissed as different people, then undone.
  const duplicates = page.getByRole('region', { name: 'Possible duplicates' });
  await duplicates.getByRole('button', { name: `Not the same person: Ruthie ${lastName}, member ${gone}` }).click();
  const notice = page.getByRole('status').filter({ hasText: 'Dismissed' });
  await expect(notice).toContainText(`Members ${keep} and ${gone} are not the same person.`);
  await expect(duplicates).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(duplicates).toBeVisible();
  const dialog = await openMerge(page, gone);
  await expectAccessible(page);
  // Known values win over blanks; otherwise the kept record's values are preselected.
  await expect(dialog.getByRole('radio', { name: email })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: '03-14-1987' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Ruthie', exact: true }).check();
  await expect(dialog.getByRole('list', { name: 'Result of the merge' })).toContainText(
    `From member ${gone} to member ${keep}: 1 service request and 1 message.`,
  );
  await dialog.getByRole('button', { name: `Merge into member ${keep}` }).click();
  await expect(dialog).toBeHidden();
  await expect(merged).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: `Ruthie ${lastName}` })).toBeVisible();
  await expect(page.getByRole('main').locator('dl')).toContainText(`Email${email}`);
  await expect(page.getByRole('region', { name: 'Possible duplicates' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await api.requestsOf(keep)).toHaveLength(2);

  // The old address redirects to the kept record, where the merge can be undone.
  await navigateTo(page, `/patients/${gone}`);
  await expect(page).toHaveURL(`/patients/${keep}`);
  await page.getByRole('button', { name: 'Undo merge' }).click();
  const question = page.getByRole('dialog', { name: 'Undo this merge?' });
  await expect(question).toContainText(`Back to member ${gone}: 1 service request and 1 message.`);
  await question.getByRole('button', { name: 'Undo merge' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Ruth ${lastName}` })).toBeVisible();
  await expect(page.getByRole('main').locator('dl')).toContainText('Email–');
  await expect(page.getByRole('region', { name: 'Possible duplicates' })).toBeVisible();
  await expect(page.getByText('Merge undone.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await api.requestsOf(keep)).toHaveLength(1);
  expect(await api.requestsOf(gone)).toHaveLength(1);
  await navigateTo(page, `/members/${gone}`);
  await expect(page.getByRole('heading', { level: 1, name: `Ruthie ${lastName}` })).toBeVisible();
});
