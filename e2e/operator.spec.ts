import { expect } from '@playwright/test';
import { registerOrganization, unique } from './accounts.ts';
import { expectAccessible } from './expect-accessible.ts';
import { formsPartner } from './forms.ts';
import { letNameWait, letWait, newOperator } from './operator.ts';
import { mailsTo } from './outbox.ts';
import { newMember, type Partner, refer } from './partners.ts';
import { gotoAs, keepSession, navigateTo, newSession } from './sessions.ts';
import { test } from './test.ts';

test('an operator refuses an impostor and approves a real organization', async ({ page, request }) => {
  const impostor = await registerOrganization(request, {
    verified: false,
    profile: { name: 'Harvest Table Food Bank', zipCode: '49684' },
  });
  const name = unique('Juniper Pantry');
  const serviceDTOList = [{ name: 'Hot meals', type: 'FOOD', description: '' }];
  const real = await registerOrganization(request, {
    verified: false,
    profile: { name, zipCode: '49684', serviceDTOList },
  });
  await letWait(impostor.id, real.id);

  await gotoAs(page, { session: await newOperator(request) }, '/operator');
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();

  await test.step('the impostor waits with its warning and is refused', async () => {
    await expect(page.getByRole('row', { name: 'Harvest Table Food Bank' })).toContainText('warning');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Harvest Table Food Bank' }).click();
    await expect(page.getByRole('region', { name: 'Warnings' })).toContainText('Same name as Harvest Table Food Bank');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Refuse' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refuse Harvest Table Food Bank?' });
    await dialog.getByRole('button', { name: 'Refuse' }).click();
    await expect(dialog.getByText('Reason is required.')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Another organization has this name.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Refuse' }).click();
    await expect(page.getByText('Organization refused.')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Another organization has this name.');
  });

  await test.step('the real one is approved and told by email', async () => {
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Organizations' }).click();
    await page.getByRole('link', { name }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Organization approved.')).toBeVisible();
    const told = async () => (await mailsTo(request, real.admin.email)).map(({ subject }) => subject);
    await expect.poll(told).toContain('Your organization is approved');
    await page.getByRole('link', { name: 'Log' }).click();
    await expect(page.getByRole('row', { name: `Approved ${name}` })).toContainText('Olive Marsh');
  });

  const renamed = `${name} and Kitchen`;
  await test.step('its new name is accepted', async () => {
    await letNameWait(real.id, renamed);
    await page.getByRole('link', { name: 'Organizations' }).click();
    await page.getByRole('tab', { name: 'Proposed changes' }).click();
    await page.getByRole('link', { name }).click();
    const proposed = page.getByRole('region', { name: 'Proposed changes' });
    await expect(proposed.getByRole('row', { name: 'Company Name' })).toContainText(`${name}${renamed}`);
    await expect(proposed).toContainText('Proposed by Ada Moreno');
    await expectAccessible(page);
    await proposed.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByRole('heading', { level: 1, name: renamed })).toBeVisible();
    await expect(proposed).toHaveCount(0);
    // Before its admin's browser reads the profile.
    await letNameWait(real.id, 'Juniper Hall');
  });

  await test.step('it receives its first referral', async () => {
    const session = await newSession(request, real.admin);
    const { idToken } = JSON.parse(session);
    const listed = await request.get(`/v1/organizations/${real.id}/services`, {
      headers: { authorization: `Bearer ${idToken}` },
    });
    const [service] = await listed.json();
    const member = newMember();
    await refer(request, await formsPartner(request), { serviceId: service.id } as Partner, member);
    await keepSession(page, session);
    await page.goto('/incoming-service-requests');
    await expect(page.getByText(member.lastName).first()).toBeVisible();
  });

  await test.step('its admin sees what waits, and withdraws it', async () => {
    await navigateTo(page, '/account-management');
    const proposed = page.getByRole('region', { name: 'Proposed changes' });
    await expect(proposed.getByRole('row', { name: 'Company Name' })).toContainText(`${renamed}Juniper Hall`);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Edit Business Profile' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Company Name')).toHaveValue('Juniper Hall');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await proposed.getByRole('button', { name: 'Withdraw' }).click();
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect(proposed).toHaveCount(0);
  });
});

test('a support question is asked, answered and read', async ({ page, browser, request }) => {
  const { admin } = await registerOrganization(request);
  const question = unique('Can two colleagues share a form?');
  await gotoAs(page, { session: await newSession(request, admin) }, '/nowhere');
  const support = page.getByRole('button', { name: 'Contact Support' });
  const card = page.getByRole('dialog', { name: 'Contact Support' });
  await support.click();
  await card.getByLabel('Business Inquiry').check();
  await card.getByLabel('Your question').fill(question);
  await card.getByRole('button', { name: 'Submit' }).click();
  await card.getByRole('button', { name: 'Done' }).click();

  await test.step('an operator assigns it to themselves and answers', async () => {
    const context = await browser.newContext();
    const desk = await context.newPage();
    await gotoAs(desk, { session: await newOperator(request) }, '/operator/support');
    await expect(desk.getByRole('listitem').filter({ hasText: question })).toContainText('Open since');
    await expectAccessible(desk);
    await desk.getByRole('link', { name: question }).click();
    await desk.getByLabel('Assigned to', { exact: true }).click();
    await desk.getByRole('option', { name: 'Olive Marsh' }).last().click();
    await desk.getByLabel('Your answer').fill('Yes. Everybody in your organization can.');
    await expectAccessible(desk);
    await desk.getByRole('button', { name: 'Send Answer' }).click();
    await expect(desk.getByRole('log')).toContainText('Everybody in your organization can.');
    await expect(desk.getByRole('main')).toContainText('Answered');
    await context.close();
  });

  await test.step('the person is told by email, reads it and replies', async () => {
    const told = async () => (await mailsTo(request, admin.email)).map(({ text }) => text).join();
    await expect.poll(told).toContain('Everybody in your organization can.');
    await expect(support.getByRole('img', { name: 'New answer' })).toBeVisible();
    await support.click();
    await card.getByRole('button', { name: question }).click();
    await expect(card.getByRole('log')).toContainText('Everybody in your organization can.');
    await expectAccessible(page);
    await card.getByLabel('Your reply').fill('Thank you!');
    await card.getByRole('button', { name: 'Send Reply' }).click();
    await expect(card.getByRole('log')).toContainText('Thank you!');
  });
});
