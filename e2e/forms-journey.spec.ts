import { expect, type Locator, type Page } from '@playwright/test';
import { newMember, newPartner, refer } from './partners.ts';
import { gotoAs } from './sessions.ts';
import { test } from './test.ts';

/**
 * Adds a question with the keyboard: Enter on a title opens the search, Enter adds the first match, then the title is
 * typed. The first questions are typed key by key; the others are inserted, which is much faster.
 */
async function ask(
  page: Page,
  kind: string,
  title: string,
  write: 'type' | 'insertText' = 'insertText',
): Promise<void> {
  await expect(page.getByRole('searchbox', { name: 'Add a question' })).toBeFocused();
  await page.keyboard.type(kind);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Question', exact: true })).toBeFocused();
  await page.keyboard[write](title);
}

/** Replaces the default choices; Enter adds another one. */
async function offer(card: Locator, label: string, words: string[]): Promise<void> {
  const page = card.page();
  for (const [index, word] of words.entries()) {
    const choice = card.getByRole('textbox', { name: `${label} ${index + 1}`, exact: true });
    if (index > 2) await page.keyboard.press('Enter');
    else await choice.click();
    await expect(choice).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(word);
  }
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function next(phone: Page, question: string): Promise<void> {
  await phone.getByRole('button', { name: 'Next' }).click();
  await expect(phone.getByRole('heading', { name: question })).toBeFocused();
}

test('§2 a form is built, published, answered offline on a phone, and analyzed', async ({ page, context, browser }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const partner = await newPartner(page.request);
  const member = newMember();
  await refer(page.request, partner, partner, member);
  await gotoAs(page, partner, '/forms-library');
  await expect(page.getByRole('heading', { name: 'No forms yet' })).toBeVisible();

  await page.getByRole('button', { name: 'Create New Form' }).first().click();
  await page.getByRole('menuitem', { name: 'Start from scratch' }).click();
  const form = page.getByRole('region', { name: 'The form' });
  await expect(page.getByRole('switch', { name: 'Show a progress bar' })).toBeChecked();
  await page.getByRole('switch', { name: 'Number the questions' }).press('Space');
  await page.getByRole('textbox', { name: 'Title of the form' }).first().click();
  await page.keyboard.type('Winter check-in');
  await form.getByRole('button', { name: 'Add a question, or drop one here' }).click();
  await ask(page, 'short', 'What should we call you?', 'type');
  await page.keyboard.press('Enter');
  await ask(page, 'number', 'How many people live with you?');
  await page.keyboard.press('Enter');
  await ask(page, 'one choice', 'Where did you sleep last night?');
  await offer(form, 'Choice', ['My own place', 'With family', 'A shelter', 'Outside']);
  await form.getByRole('button', { name: 'Add after question 3, or drop here' }).click();
  await ask(page, 'date', 'Since when?');
  await page.getByRole('button', { name: 'Add rule' }).click();
  // One click adds a rule about the question before.
  await expect(page.getByRole('combobox', { name: 'Question of rule 1' })).toHaveValue(/Where did you sleep/);
  await choose(page, 'Value of rule 1', 'With family');
  await expect(form.getByText('Only if')).toBeVisible();

  await form.getByRole('button', { name: 'Add after question 4, or drop here' }).click();
  await ask(page, 'several', 'Which bills are hard to pay?');
  // Lines are saved while typing: selecting another question loses none.
  await form.getByRole('button', { name: 'Edit as lines' }).click();
  await form.getByRole('textbox', { name: 'Choices, one per line' }).fill('Rent\nHeat\nWater');
  await form.getByRole('button', { name: /^Edit question 4/ }).click();
  await form.getByRole('button', { name: /^Edit question 5/ }).click();
  await expect(form.getByRole('textbox', { name: 'Choice 2' })).toHaveValue('Heat');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('which_bills_are_hard_to_pay');
  // Clicking a question type adds it after the selected question, with focus on its title.
  await page.getByRole('button', { name: 'Yes or no', exact: true }).click();
  await page.keyboard.insertText('Would you like hot meals?');
  await choose(page, 'Survey Action', 'Create Service Request');
  await choose(page, 'Select Service To Create on Completion', 'Hot meals');
  await expect(page.getByText('a request for Hot meals appears in Incoming as Requested')).toBeVisible();
  await page.getByRole('button', { name: 'Rating', exact: true }).click();
  await page.keyboard.insertText('How safe is your home?');
  await page.getByRole('switch', { name: 'Required' }).press('Space');
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
  await page.keyboard.insertText('How often do you');
  const settings = page.getByRole('region', { name: 'Settings' });
  await offer(settings, 'Row', ['Skip meals', 'Feel cold']);
  await page.getByRole('button', { name: 'Dropdown', exact: true }).click();
  await page.keyboard.insertText('When may we call?');
  await offer(form, 'Choice', ['Morning', 'Noon', 'Evening']);
  await page.getByRole('button', { name: 'Long answer', exact: true }).click();
  await page.keyboard.insertText('Anything else?');
  await expect(form.getByRole('article')).toHaveCount(10);
  await expect(page.getByText('Form saved successfully')).toBeVisible();
  // Opens right away: the preview includes what was typed last.
  await page.getByRole('link', { name: 'Preview' }).click();
  await expect(page.frameLocator('[title="Preview of the form"]').getByLabel('First name')).toBeVisible();
  await page.getByRole('button', { name: 'PUBLISH' }).click();
  const done = page.getByRole('dialog', { name: 'Congrats on the new form!' });
  await expect(done).toContainText('Form created successfully');
  await done.getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByText('Winter check-in link copied to clipboard.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await done.getByRole('button', { name: 'QR code' }).click();
  const code = page.getByRole('dialog', { name: 'Winter check-in V.1' });
  await expect(code.getByRole('img', { name: 'QR code that leads to Winter check-in' })).toBeVisible();
  await code.getByRole('button', { name: 'Close' }).click();
  await done.getByRole('button', { name: 'Assign' }).click();
  const assigning = page.getByRole('dialog', { name: 'Assign Winter check-in V.1' });
  await assigning.getByRole('searchbox').fill(member.lastName);
  await page.getByRole('option', { name: member.lastName }).click();
  await assigning.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText(`assigned to Ruth ${member.lastName}. The link was texted.`)).toBeVisible();
  await done.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('row', { name: /Winter check-in V\.1/ })).toContainText('–');

  const pocket = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const phone = await pocket.newPage();
  await phone.goto(link);
  await phone.getByLabel('First name').fill('Imani');
  await phone.getByLabel('Last name').fill('Okonkwo-Reyes');
  await phone.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => phone.evaluate(() => caches.match(location.pathname).then(Boolean))).toBe(true);
  await pocket.setOffline(true);
  await expect(phone.locator('#progress')).toBeVisible();
  await next(phone, '1. What should we call you?');
  await phone.keyboard.press('Tab');
  await phone.keyboard.type('Imani');
  await next(phone, 'How many people live with you?');
  await phone.keyboard.press('Tab');
  await phone.keyboard.type('3');
  await next(phone, 'Where did you sleep last night?');
  await phone.getByText('With family').tap();
  await next(phone, 'Since when?');
  await phone.getByRole('button', { name: 'Back' }).tap();
  await phone.getByText('My own place').tap();
  await next(phone, '4. Which bills are hard to pay?');
  await phone.getByText('Rent').tap();
  await phone.getByText('Heat').tap();
  await next(phone, 'Would you like hot meals?');
  await phone.getByText('Yes', { exact: true }).tap();
  await next(phone, 'How safe is your home?');
  await phone.getByRole('button', { name: 'Next' }).tap();
  await expect(phone.getByText('Please choose an answer to continue.')).toBeVisible();
  await phone.getByRole('radio', { name: '4', exact: true }).tap();
  await next(phone, 'How often do you');
  await phone.getByRole('radio', { name: 'Often' }).first().check({ force: true });
  await next(phone, 'When may we call?');
  await next(phone, 'Anything else?');
  await phone.keyboard.press('Tab');
  await phone.keyboard.type('Stairs are hard');
  const sent: string[] = [];
  pocket.on('requestfinished', (request) => {
    if (request.url().endsWith('/v1/survey-answers/submit')) sent.push(request.method());
  });
  await phone.getByRole('button', { name: 'Send' }).tap();
  await expect(phone.getByText("Saved on this phone. We'll send it when you're back online.")).toBeVisible();
  await pocket.setOffline(false);
  await expect(phone.getByRole('heading', { name: 'Thank you' })).toBeFocused();
  await expect(phone.getByText('will contact you within 24 to 48hrs.')).toBeVisible();
  await expect.poll(() => sent).toEqual(['POST']);
  await pocket.close();

  await page.getByRole('link', { name: /^Incoming/ }).click();
  const request = page.getByRole('row').filter({ hasText: 'Imani Okonkwo-Reyes' });
  await expect(request).toHaveCount(1);
  await expect(request).toContainText('Hot meals');
  await request.getByRole('link', { name: /^#\d/ }).click();
  await page.getByRole('button', { name: 'View answers' }).click();
  const answers = page.getByRole('dialog', { name: 'Winter check-in', exact: true });
  await expect(answers.getByRole('definition').filter({ hasText: 'Asked for Hot meals' })).toHaveText(/^Yes/);
  await page.keyboard.press('Escape');
  await expect(answers).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Forms Library' }).click();
  await page.getByRole('tab', { name: 'Survey Responses' }).click();
  await expect(
    page
      .getByRole('row', { name: /Winter check-in V\.1/ })
      .getByRole('cell')
      .nth(-3),
  ).toHaveText('1');
  await page.getByRole('link', { name: 'Winter check-in V.1' }).click();
  const submissions = page.getByRole('table', { name: 'Submissions of Winter check-in V.1' });
  await expect(submissions.getByRole('row')).toHaveCount(2);
  await expect(submissions.getByRole('row').last()).toContainText(/Imani.*My own place.*Rent; Heat.*Yes/);
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByText('1 submission, all versions')).toBeVisible();
  const bills = page.getByRole('table', { name: 'Which bills are hard to pay?' });
  await expect(bills.getByRole('row', { name: 'Rent 1 100%' })).toBeVisible();
  await expect(page.getByText('0 of 1 answered (0%)')).toHaveCount(1);
  await expect(page.getByText('No one saw this question')).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('region').first()).toHaveAccessibleName('Submissions over time');
});
