import { expect } from '@playwright/test';
import { newMember, newPartner, refer } from './partners.ts';
import { gotoAs } from './sessions.ts';
import { test } from './test.ts';

test('§2 the profile lists your assigned requests and saves email preferences', async ({ page }) => {
  const partner = await newPartner(page.request, ['Food box', 'Shelter bed']);
  const member = newMember();
  const headers = { authorization: `Bearer ${partner.token}` };
  const referToMe = async (somebody: typeof member) => {
    const request = await refer(page.request, partner, partner, somebody);
    const assigned = await page.request.post(`/v1/service-requests/${request}/assign/${partner.adminId}`, { headers });
    expect(assigned.status()).toBe(200);
    return request;
  };
  await Promise.all(Array.from({ length: 10 }, () => referToMe(newMember())));
  const id = await referToMe(member);
  await gotoAs(page, partner, '/');
  const row = page.getByRole('row').filter({ hasText: member.lastName });
  await expect(row).toContainText('Food box');
  await row.getByRole('link', { name: `View request #${id}` }).click();
  await expect(page.getByRole('dialog', { name: new RegExp(`#${id}`) })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const rows = page.getByRole('region', { name: 'Service Requests' }).getByRole('row');
  await expect(rows).toHaveCount(1 + 10);
  await page.getByRole('button', { name: 'Show all 11' }).click();
  await expect(rows).toHaveCount(1 + 11);
  await page.getByRole('button', { name: 'Show the first 10' }).click();
  await expect(rows).toHaveCount(1 + 10);

  const card = page.getByRole('region', { name: 'Email preferences' });
  const food = card.getByRole('switch', { name: 'Food box' });
  // By default, admins get emails.
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
  const second = page.waitForResponse(
    (response) => response.url().endsWith('/email-preferences') && response.request().method() === 'POST',
  );
  await food.click();
  await card.getByRole('switch', { name: 'Shelter bed' }).click();
  await second;
  await expect(card.getByRole('status')).toHaveText('Saved');
  await expect.poll(() => methods).toEqual(['PUT', 'POST']);
  await page.reload();
  await expect(food).toBeChecked();
  await expect(card.getByRole('switch', { name: 'Shelter bed' })).not.toBeChecked();

  await page.route('**/email-preferences', (route) => route.abort());
  await food.click();
  await expect(page.getByText("We couldn't save your choice for Food box. We couldn't reach Kinbridge.")).toBeVisible();
  await expect(food).toBeChecked();
});
