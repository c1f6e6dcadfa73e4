import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../server/src/embedded-postgres/free-port.ts';
import { testPassword } from '../../server/src/testing/build.ts';
import { listens } from '../behind-proxy/folder.ts';
import { type Portal, startPortal } from '../behind-proxy/portal.ts';
import { packageVersion } from '../packages.ts';
import { type Check, check, type Part } from '../part.ts';
import { startProgram } from '../program.ts';
import { Marionette } from './marionette.ts';

/** Less than the ten seconds between polls, so what arrives within it came through the stream. */
const liveMs = 8000;

/** Debian's Firefox signs in, sees a request that somebody else makes, and moves it. */
export const firefox: Part = {
  name: 'firefox',
  packages: ['firefox-esr'],
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'kinbridge-firefox-'));
    const port = await findFreePort();
    await writeFile(join(folder, 'user.js'), settings(port));
    const portal = await startPortal();
    try {
      await startProgram('/usr/bin/firefox-esr', ['--headless', '--marionette', '--no-remote', '--profile', folder], {
        ready: () => listens(port),
        env: { HOME: folder },
      });
      const browser = await Marionette.open(port);
      const checks = await journey(browser, portal);
      browser.close();
      return checks;
    } finally {
      await portal.close();
    }
  },
};

async function journey(browser: Marionette, portal: Portal): Promise<Check[]> {
  const software = { software: 'Firefox ESR', version: packageVersion('firefox-esr') };
  const base = `http://127.0.0.1:${portal.ports[0]}`;
  let id = 0;
  return [
    await check(software, 'an admin signs in', async () => {
      await browser.goto(`${base}/login`);
      await browser.type(field('Email'), portal.email);
      await browser.type(field('Password'), testPassword);
      await browser.click(button('Sign in'));
      await browser.find(button('Logout'));
    }),
    await check(software, 'a request made elsewhere appears on the board without a reload', async () => {
      await browser.goto(`${base}/incoming-service-requests`);
      await browser.find(ticketLink(portal.requestId));
      await browser.run('window.isSamePage = true');
      await browser.wait(liveMs);
      id = await portal.refer();
      await browser.find(ticketLink(id));
      if ((await browser.run('return window.isSamePage')) !== true) throw new Error('the page was loaded again');
    }),
    await check(software, 'a ticket opens and moves', async () => {
      await browser.click(ticketLink(id));
      await browser.click(button('Move to Open'));
      await browser.find(button('Move to In Progress'));
    }),
  ];
}

const field = (label: string) => `//input[@id=//label[starts-with(normalize-space(),'${label}')]/@for]`;
const button = (name: string) => `//button[(normalize-space()='${name}' or @aria-label='${name}') and not(@disabled)]`;
const ticketLink = (id: number) => `//a[normalize-space()='#${id}' or @aria-label='#${id}']`;

/** No first-run pages, and no calls of Firefox's own to the outside. */
function settings(port: number): string {
  const values = {
    'marionette.port': port,
    'app.update.auto': false,
    'app.normandy.enabled': false,
    'browser.aboutwelcome.enabled': false,
    'browser.safebrowsing.update.enabled': false,
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,',
  };
  return Object.entries(values)
    .map(([name, value]) => `user_pref('${name}', ${JSON.stringify(value)});\n`)
    .join('');
}
