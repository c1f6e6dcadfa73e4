import { writeFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { demoPerson } from '../demo.ts';
import { gotoAs } from '../sessions.ts';
import { test } from '../test.ts';
import { animatedPng, type Frame } from './animated-png.ts';
import { pictureFile } from './save-picture.ts';

const viewport = { width: 960, height: 640 };
const member = { firstName: 'Ruth', lastName: 'Demo', phoneNumber: '+17345550123' };
const service = 'Emergency shelter bed';
/** They would cover the ticket in every frame. */
const hideNotices = '.mantine-Notifications-root { display: none }';
const frames: Frame[] = [];

async function open(browser: Browser, organization: number, path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage();
  await gotoAs(page, demoPerson('ADMIN', 'ACTIVE', organization), path);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  return page;
}

/** A frame with a line at the bottom that says what happens. */
async function frame(page: Page, caption: string, seconds = 2.5): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate((text) => {
    const line = document.createElement('div');
    line.id = 'caption';
    line.textContent = text;
    line.style.cssText =
      'position:fixed;inset:auto 0 0 0;z-index:9999;padding:5px 20px;background:#0f2f2a;color:#fff;font-size:16px;font-weight:600';
    document.body.append(line);
  }, caption);
  frames.push({ png: await page.screenshot({ animations: 'disabled', caret: 'hide', style: hideNotices }), seconds });
  await page.evaluate(() => document.getElementById('caption')?.remove());
}

test('one referral from sent to closed', async ({ browser }) => {
  test.setTimeout(180_000);
  const hospital = await open(browser, 0, '/service-requests?size=10');
  const shelter = await open(browser, 2, '/incoming-service-requests?size=10');

  await hospital.getByRole('button', { name: 'New Member Referral' }).click();
  const form = hospital.getByRole('dialog', { name: 'New Service Request' });
  await form.getByLabel('First name').fill(member.firstName);
  await form.getByLabel('Last name').fill(member.lastName);
  await form.getByLabel('Phone').fill(member.phoneNumber);
  await form.getByLabel('Description').fill('Leaving the ward on Friday.');
  const choice = form.getByRole('checkbox', { name: service });
  await choice.check();
  await choice.scrollIntoViewIfNeeded();
  await frame(hospital, '1. A hospital refers Ruth to a shelter.');
  await form.getByRole('button', { name: 'Create request' }).click();

  const row = shelter.getByRole('row').filter({ hasText: `${member.firstName} ${member.lastName}` });
  await expect(row).toBeVisible();
  await frame(shelter, '2. The shelter sees the request right away.');

  await row.getByRole('link').first().click();
  const ticket = shelter.getByRole('dialog', { name: /^#/ });
  await ticket.getByRole('button', { name: 'Move to Open' }).click();
  await ticket.getByRole('button', { name: 'Move to In Progress' }).click();
  await expect(ticket.getByRole('button', { name: 'Send Confirmation Message' })).toBeEnabled();
  await frame(shelter, '3. Staff work on it. Everything that happens is in one timeline.');

  await ticket.getByRole('button', { name: 'Send Confirmation Message' }).click();
  await expect(shelter.getByRole('button', { name: 'Send and move' })).toBeEnabled();
  await frame(shelter, '4. When help arrived, the shelter asks Ruth by text.');
  await shelter.getByRole('button', { name: 'Send and move' }).click();

  const phone = await browser.newPage({ viewport });
  await phone.goto(`/dev/outbox?to=${encodeURIComponent(member.phoneNumber)}`);
  const question = phone.getByRole('article').filter({ hasText: 'Reply YES' });
  await question.getByLabel(`Answer as ${member.phoneNumber}`).fill('YES');
  await frame(phone, '5. Ruth answers YES.');
  await question.getByRole('button', { name: 'Send' }).click();

  await expect(ticket.getByRole('button', { name: 'Move to Completed' })).toHaveCount(0);
  await frame(shelter, '6. The ticket completes on both sides.', 4);
  await writeFile(pictureFile('referral'), animatedPng(frames));
});
