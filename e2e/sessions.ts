import { type APIRequestContext, expect, type Page } from '@playwright/test';

export interface Credentials {
  email: string;
  password: string;
}

/** Signs in through the API and answers what a browser keeps of it. */
export async function newSession(request: APIRequestContext, { email, password }: Credentials): Promise<string> {
  const login = await request.post('/v1/auth/login', { data: { email, password } });
  expect(login.status()).toBe(200);
  const { idToken, refreshToken, body } = await login.json();
  return JSON.stringify({ idToken, refreshToken, userId: body.id, organizationId: body.organizationId });
}

let sessions = 0;

/** Makes the browser that of somebody who signed in before, from the next address on that this page goes to. */
export async function keepSession(page: Page, session: string): Promise<void> {
  sessions += 1;
  await page.addInitScript(
    ({ stored, mark }) => {
      // Once, since whoever signs out stays signed out.
      if (self !== top || sessionStorage.getItem(mark)) return;
      sessionStorage.setItem(mark, 'kept');
      localStorage.setItem('kinbridge.session', stored);
    },
    { stored: session, mark: `session ${sessions} of the test` },
  );
}

/** Signs in without the screen, which sign-in.spec.ts tries, and waits for the portal. */
export async function signIn(page: Page, person: Credentials): Promise<void> {
  await keepSession(page, await newSession(page.request, person));
  await page.goto('/');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
}

/** Opens an address as somebody who signed in before. */
export async function gotoAs(page: Page, who: Credentials | { session: string }, address: string): Promise<void> {
  await keepSession(page, 'session' in who ? who.session : await newSession(page.request, who));
  await page.goto(address);
}

/** Goes on to another address as a link of the portal does: the page stays loaded, which takes a tenth of the time. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

const tokenMs = 10 * 60_000;
const kept = new Map<string, { made: number; session: Promise<string> }>();

/**
 * The same with a session that the tests of a worker share until its token grows old: for those that neither sign out
 * nor end it.
 */
export async function shareSession(page: Page, person: Credentials): Promise<void> {
  let shared = kept.get(person.email);
  if (!shared || Date.now() - shared.made > tokenMs) {
    shared = { made: Date.now(), session: newSession(page.request, person) };
    kept.set(person.email, shared);
  }
  await keepSession(page, await shared.session);
}

/** What the browser keeps of the session. */
export function storedSession(page: Page): Promise<{ idToken: string; refreshToken: string; userId: number } | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('kinbridge.session') ?? 'null'));
}

/** Everything that this browser keeps, in the tab and beyond it. */
export function everythingStored(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
}

/** The drafts that this browser keeps, as they are stored. */
export function storedDrafts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [sessionStorage, localStorage].flatMap((storage) =>
      Object.entries(storage).flatMap(([key, value]) => (key.startsWith('kinbridge.draft.') ? [value] : [])),
    ),
  );
}
