import { type APIRequestContext, expect, type Page } from '@playwright/test';

export interface Credentials {
  email: string;
  password: string;
}

/** Signs in through the API and returns what a browser stores. */
export async function newSession(request: APIRequestContext, { email, password }: Credentials): Promise<string> {
  const login = await request.post('/v1/auth/login', { data: { email, password } });
  expect(login.status()).toBe(200);
  const { idToken, refreshToken, body } = await login.json();
  return JSON.stringify({
    idToken,
    refreshToken,
    userId: body.id,
    organizationId: body.organizationId,
    userType: body.userType,
  });
}

let sessions = 0;

/** Signs the browser in from the next page load on. */
export async function keepSession(page: Page, session: string): Promise<void> {
  sessions += 1;
  await page.addInitScript(
    ({ stored, mark }) => {
      // Only once, so that signing out lasts.
      if (self !== top || sessionStorage.getItem(mark)) return;
      sessionStorage.setItem(mark, 'kept');
      localStorage.setItem('kinbridge.session', stored);
    },
    { stored: session, mark: `session ${sessions} of the test` },
  );
}

/** Signs in without the screen, which sign-in.spec.ts covers, and waits for the portal. */
export async function signIn(page: Page, person: Credentials): Promise<void> {
  await keepSession(page, await newSession(page.request, person));
  await page.goto('/');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
}

/** Opens an address as a person who is already signed in. */
export async function gotoAs(page: Page, who: Credentials | { session: string }, address: string): Promise<void> {
  await keepSession(page, 'session' in who ? who.session : await newSession(page.request, who));
  await page.goto(address);
}

/** Follows an address like a link in the portal: the page stays loaded, which takes a tenth of the time. */
export async function navigateTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/** Shorter than a token lives, and than signing in is a proof. */
const sharedMs = 8 * 60_000;
const kept = new Map<string, { made: number; session: Promise<string> }>();

/**
 * The same with a session that the tests of a worker share until its token gets old. For tests that don't end the
 * session.
 */
export async function shareSession(page: Page, person: Credentials): Promise<void> {
  let shared = kept.get(person.email);
  if (!shared || Date.now() - shared.made > sharedMs) {
    shared = { made: Date.now(), session: newSession(page.request, person) };
    kept.set(person.email, shared);
  }
  await keepSession(page, await shared.session);
}

/** The session that the browser stores. */
export function storedSession(page: Page): Promise<{ idToken: string; refreshToken: string; userId: number } | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('kinbridge.session') ?? 'null'));
}

/** Everything this browser stores, for the tab and beyond. */
export function everythingStored(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
}

/** The drafts this browser stores, in their stored form. */
export function storedDrafts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [sessionStorage, localStorage].flatMap((storage) =>
      Object.entries(storage).flatMap(([key, value]) => (key.startsWith('kinbridge.draft.') ? [value] : [])),
    ),
  );
}
