import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { type DnsServer, startDnsServer } from '../server/src/testing/dns-server.ts';
import { type OidcProvider, startOidcProvider } from '../server/src/testing/oidc-provider.ts';
import { SamlProviderStandIn } from '../server/src/testing/saml-provider.ts';
import { unique } from './accounts.ts';
import { expectAccessibleAtAllSizes } from './expect-accessible.ts';
import { findInMail } from './outbox.ts';
import { newPartner } from './partners.ts';
import { gotoAs, storedSession } from './sessions.ts';
import { newEmployee } from './staff.ts';
import { test } from './test.ts';

const portal = process.env.KINBRIDGE_E2E_URL ?? '';
const saml = new SamlProviderStandIn();
let oidc: OidcProvider;
let dns: DnsServer;

test.beforeAll(async () => {
  // The portal under test asks the UDP port with its own number.
  dns = await startDnsServer(Number(new URL(portal).port));
  oidc = await startOidcProvider(`${portal}/v1/auth/oidc/callback`);
  await saml.start();
  // Another site for the browser, as a real provider is: its form brings no Lax cookie.
  saml.url = saml.url.replace('127.0.0.1', portal.includes('//localhost') ? '127.0.0.1' : 'localhost');
});

test.afterAll(async () => {
  dns.stop();
  saml.stop();
  await oidc.stop();
});

type Setup = { path: 'oidc' | 'saml'; body: object };

/** An organization whose admin set up a provider and proved the email domain. */
async function signOnPartner(request: APIRequestContext, { path, body }: Setup) {
  const partner = await newPartner(request, []);
  const domain = `${unique('willow')}.example`;
  const headers = { authorization: `Bearer ${partner.token}` };
  const base = `/v1/organizations/${partner.id}`;
  const saved = await request.put(`${base}/${path}`, { headers, data: { ...body, domains: [domain] } });
  expect(saved.status()).toBe(200);
  const { domains, slug } = await saved.json();
  dns.texts.set(domain, [domains[0].txtRecord]);
  const checked = await request.post(`${base}/sign-in-domains/${domain}/check`, { headers });
  expect(await checked.json()).toMatchObject([{ domain, proven: true }]);
  return { ...partner, domain, headers, slug };
}

async function continueFromLogin(page: Page, email: string, address = '/login'): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Continue with Single Sign-On' }).click();
}

async function expectSignedIn(page: Page, organization: string, address = '/'): Promise<void> {
  await expect(page.getByRole('banner')).toContainText(organization);
  await expect(page).toHaveURL(address);
}

test('people of a proven domain sign in and prove who they are with OpenID Connect', async ({ page, request }) => {
  const { id, name, domain, headers, slug } = await signOnPartner(request, { path: 'oidc', body: oidc.client });
  const rules = { newPeople: 'ACTIVE', singleSignOnIsSecondFactor: false };
  await request.put(`/v1/organizations/${id}/sign-in`, { headers, data: rules });
  oidc.person = { sub: unique('nora'), email: `nora@${domain}`, email_verified: true, given_name: 'Nora' };
  await continueFromLogin(page, `nora@${domain}`, '/?from=email#security');
  await expectSignedIn(page, name, '/?from=email#security');
  const security = page.getByRole('region', { name: 'Security' });
  await expect(security).toContainText("You don't have a password");

  await expect(security.getByRole('heading', { name: 'Security' })).toBeFocused();
  await expect(security).toBeInViewport();
  // As if the sign-in were more than 10 minutes ago.
  const refusal = { code: 'proof_required', message: 'Please confirm that it is you.', requestId: '' };
  const turnOn = security.getByRole('button', { name: 'Turn On' });
  await expect(turnOn).toBeVisible();
  await page.route('**/v1/users/*/totp', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
  await turnOn.click();
  await expect(page.getByRole('link', { name: 'Use Single Sign-On' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/\?from=email$/);
  await turnOn.click();
  const dialog = page.getByRole('dialog', { name: 'Turn On Authenticator App' });
  const app = new TOTP({ secret: (await dialog.locator('code').innerText()).replaceAll(' ', '') });
  await dialog.getByLabel('Code from the app').fill(app.generate());
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I Saved Them' }).click();

  await page.goto(`/v1/auth/sso/${slug}?returnPath=/members`);
  await page.getByLabel('6-digit code').fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/members$/);
  await page.goto('/');
  // The earlier sessions of this browser ended.
  await expect(security.getByRole('region', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
});

test("people sign in with SAML, and their provider's factor is the second one", async ({ page, request }) => {
  const setup = { path: 'saml', body: { metadata: saml.metadata() } } as const;
  const { id, name, domain, headers } = await signOnPartner(request, setup);
  const data = { requireSecondFactor: true };
  const required = await request.put(`/v1/organizations/${id}/sign-in`, { headers, data });
  expect(required.status()).toBe(200);
  saml.person = { id: unique('nora'), email: `nora@${domain}` };
  await continueFromLogin(page, `nora@${domain}`, '/employees?tab=active');
  await expectSignedIn(page, name, '/employees?tab=active');
  // The code is used up, and Back doesn't lead to it.
  await page.goBack();
  await expect(page).not.toHaveURL(/code=/);
});

test('an admin unlinks someone for whom the provider sends another identifier', async ({ page, browser, request }) => {
  const partner = await signOnPartner(request, { path: 'saml', body: { metadata: saml.metadata() } });
  const email = `nora@${partner.domain}`;
  const arriveAnew = async () => {
    saml.person = { id: unique('nora'), email, firstName: 'Nora', lastName: 'Lind' };
    await continueFromLogin(page, email);
  };
  await arriveAnew();
  await expectSignedIn(page, partner.name);
  const { userId } = (await storedSession(page)) ?? {};
  await page.evaluate(() => localStorage.clear());
  await arriveAnew();
  await expect(page.getByText(`Ask an administrator of ${partner.name} to press Unlink Sign-In`)).toBeVisible();

  const admin = await (await browser.newContext()).newPage();
  await gotoAs(admin, partner, `/employees/${userId}`);
  const card = admin.getByRole('region', { name: 'Sign-in' });
  await expect(card).toContainText('They sign in with single sign-on.');
  await expectAccessibleAtAllSizes(admin);
  await card.getByRole('button', { name: 'Unlink Sign-In' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(admin.getByText('The sign-in of Nora Lind was unlinked.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Unlink Sign-In' })).toHaveCount(0);
  await expect(card).not.toContainText('single sign-on');
  await admin.context().close();

  await arriveAnew();
  await expectSignedIn(page, partner.name);
});

test('people of an unproven domain confirm with a mailed link, in the same browser', async ({
  page,
  browser,
  request,
}) => {
  const partner = await newPartner(request, []);
  const headers = { authorization: `Bearer ${partner.token}` };
  const saved = await request.put(`/v1/organizations/${partner.id}/oidc`, {
    headers,
    data: { ...oidc.client, domains: [] },
  });
  const { slug } = await saved.json();
  const email = `${unique('nora')}@willow.example`;
  oidc.person = { sub: unique('nora'), email, email_verified: true, given_name: 'Nora' };
  await page.goto('/employees?tab=active');
  await page.goto(`/login/${slug}`);
  await page.getByRole('link', { name: 'Continue with Single Sign-On' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible();
  await expectAccessibleAtAllSizes(page);
  const { match: link } = await findInMail(request, email, /\/login\/confirm\?token=\S+/, 0);

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await expect(elsewhere).toHaveURL(/\/login\/confirm$/);
  await elsewhere.getByRole('button', { name: 'Confirm and Sign In' }).click();
  await expect(
    elsewhere.getByRole('heading', { name: 'Open this link in the browser where you signed in' }),
  ).toBeVisible();
  await expectAccessibleAtAllSizes(elsewhere);
  await elsewhere.context().close();

  const opened = await page.context().newPage();
  await opened.goto(link);
  await opened.getByRole('button', { name: 'Confirm and Sign In' }).focus();
  await opened.keyboard.press('Enter');
  await expectSignedIn(opened, partner.name, '/employees?tab=active');
});

test('only single sign-on is tried first; then a right password leads there', async ({ page, request }) => {
  const partner = await newPartner(request, []);
  const { id, name, adminId, token } = partner;
  const headers = { authorization: `Bearer ${token}` };
  const put = async (path: string, data: object) =>
    expect((await request.put(path, { headers, data })).status()).toBe(200);
  await put(`/v1/organizations/${id}/saml`, { metadata: saml.metadata() });
  const nora = await newEmployee(request, partner, 'Nora');
  const { secret } = await (await request.post(`/v1/users/${adminId}/totp`, { headers })).json();
  await put(`/v1/users/${adminId}/totp`, { code: new TOTP({ secret }).generate() });
  await put(`/v1/organizations/${id}/sign-in`, { breakGlassUserId: adminId });

  saml.person = { id: unique('ada'), email: partner.admin.email };
  await gotoAs(page, partner, '/account-management?tab=sign-in');
  const rule = page.getByRole('switch', { name: 'Only single sign-on' });
  const switchOn = async () => {
    await rule.click();
    await page.getByRole('button', { name: 'Allow Only Single Sign-On' }).click();
  };
  await switchOn();
  await expect(page.getByText('Try single sign-on first')).toBeVisible();
  await expect(rule).not.toBeChecked();
  await page.getByRole('link', { name: 'Try It Now' }).click();
  await page.getByLabel('Password', { exact: true }).fill(partner.admin.password);
  await page.keyboard.press('Enter');
  await expectSignedIn(page, name, '/account-management?tab=sign-in');
  await switchOn();
  await expect(rule).toBeChecked();
  await expect(page.getByRole('link', { name: 'Try It Now' })).toHaveCount(0);
  await page.evaluate(() => localStorage.clear());
  saml.person = { id: unique('nora'), email: nora.email };

  await page.goto('/login');
  await page.getByLabel('Email').fill(nora.email);
  await page.getByLabel('Password', { exact: true }).fill(nora.password);
  await page.keyboard.press('Enter');
  const card = page.getByRole('alert');
  await expect(card).toContainText('Your organization uses single sign-on.');
  await card.getByRole('link', { name: 'Continue with Single Sign-On' }).click();
  await expect(page.getByRole('heading', { name: 'Link your account' })).toBeVisible();
  await expect(page).toHaveURL(/\/login\/done$/);
  await page.getByLabel('Password', { exact: true }).fill(nora.password);
  await page.keyboard.press('Enter');
  await expectSignedIn(page, name);
});
