import { expect, type Locator, type Page } from '@playwright/test';
import { signIn } from './demo.ts';
import { newMember, newPartner, type Partner, refer } from './partners.ts';

/** A clinic that refers, a pantry that provides, and one ticket between them. */
export async function newTicket(page: Page, member = newMember()) {
  const clinic = await newPartner(page.request);
  const pantry = await newPartner(page.request);
  const id = await refer(page.request, clinic, pantry, member);
  return { clinic, pantry, member, id };
}

export async function openTicket(page: Page, id: number, board = '/incoming-service-requests'): Promise<Locator> {
  await page.goto(`${board}?ticket=${id}`);
  const dialog = ticket(page, id);
  await expect(dialog.getByRole('log')).toBeVisible();
  return dialog;
}

export function ticket(page: Page, id: number): Locator {
  return page.getByRole('dialog', { name: `#${id}` });
}

/** Signs in as the providing organization's admin and opens the ticket. */
export async function reviewAs(page: Page, partner: Partner, id: number): Promise<Locator> {
  await signIn(page, partner.admin);
  return openTicket(page, id);
}

/** Changes on the server are not heard of: what the page shows grows old. */
export async function hearNothing(page: Page): Promise<void> {
  await page.route('**/v1/events', (route) => route.abort());
}

export function filterTab(dialog: Locator, name: string): Locator {
  return dialog.getByRole('tab', { name: new RegExp(`^${name}`) });
}
