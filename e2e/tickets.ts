import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { newMember, newPartner, type Partner, refer } from './partners.ts';
import { gotoAs } from './sessions.ts';

/** A clinic that refers and a pantry that provides. */
export async function newPair(request: APIRequestContext) {
  const [clinic, pantry] = await Promise.all([newPartner(request), newPartner(request)]);
  return { clinic, pantry };
}

const tokenMs = 10 * 60_000;
let pair: { made: number; partners: ReturnType<typeof newPair> } | undefined;

/** A new ticket between two organizations that the tests of a worker share until their tokens get old. */
export async function newTicket(page: Page, member = newMember()) {
  if (!pair || Date.now() - pair.made > tokenMs) pair = { made: Date.now(), partners: newPair(page.request) };
  const { clinic, pantry } = await pair.partners;
  return { clinic, pantry, member, id: await refer(page.request, clinic, pantry, member) };
}

export function ticket(page: Page, id: number): Locator {
  return page.getByRole('dialog', { name: new RegExp(`^#${id}\\b`) });
}

/** Opens the ticket as the admin of one of its organizations. */
export async function reviewAs(
  page: Page,
  partner: Partner,
  id: number,
  board = '/incoming-service-requests',
): Promise<Locator> {
  await gotoAs(page, partner, `${board}?ticket=${id}`);
  const dialog = ticket(page, id);
  await expect(dialog.getByRole('log')).toBeVisible();
  return dialog;
}

/** Blocks live updates; the page asks again every ten seconds instead. */
export async function blockLiveUpdates(page: Page): Promise<void> {
  await page.route('**/v1/events', (route) => route.abort());
}

/** What the next page shows gets stale: hidden pages don't ask again. */
export async function blockAllUpdates(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true }));
  await blockLiveUpdates(page);
}

export function filterTab(dialog: Locator, name: string): Locator {
  return dialog.getByRole('tab', { name: new RegExp(`^${name}`) });
}
