import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { demoPerson } from './demo.ts';
import { expectAccessible } from './expect-accessible.ts';
import { verificationPath } from './outbox.ts';
import { answerSms, expectSms, newMember, row, tab } from './partners.ts';
import {
  expectSlide,
  fillOrganization,
  fillProfile,
  fillService,
  headings,
  newRegistration,
  next,
} from './registration-slides.ts';
import { gotoAs, navigateTo } from './sessions.ts';
import { test } from './test.ts';

const nora = demoPerson('ADMIN', 'ACTIVE');
const amara = demoPerson('ADMIN', 'ACTIVE', 2);
const felix = demoPerson('EMPLOYEE', 'ACTIVE', 2);
const service = 'Emergency shelter bed';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** A browser per organization, because two organizations don't share one; ten rows load faster than fifty. */
async function atWork(browser: Browser, person: typeof nora, board: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await gotoAs(page, person, board);
  await expect(page.getByRole('row').nth(1)).toBeVisible({ timeout: 45_000 });
  return page;
}

async function referMember(page: Page, member: ReturnType<typeof newMember>): Promise<void> {
  await page.getByRole('button', { name: 'New Member Referral' }).click();
  const form = page.getByRole('dialog', { name: 'New Service Request' });
  await form.getByLabel('First name').fill(member.firstName);
  await form.getByLabel('Last name').fill(member.lastName);
  await form.getByLabel('Phone').fill(member.phoneNumber);
  await form.getByLabel('Description').fill('Leaving the ward on Friday. Prefers a call after 3 PM.');
  await form.getByRole('checkbox', { name: service }).check();
  await form.getByRole('button', { name: 'Create request' }).click();
  const success = page.getByRole('dialog', { name: 'The request was created successfully.' });
  await expect(success).toContainText('24 to 48hrs');
  await success.getByRole('button', { name: 'Continue' }).click();
  await expect(form).toBeHidden();
}

/** Answers as the member: in the outbox, below the text that asks. */
async function answerYes(page: Page, phoneNumber: string, id: number): Promise<void> {
  await page.goto(`/dev/outbox?to=${encodeURIComponent(phoneNumber)}`);
  const question = page.getByRole('article').filter({ hasText: `Reply YES ${id}` });
  await question.getByLabel(`Answer as ${phoneNumber}`).fill('YES');
  await question.getByRole('button', { name: 'Send' }).click();
}

async function expectStory(log: Locator, story: (string | RegExp)[]): Promise<void> {
  for (const chapter of story) await expect(log.getByText(chapter).first()).toBeVisible();
}

/** The house suggests another name and phone; the hospital, which added the member, decides. */
async function agreeOnChanges(hospital: Page, house: Page, memberId: string, firstName: string): Promise<void> {
  await gotoAs(house, amara, `/members/${memberId}`);
  await house.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = house.getByRole('dialog', { name: 'Edit Member' });
  await expect(editor).toContainText(`are proposed to ${nora.organization}. Everything else is saved right away.`);
  await editor.getByLabel('First Name').fill('Ruthanne');
  await editor.getByLabel('Phone Number').fill('(734) 555-0199');
  await editor.getByLabel('City').fill('Kalamazoo');
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor).toBeHidden();
  await expect(house.getByRole('heading', { level: 1, name: /^Ruthanne/ })).toBeVisible();
  await expect(house.getByText('· Name proposed')).toBeVisible();
  const own = house.getByRole('region', { name: 'Proposed changes' });
  await expect(own.getByRole('listitem')).toHaveCount(2);
  await expect(house.getByRole('main').locator('dl').first()).toContainText('(734) 555-0199Proposed. Current value:');

  await gotoAs(hospital, nora, `/members/${memberId}`);
  await expect(hospital.getByRole('heading', { level: 1, name: new RegExp(`^${firstName} `) })).toBeVisible();
  const card = hospital.getByRole('region', { name: 'Proposed changes' });
  await expect(card).toContainText(`${amara.firstName} ${amara.lastName}, ${amara.organization}`);
  await expectAccessible(hospital);
  const phone = card.getByRole('button', { name: 'Accept: Phone (734) 555-0199' });
  await phone.focus();
  await hospital.keyboard.press('Enter');
  await expect(card.getByRole('listitem')).toHaveCount(1);
  await expect(card.getByRole('button').first()).toBeFocused();
  await expect(hospital.getByRole('main').locator('dl').first()).toContainText('(734) 555-0199');
  // The house sees the update without a reload.
  await expect(own.getByRole('listitem')).toHaveCount(1);
  await own.getByRole('button', { name: 'Withdraw: First name Ruthanne' }).dblclick();
  await expect(own).toHaveCount(0);
  await expect(house.getByRole('alert')).toHaveCount(0);
  await expect(house.getByRole('heading', { level: 1, name: new RegExp(`^${firstName} `) })).toBeVisible();
  await expect(card).toHaveCount(0);
}

test('a referral goes from one organization to another until help is confirmed', async ({ browser }) => {
  test.setTimeout(180_000);
  const member = newMember();
  const name = `${member.firstName} ${member.lastName}`;
  const [hospital, house] = await Promise.all([
    atWork(browser, nora, '/service-requests?size=10'),
    atWork(browser, amara, '/incoming-service-requests?size=10'),
  ]);

  await referMember(hospital, member);
  const sent = hospital.getByRole('row').filter({ hasText: name });
  await expect(sent).toContainText(amara.organization);
  // Nobody has touched the other board since it was opened.
  const arrived = house.getByRole('row').filter({ hasText: name });
  await expect(arrived).toContainText(nora.organization);
  await expect(arrived).toContainText('Referral');
  const id = Number((await arrived.getByRole('link').innerText()).slice(1));
  await expectSms(house.request, member.phoneNumber, /received your request.* Reply STOP to opt out/);

  await arrived.getByRole('link', { name: `#${id}` }).click();
  const ticket = house.getByRole('dialog', { name: `#${id}` });
  await expect(ticket).toContainText('Leaving the ward on Friday.');
  await ticket.getByRole('combobox', { name: 'Assigned Agent' }).click();
  await house.getByRole('option', { name: `${felix.firstName} ${felix.lastName}` }).click();
  await expect(sent).toContainText(`${felix.firstName} ${felix.lastName}`);
  await ticket.getByRole('button', { name: 'Move to Open' }).click();
  await expect(sent).toHaveCount(0);
  await tab(hospital, 'Open').click();
  await expect(row(hospital, id)).toContainText('Open');
  await ticket.getByRole('button', { name: 'Move to In Progress' }).click();
  await ticket.getByRole('button', { name: 'Send Confirmation Message' }).click();
  await house
    .getByRole('dialog', { name: 'Send the confirmation message?' })
    .getByRole('button', { name: 'Send and move' })
    .click();
  await expect(ticket.getByRole('button', { name: 'Move to Completed' })).toBeVisible();
  await tab(hospital, 'Pending').click();
  await expect(row(hospital, id)).toContainText('Pending');

  await house.keyboard.press('Escape');
  await tab(house, 'Completed').click();
  await tab(hospital, 'Completed').click();
  await expect(row(house, id)).toHaveCount(0);
  await expectSms(house.request, member.phoneNumber, new RegExp(`Reply YES ${id} or NO ${id}`));
  await answerYes(await house.context().newPage(), member.phoneNumber, id);
  for (const board of [hospital, house]) {
    await expect(row(board, id)).toContainText('Completed');
  }

  await row(hospital, id)
    .getByRole('link', { name: `#${id}` })
    .click();
  const story = hospital.getByRole('dialog', { name: `#${id}` });
  await expectStory(story.getByRole('log'), [
    `${nora.firstName} ${nora.lastName} at ${nora.organization} referred ${name}`,
    `${amara.firstName} ${amara.lastName} at ${amara.organization} assigned ${felix.firstName} ${felix.lastName}`,
    /moved from Requested to Open/,
    /moved from Open to In Progress/,
    /moved from In Progress to Pending/,
    `Reply YES ${id} or NO ${id}`,
    /moved from Pending to Completed/,
  ]);
  await story.getByRole('tab', { name: /^SMS/ }).click();
  await expectStory(story.getByRole('log'), [/received your request/, `Reply YES ${id} or NO ${id}`, 'YES']);

  const link = await story
    .getByRole('link', { name: new RegExp(member.lastName) })
    .first()
    .getAttribute('href');
  await agreeOnChanges(hospital, house, link?.split('/').at(-1) ?? '', member.firstName);
  for (const page of [hospital, house]) await page.context().close();
});

/** Counts mouse clicks on every page from here on; keyboard clicks have no detail. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => void };
    window.addEventListener('click', ({ detail }) => detail > 0 && countClick(), true);
  });
  return () => clicks;
}

test('a new user gets from nothing to a first closed referral in 20 clicks', async ({ page, request }) => {
  const registration = newRegistration();
  const member = newMember();
  const clicks = await countClicks(page);
  await test.step('registers an organization', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Add your organization' }).click();
    await page.getByRole('link', { name: 'Start with Community' }).click();
    await fillOrganization(page, registration.name);
    await next(page);
    await fillService(page);
    await next(page);
    await fillProfile(page, registration.admin);
    await next(page);
    await page.getByRole('button', { name: 'Accept' }).click();
    await expectSlide(page, headings.verify);
  });
  await test.step('verifies the address and is signed in', async () => {
    await navigateTo(page, await verificationPath(request, registration.admin.email));
    await page.getByLabel('Password', { exact: true }).fill(registration.admin.password);
    await page.getByRole('button', { name: 'Verify and sign in' }).click();
  });
  await test.step('creates a request and works on it', async () => {
    await page.getByRole('button', { name: 'New Services Request' }).click();
    const form = page.getByRole('dialog', { name: 'New Service Request' });
    await form.getByLabel('First name').fill(member.firstName);
    await form.getByLabel('Last name').fill(member.lastName);
    await form.getByLabel('Phone').fill(member.phoneNumber);
    await form.getByRole('button', { name: 'Create request' }).click();
    await page.getByRole('link', { name: /^Open #/ }).click();
    await page.getByRole('button', { name: 'Move to Open' }).click();
    await page.getByRole('button', { name: 'Move to In Progress' }).click();
    await page.getByRole('button', { name: 'Send Confirmation Message' }).click();
    await page.getByRole('button', { name: 'Send and move' }).click();
  });
  await expectSms(request, member.phoneNumber, /Reply YES/);
  await answerSms(request, member.phoneNumber, 'YES');
  await expect(page.getByRole('log')).toContainText('moved from Pending to Completed');
  // Plus one for the link in the email, which the test opens by its address.
  expect(clicks() + 1).toBeLessThanOrEqual(20);
});
