import { chromium } from '@playwright/test';

const base = 'http://127.0.0.1:4201';
const [, , email, ...jobs] = process.argv;
const r = await fetch(base + '/v1/auth/login', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email, password: 'Kinbridge-Demo1!' }),
});
const b = await r.json();
const session = JSON.stringify({
  idToken: b.idToken,
  refreshToken: b.refreshToken,
  userId: b.body.id,
  organizationId: b.body.organizationId,
});
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const job of jobs) {
  const [name, path, size = 'd', scheme = 'light', ...acts] = job.split('|');
  const ctx = await browser.newContext({
    viewport:
      size === 'd'
        ? { width: 1366, height: 768 }
        : size === 't'
          ? { width: 1366, height: 1500 }
          : size === 'pt'
            ? { width: 390, height: 1800 }
            : { width: 390, height: 844 },
    colorScheme: scheme,
  });
  const page = await ctx.newPage();
  page.on('console', (m) => m.type() === 'error' && console.log(name, m.text()));
  page.on('pageerror', (e) => console.log(name, e.message));
  await page.addInitScript((s) => localStorage.setItem('kinbridge.session', s), session);
  await page.goto(base + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle').catch(() => {});
  await page.waitForTimeout(700);
  for (const act of acts) {
    const [kind, role, label] = act.split('~');
    if (kind === 'click')
      await page
        .getByRole(role, { name: new RegExp(label) })
        .first()
        .click();
    if (kind === 'fill') await page.getByLabel(role).first().fill(label);
    if (kind === 'file') await page.locator('input[type=file]').first().setInputFiles(role);
    await page.waitForTimeout(600);
  }
  await page.screenshot({ path: `/tmp/a-shots/${name}.png` });
  await ctx.close();
}
await browser.close();
