import { expect, test } from '@playwright/test';
import { registerOrganization } from './accounts.ts';
import { demoPerson } from './demo.ts';
import { apiAs, newMember } from './referrals.ts';
import { signIn } from './sessions.ts';

const services = [
  { name: 'Food box', type: 'FOOD' },
  { name: 'Shelter bed', type: 'HOUSING' },
];

test('e-mail preferences are saved with each click, and say so once', async ({ page }) => {
  const { admin } = await registerOrganization(page.request, { profile: { serviceDTOList: services } });
  await signIn(page, admin);
  const card = page.getByRole('region', { name: 'E-mail preferences' });
  const food = card.getByRole('switch', { name: 'Food box' });
  // Where nothing was chosen, admins get e-mails.
  await expect(food).toBeChecked();
  await expect(card).not.toContainText('Saved');
  await food.click();
  await expect(card.getByRole('status')).toHaveText('Saved');
  await page.reload();
  await expect(food).not.toBeChecked();
  await expect(card.getByRole('switch', { name: 'Shelter bed' })).toBeChecked();
  const methods: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/email-preferences')) methods.push(request.method());
  });
  await food.click();
  await card.getByRole('switch', { name: 'Shelter bed' }).click();
  await expect(card.getByRole('status')).toHaveText('Saved');
  await expect.poll(() => methods).toEqual(['PUT', 'POST']);
  await page.reload();
  await expect(food).toBeChecked();
  await expect(card.getByRole('switch', { name: 'Shelter bed' })).not.toBeChecked();
});

test('a choice that cannot be saved goes back, and says why', async ({ page }) => {
  const { admin } = await registerOrganization(page.request, { profile: { serviceDTOList: services } });
  await signIn(page, admin);
  await page.route('**/email-preferences', (route) => route.abort());
  const food = page.getByRole('switch', { name: 'Food box' });
  await food.click();
  await expect(
    page.getByText('Your choice for Food box was not saved. The server could not be reached.'),
  ).toBeVisible();
  await expect(food).toBeChecked();
});

test('§2 the profile lists the requests that are assigned to oneself', async ({ page }) => {
  const nora = demoPerson('ADMIN', 'ACTIVE');
  const api = await apiAs(page.request, nora);
  const { id: serviceId } = await api.service('Grief support group');
  const request = await api.create(serviceId, newMember(), { assigneeId: api.user.id });
  await signIn(page, nora);
  const row = page.getByRole('row').filter({ hasText: request.patient.lastName });
  await expect(row).toContainText('Grief support group');
  await row.getByRole('link', { name: `View request #${request.id}` }).click();
  await expect(page.getByRole('dialog', { name: new RegExp(`#${request.id}`) })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('staff who are not active see neither preferences nor requests', async ({ page }) => {
  await signIn(page, demoPerson('EMPLOYEE', 'PENDING'));
  await expect(page.getByRole('region')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New Services Request' })).toHaveCount(0);
});
