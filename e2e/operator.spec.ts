import { expect } from '@playwright/test';
import { TOTP } from 'otpauth';
import { password, registerOrganization, unique } from './accounts.ts';
import { expectAccessible } from './expect-accessible.ts';
import { formsPartner } from './forms.ts';
import { letWait, operator } from './operator.ts';
import { mailsTo, resetCode } from './outbox.ts';
import { newMember, type Partner, refer } from './partners.ts';
import { gotoAs, keepSession, newSession } from './sessions.ts';
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

  await test.step('the operator signs in with a second factor', async () => {
    const email = `${unique('olive')}@kinbridge.example`;
    await operator('add', email, '--first-name', 'Olive', '--last-name', 'Marsh');
    await request.post(`/v1/auth/forgotPassword/${email}`);
    const { code } = await resetCode(request, email);
    expect(
      (await request.post('/v1/auth/forgotPasswordVerify', { data: { email, token: code, password } })).status(),
    ).toBe(200);
    const session = await newSession(request, { email, password });
    const { idToken, userId } = JSON.parse(session);
    const headers = { authorization: `Bearer ${idToken}` };
    const { secret } = await (await request.post(`/v1/users/${userId}/totp`, { headers })).json();
    const data = { code: new TOTP({ secret }).generate() };
    expect((await request.put(`/v1/users/${userId}/totp`, { headers, data })).status()).toBe(200);
    await gotoAs(page, { session }, '/operator');
    await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
  });

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
});
