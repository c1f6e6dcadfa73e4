import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { findInMail } from './outbox.ts';
import { answerSms, expectSms, moveTo, newMember, newPartner, type Partner, refer } from './partners.ts';
import { navigateTo } from './sessions.ts';
import { test } from './test.ts';
import { reviewAs, ticket } from './tickets.ts';

/** No other test has services near here. */
const zipCode = '99501';

/** Opens the link of the email about a request, outside the portal and without a session. */
async function openActLink(page: Page, request: APIRequestContext, partner: Partner, id: number): Promise<void> {
  const { match } = await findInMail(request, partner.admin.email, new RegExp(`#${id}[^]*?/act/[\\w-]+`), 0);
  await page.goto(`/act/${match.split('/act/')[1]}`);
}

test('a declined referral is tried elsewhere until the member is helped', async ({ page, browser, request }) => {
  const [clinic, pantry, kitchen] = await Promise.all(
    [[], ['Food box'], ['Hot lunch']].map((services) => newPartner(request, services, zipCode)),
  );
  if (!clinic || !pantry || !kitchen) throw new Error('Three organizations are needed.');
  const member = { ...newMember(), zipCode };
  const first = await refer(request, clinic, pantry, member);
  const sent = await reviewAs(page, clinic, first, '/service-requests');
  const visitor = await (await browser.newContext()).newPage();

  await test.step('the pantry declines from its email', async () => {
    await openActLink(visitor, request, pantry, first);
    await visitor.getByRole('button', { name: 'Decline' }).click();
    const note = visitor.getByLabel('Note');
    await note.fill('x'.repeat(501));
    await expect(visitor.getByText('Write at most 500 characters.')).toBeVisible();
    await expect(note).toHaveValue('x'.repeat(501));
    await note.fill('');
    await expect(visitor.getByText('Write at most 500 characters.')).toBeHidden();
    await visitor.getByRole('radio', { name: 'No capacity' }).check();
    await visitor.getByRole('button', { name: 'Decline' }).click();
    await expect(visitor.getByRole('heading', { name: 'Declined' })).toBeVisible();
  });

  const second = await test.step('the clinic sees why and picks the first suggestion', async () => {
    await expect(sent.getByRole('log')).toContainText('No capacity');
    await sent.getByRole('button', { name: 'Refer elsewhere' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refer elsewhere' });
    await expect(dialog.getByRole('checkbox', { name: /^Hot lunch/ })).toBeVisible();
    await expect(dialog.getByRole('checkbox', { name: /^Food box/ })).toBeHidden();
    await dialog.getByRole('list', { name: 'Best matches' }).getByRole('checkbox').first().check();
    const created = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/v1/service-requests'),
    );
    await dialog.getByRole('button', { name: 'Create request' }).click();
    const { id, service } = await (await created).json();
    expect(service.name).toBe('Hot lunch');
    return id as number;
  });

  await test.step('the kitchen accepts from its email and the member texts YES', async () => {
    await openActLink(visitor, request, kitchen, second);
    await visitor.getByRole('button', { name: 'Accept' }).click();
    await expect(visitor.getByRole('heading', { name: 'Accepted' })).toBeVisible();
    await moveTo(request, kitchen, second, 'IN_PROGRESS', 'PENDING');
    await expectSms(request, member.phoneNumber, new RegExp(`YES ${second}`));
    await answerSms(request, member.phoneNumber, 'YES');
  });

  await test.step('the dashboard counts one person helped after a second try', async () => {
    await navigateTo(page, `/service-requests?ticket=${second}`);
    await expect(ticket(page, second)).toContainText(`Second try. #${first} was declined: no capacity.`);
    await expect(ticket(page, second).getByRole('log')).toContainText('Helped');
    await navigateTo(page, '/metrics-dashboard');
    const outcomes = page.getByRole('region', { name: 'Outcomes' });
    await expect(outcomes.getByText('Helped after a second try').locator('..')).toContainText(/try1/);
  });
});
