import { expect } from '@playwright/test';
import { demoPerson } from './demo.ts';
import { expectAccessible } from './expect-accessible.ts';
import { bearer, moveTo, newMember, newPartner, refer } from './partners.ts';
import { gotoAs, newSession } from './sessions.ts';
import { test } from './test.ts';
import { blockLiveUpdates, ticket } from './tickets.ts';

test("a nurse's day: a decline and a question arrive live and are handled", async ({ page, request }) => {
  const [clinic, pantry] = await Promise.all([newPartner(request), newPartner(request)]);
  const [ruth, sam] = [newMember('Ruth'), newMember('Sam')];
  const declined = await refer(request, clinic, pantry, ruth);
  const asked = await refer(request, clinic, pantry, sam);
  await gotoAs(page, clinic, '/needs-you');
  await expect(page.getByRole('heading', { name: 'Nothing needs you right now.' })).toBeVisible();
  const entry = page.getByRole('navigation').getByRole('link', { name: /^Needs you/ });

  await test.step('both arrive while she looks', async () => {
    await moveTo(request, pantry, declined, 'CANCELLED');
    const note = JSON.stringify({ serviceRequestId: asked, content: 'Does Saturday work?' });
    const sent = await request.post('/v1/notes', { headers: bearer(pantry.token), multipart: { note } });
    expect(sent.status()).toBe(201);
    await expect(page.getByRole('listitem').filter({ hasText: `#${declined}` })).toContainText(/ declined/);
    await expect(page.getByRole('listitem').filter({ hasText: `#${asked}` })).toContainText(/ commented/);
    await expect(entry).toHaveText(/2 waiting/);
    await expectAccessible(page);
  });

  await test.step('she answers with two clicks', async () => {
    await page.getByRole('link', { name: `Answer, #${asked}` }).click();
    await expect(ticket(page, asked).getByRole('textbox', { name: 'Comment' })).toBeFocused();
    await page.keyboard.type('Saturday at ten is fine.');
    await ticket(page, asked).getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(ticket(page, asked).getByText('Saturday at ten is fine.')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('listitem').filter({ hasText: `#${asked}` })).toHaveCount(0);
    await expect(entry).toHaveText(/1 waiting/);
  });

  await test.step('the decline leads elsewhere, or is done', async () => {
    await page.getByRole('link', { name: `Refer elsewhere, #${declined}` }).click();
    await expect(page.getByRole('dialog', { name: 'Refer elsewhere' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByText('After Done, Ruth gets a text')).toBeVisible();
    await page.getByRole('button', { name: `Done with #${declined}` }).click();
    await expect(page.getByRole('heading', { name: 'Nothing needs you right now.' })).toBeVisible();
    await expect(entry).toHaveText('Needs you');
  });
});

test('what is overdue, stalled or without a provider has its next step', async ({ page, request }) => {
  const nora = demoPerson('ADMIN', 'ACTIVE');
  await gotoAs(page, { session: await newSession(request, nora) }, '/');
  const card = page.getByRole('region', { name: 'Needs you' });
  await card.getByRole('link', { name: /^Show all/ }).click();
  const item = (words: RegExp) => page.getByRole('listitem').filter({ hasText: words }).first();
  await expect(item(/Nothing new from .* for days/).getByRole('link', { name: /^Comment/ })).toBeVisible();
  await expect(item(/no longer offers this/).getByRole('link', { name: /^Refer elsewhere/ })).toBeVisible();
  await item(/hasn't responded in time/)
    .getByRole('link', { name: /^Refer elsewhere/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Refer elsewhere' })).toBeVisible();
});

test('Done just takes away what a colleague finished a moment before', async ({ page, request }) => {
  const [clinic, pantry] = await Promise.all([newPartner(request), newPartner(request)]);
  const id = await refer(request, clinic, pantry);
  await blockLiveUpdates(page);
  await gotoAs(page, pantry, '/needs-you');
  const done = page.getByRole('button', { name: `Done with #${id}` });
  await expect(done).toBeVisible();
  const finished = await request.post(`/v1/users/${pantry.adminId}/needs-you/done`, {
    headers: bearer(pantry.token),
    data: { kind: 'WAITING', serviceRequestId: id },
  });
  expect(finished.status()).toBe(204);
  await done.click();
  await expect(done).toBeHidden();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a failed Done says so and keeps the item', async ({ page, request }) => {
  const [clinic, pantry] = await Promise.all([newPartner(request), newPartner(request)]);
  const id = await refer(request, clinic, pantry);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/needs-you/done', (route) => route.abort());
  await gotoAs(page, pantry, '/needs-you');
  await page.getByRole('button', { name: `Done with #${id}` }).click();
  await expect(page.getByRole('alert')).toContainText("We couldn't mark it as done.");
  await expect(page.getByRole('link', { name: `Review, #${id}` })).toBeVisible();
});
