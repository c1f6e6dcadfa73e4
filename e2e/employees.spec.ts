import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { refuseEmail } from './operator.ts';
import { mailsTo } from './outbox.ts';
import { newMember, newPartner, refer, tab } from './partners.ts';
import { gotoAs, navigateTo } from './sessions.ts';
import { newEmployee } from './staff.ts';
import { test } from './test.ts';

function row(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

function statusOf(page: Page, name: string): Locator {
  return page.getByRole('combobox', { name: `Status of ${name}` });
}

test('employees see the list but can change nobody', async ({ page }) => {
  const partner = await newPartner(page.request);
  const owen = await newEmployee(page.request, partner, 'Owen');
  await gotoAs(page, owen, '/employees?tab=active');
  const adminName = `${partner.admin.firstName} ${partner.admin.lastName}`;
  await expect(statusOf(page, adminName)).toBeDisabled();
  await expect(row(page, adminName).getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Account', exact: true })).toHaveCount(0);
  await navigateTo(page, `/employees/${partner.adminId}`);
  const refusal = page.getByRole('dialog', { name: 'Not authorized' });
  await expect(refusal).toContainText('This account is not authorized to perform this action.');
  await expect(page).toHaveTitle('Not authorized · Kinbridge');
  await refusal.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page).toHaveURL('/');
});

test('admin activates a pending employee with the keyboard, who gets an email', async ({ page }) => {
  const partner = await newPartner(page.request);
  const ben = await newEmployee(page.request, partner, 'Ben', false);
  const before = (await mailsTo(page.request, ben.email)).length;
  await gotoAs(page, partner, '/employees');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Employee Management 1 pending' })).toBeVisible();
  // The list opens on pending employees when there are any.
  await expect(tab(page, 'Pending')).toHaveAttribute('aria-selected', 'true');
  const status = statusOf(page, ben.name);
  await expect(status).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('nobody of that name');
  await expect(page.getByText('Nothing matches “nobody of that name”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(status).toBeVisible();
  for (let presses = 0; presses < 15; presses += 1) {
    if (await status.evaluate((select) => select === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(status).toBeFocused();
  await page.keyboard.press('a');
  await expect(page.getByText(`${ben.name} is now active. We let them know by email.`)).toBeVisible();
  await expect(tab(page, 'Active')).toContainText('2');
  await expect(page.getByText('No one is waiting')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(menu.getByRole('link', { name: 'Employee Management', exact: true })).toBeVisible();
  await expect.poll(async () => (await mailsTo(page.request, ben.email)).length).toBe(before + 1);
  const [mail] = await mailsTo(page.request, ben.email);
  expect(mail?.text).toMatch(/http:\/\/\S+\/login/);
});

test('admin sees who signs up, approves one and declines another', async ({ page }) => {
  const partner = await newPartner(page.request);
  await gotoAs(page, partner, '/employees?tab=pending');
  await expect(page.getByText('No one is waiting')).toBeVisible();
  const cleo = await newEmployee(page.request, partner, 'Cleo', false);
  const dana = await newEmployee(page.request, partner, 'Dana', false);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Employee Management 2 pending' })).toBeVisible();
  const mails = async () => (await mailsTo(page.request, partner.admin.email)).map(({ text }) => text).join();
  await expect.poll(mails).toContain(`(${cleo.email}) signed up for ${partner.name}`);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(row(page, cleo.name)).toContainText(cleo.email);
  await expect(page.getByRole('columnheader', { name: 'Second Factor' })).toHaveCount(0);
  await expect(row(page, cleo.name).getByRole('button')).toHaveCount(0);
  await statusOf(page, cleo.name).selectOption('Active');
  await expect(page.getByText(`${cleo.name} is now active.`)).toBeVisible();
  await statusOf(page, dana.name).selectOption('Terminated');
  const declining = page.getByRole('dialog', { name: `Decline ${dana.name}?` });
  await declining.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText(`${dana.name} was declined.`)).toBeVisible();
  await expect(row(page, dana.name)).toHaveCount(0);
});

test('admin terminates an employee, who ends at the login', async ({ page, browser }) => {
  const partner = await newPartner(page.request);
  const owen = await newEmployee(page.request, partner, 'Owen');
  const elsewhere = await (await browser.newContext()).newPage();
  await gotoAs(elsewhere, owen, '/employees?tab=active');
  await expect(statusOf(elsewhere, owen.name)).toBeVisible();
  await gotoAs(page, partner, '/employees?tab=active');
  const status = statusOf(page, owen.name);
  await status.selectOption('Terminated');
  const question = page.getByRole('dialog', { name: `Terminate ${owen.name}?` });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(status).toHaveValue('ACTIVE');
  await status.focus();
  await status.selectOption('Terminated');
  await question.getByRole('button', { name: 'Terminate' }).click();
  await expect(page.getByText(`${owen.name} was terminated and signed out.`)).toBeVisible();
  await expect(row(page, owen.name)).toHaveCount(0);
  await expect(page.getByRole('table').getByRole('link').and(page.locator(':focus'))).toBeVisible();
  await expect(tab(page, 'Terminated')).toContainText('1');
  // The end of the live stream may have told the page already.
  await navigateTo(elsewhere, '/service-requests');
  await expect(elsewhere.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await elsewhere.context().close();
});

test('a directory connects with a token and ends a session at the next click', async ({ page }) => {
  const partner = await newPartner(page.request);
  const owen = await newEmployee(page.request, partner, 'Owen');
  const headers = { authorization: `Bearer ${partner.token}` };
  expect((await page.request.post(`/v1/users/${owen.id}/promote-admin`, { headers })).status()).toBe(200);
  await gotoAs(page, owen, '/account-management?tab=sign-in');
  const card = page.getByRole('region', { name: 'Directory (SCIM)' });
  await expect(card.getByText('No tokens yet.')).toBeVisible();
  await card.getByRole('button', { name: 'Create Token' }).click();
  const asked = page.getByRole('dialog', { name: 'Create a token' });
  await asked.getByLabel('Name').fill('Okta');
  await asked.getByLabel('Expires').selectOption('After 2 years');
  await asked.getByRole('button', { name: 'Create Token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await expect(dialog.getByRole('button', { name: 'Copy New token' })).toBeFocused();
  const token = await dialog.getByRole('textbox', { name: 'New token' }).inputValue();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Close without copying?' });
  await question.getByRole('button', { name: 'Go Back' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByRole('button', { name: 'Create Token' })).toBeFocused();
  await expect(card.getByText('never used')).toBeVisible();
  await expect(card.getByRole('listitem')).toContainText(/Okta.*Expires \w+ \d+, 20/);
  const answer = await page.request.patch(
    `${await card.getByRole('textbox', { name: 'SCIM address' }).inputValue()}/Users/${owen.id}`,
    {
      headers: { authorization: `Bearer ${token}` },
      data: { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] },
    },
  );
  expect([answer.status(), (await answer.json()).active]).toEqual([200, false]);
  await navigateTo(page, '/account-management?tab=audit-log');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('§8 admin can promote and terminate employees and reassign work on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const partner = await newPartner(page.request);
  const [owen, hana, ...tickets] = await Promise.all([
    newEmployee(page.request, partner, 'Owen'),
    newEmployee(page.request, partner, 'Hana'),
    refer(page.request, partner, partner, newMember()),
    refer(page.request, partner, partner, newMember('Ines')),
  ]);
  const headers = { authorization: `Bearer ${partner.token}` };
  for (const id of tickets) await page.request.post(`/v1/service-requests/${id}/assign/${owen.id}`, { headers });
  await gotoAs(page, partner, '/employees?tab=active');
  await row(page, owen.name).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: owen.name })).toBeVisible();
  const role = page.getByRole('combobox', { name: `Role of ${owen.name}` });
  await page.route(/\/v1\/users\/\d+\/(terminate|activate|promote-admin|revoke-admin)$/, (route) => route.abort());
  await role.selectOption('Admin');
  await expect(page.getByText(`Failed to promote ${owen.name}, please try again.`)).toBeVisible();
  await expect(role).toHaveValue('EMPLOYEE');
  await page.getByRole('button', { name: 'Terminate Employee' }).click();
  await page.getByRole('button', { name: 'Terminate', exact: true }).click();
  await expect(page.getByText(`Failed to terminate ${owen.name}, please try again.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Terminate Employee' })).toBeVisible();
  await page.unrouteAll();
  // Error notices stay until someone dismisses them.
  for (const what of ['promote', 'terminate']) {
    const failure = page.getByRole('alert').filter({ hasText: `Failed to ${what}` });
    await failure.getByRole('button', { name: 'Dismiss' }).click();
    await expect(failure).toHaveCount(0);
  }

  // As if the sign-in were more than 10 minutes ago.
  const refusal = { code: 'proof_required', message: 'Please confirm that it is you.', requestId: '' };
  const refuse = () =>
    page.route('**/promote-admin', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
  const proof = page.getByRole('dialog', { name: "Confirm it's you" });
  await refuse();
  await role.selectOption('Admin');
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await expect(role).toHaveValue('EMPLOYEE');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed' })).toHaveCount(0);
  await refuse();
  await role.selectOption('Admin');
  await proof.getByLabel('Password', { exact: true }).fill(partner.admin.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${owen.name} is now an admin.`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Email preferences' }).getByRole('switch')).toBeChecked();
  await page.getByRole('button', { name: 'Terminate Employee' }).click();
  await page.getByRole('button', { name: 'Terminate', exact: true }).click();

  const open = page.getByRole('region', { name: 'Open requests' });
  for (const id of tickets) await expect(open.getByRole('link', { name: `#${id}` })).toBeVisible();
  await expectAccessible(page);
  await open.getByRole('combobox', { name: 'Reassign to' }).fill('Hana');
  await page.getByRole('option', { name: hana.name }).click();
  await open.getByRole('button', { name: 'Reassign 2 requests' }).click();
  await expect(page.getByText('2 requests reassigned.')).toBeVisible();
  await expect(open).toHaveCount(0);
  await navigateTo(page, `/employees/${hana.id}`);
  for (const id of tickets) await expect(page.getByRole('link', { name: `View request #${id}` })).toBeVisible();
});

test('an address that refuses email is shown to its owner and to admins', async ({ page }) => {
  const partner = await newPartner(page.request);
  const owen = await newEmployee(page.request, partner, 'Owen');
  await refuseEmail(owen.email);
  await gotoAs(page, partner, '/employees?tab=active');
  await expect(row(page, owen.name)).toContainText(`Refuses email: ${owen.email}`);
  await row(page, owen.name).getByRole('link').click();
  const notice = page.getByRole('status').filter({ hasText: `${owen.email} refuses our emails` });
  await expect(notice).toContainText(`${owen.name} may miss notices and codes`);
  await expectAccessible(page);
  await gotoAs(page, owen, '/');
  await expect(notice).toContainText('you may miss notices and codes');
});

test('a call that fails returns focus to the button that asked for it', async ({ page }) => {
  const partner = await newPartner(page.request);
  const owen = await newEmployee(page.request, partner, 'Owen');
  await page.route('**/sign-out', (route) => route.fulfill({ status: 503 }));
  await gotoAs(page, partner, `/employees/${owen.id}`);
  const button = page.getByRole('button', { name: 'Sign Out Everywhere' });
  await button.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).press('Enter');
  await expect(page.getByText(`We couldn't sign out ${owen.name}.`)).toBeVisible();
  await expect(button).toBeFocused();
});
