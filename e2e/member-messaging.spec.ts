import { expect, type Page } from '@playwright/test';
import { registerOrganization } from './accounts.ts';
import { demoPerson } from './demo.ts';
import { failUntilRetried } from './retries.ts';
import { gotoAs } from './sessions.ts';
import { test } from './test.ts';

const titles = [
  'New request, to the member',
  'New request, to the assigned employee',
  'Confirmation, to the member',
  'Request declined, to the member',
  'After YES, to the member',
  'After NO, to the member',
];

/** Opens the page as the admin of a new organization. */
async function openTemplates(page: Page) {
  const { name, admin } = await registerOrganization(page.request);
  await gotoAs(page, admin, '/member-messaging');
  await expect(page.getByRole('heading', { level: 1, name: 'Member Messaging' })).toBeVisible();
  return { name, admin };
}

async function openEditor(page: Page, title = titles[0] as string) {
  await page.getByRole('button', { name: `Edit “${title}”` }).click();
  return page.getByRole('dialog', { name: title });
}

test('§2 messages can be edited, previewed and reset to their default', async ({ page }) => {
  const { name, admin } = await openTemplates(page);
  await expect(page.getByRole('link', { name: 'Member Messaging' })).toHaveAttribute('aria-current', 'page');
  const cards = page.getByRole('main').getByRole('region');
  await expect(cards.getByRole('heading')).toHaveText(titles);
  await expect(cards.first()).toContainText('{assignee_name} will contact you within {response_time}.');
  await expect(cards.first()).toContainText('Default text');
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(6);

  const methods: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v2/')) methods.push(request.method());
  });
  const dialog = await openEditor(page);
  const message = dialog.getByRole('textbox', { name: 'Message' });
  // Characters outside GSM-7 need more messages, and the count shows it.
  await message.fill(`${'ж'.repeat(71)}`);
  await expect(dialog).toContainText('About 71 characters, sent as 2 text messages');
  await message.fill('Hello {member_name} from {organization_name}: ');
  await dialog.getByRole('button', { name: 'Insert {assignee_name}, missing' }).click();
  await expect(message).toBeFocused();
  await page.keyboard.type(' will call.');
  await expect(message).toHaveValue('Hello {member_name} from {organization_name}: {assignee_name} will call.');
  const sample = `Hello Marisol from ${name}: ${admin.firstName} ${admin.lastName} will call.`;
  await expect(dialog.getByRole('status', { name: 'Preview with sample values' })).toHaveText(sample);
  await expect(dialog).toContainText(`About ${sample.length} characters, sent as 1 text message`);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Message saved.')).toBeVisible();
  await page.reload();
  await expect(cards.first()).toContainText('Hello {member_name} from {organization_name}: {assignee_name} will call.');
  await expect(cards.first()).toContainText('Your own text');

  await openEditor(page);
  await dialog.getByRole('button', { name: 'Reset to default' }).click();
  await expect(message).toHaveValue(/^Hi {member_name}, {organization_name} received your request/);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(cards.first()).toContainText('received your request');
  expect(methods).toEqual(['POST', 'PUT']);
});

test('§5 §8 a message needs its variables, and a failed save keeps the text', async ({ page }) => {
  await openTemplates(page);
  const dialog = await openEditor(page, titles[2]);
  const message = dialog.getByRole('textbox', { name: 'Message' });
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  await message.fill(' ');
  await save.click();
  await expect(dialog).toContainText('This is required');
  await message.fill('Hi {member_nme}');
  await expect(dialog.getByText("{member_nme} isn't a variable and will be sent as plain text.")).toBeVisible();
  await message.fill('Hi {member_name}, did {assignee_name} help? Reply YES.');
  await expect(dialog.getByText("isn't a variable")).toHaveCount(0);
  await save.click();
  await expect(dialog).toContainText(
    'You must include the following variables: {organization_name}, {service_name}, {service_request_id}',
  );
  await expect(message).toHaveValue('Hi {member_name}, did {assignee_name} help? Reply YES.');

  const whole = '{member_name} {assignee_name} {organization_name} {service_name} YES {service_request_id}';
  await message.fill(whole);
  await page.route('**/v2/**', (route) => route.abort());
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText('Something went wrong! Please try again');
  await expect(message).toHaveValue(whole);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await page.unrouteAll();
  await save.dblclick();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `Edit “${titles[2]}”` })).toBeFocused();
});

test('failed loads can be retried, and employees can read but not edit the messages', async ({ page }) => {
  await failUntilRetried(page, '**/custom-messages');
  await gotoAs(page, demoPerson('EMPLOYEE', 'ACTIVE'), '/member-messaging');
  await expect(page.getByRole('heading', { name: "We're sorry..." })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main').getByRole('region')).toHaveCount(6);
  await expect(page.getByRole('heading', { name: 'Only admins can edit these messages' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
});

test('a message beyond the three of the specification can be switched off', async ({ page }) => {
  await openTemplates(page);
  const send = page.getByRole('switch', { name: 'Send “After YES, to the member”' });
  await send.click();
  await expect(send).not.toBeChecked();
  await expect(send).toBeEnabled();
  await page.reload();
  await expect(send).not.toBeChecked();
  await expect(page.getByRole('switch')).toHaveCount(3);
});
