/**
 * Measures the first board in a browser: `node bench/browser.mjs` after `npm run build`, or with the URL of a portal
 * with the demo organizations. Prints JavaScript size, requests, main thread work, and the time from a click to the
 * next paint. CPU times are for the page's main thread, so they tolerate a busy machine; wall times don't.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/find-browser.mjs';
import { repository } from '../scripts/steps.mjs';

const rounds = 10;
/** A mid-range phone as in Lighthouse: four times slower, with tasks under 50 ms unnoticed. */
const slower = 4;
const unfeltMs = 50;
const port = 4699;

const portal = process.argv[2] ? { url: process.argv[2], stop: async () => undefined } : await startPortal();
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
  const session = await signIn(portal.url);
  await measureLoad('first board, laptop', session, { width: 1366, height: 768 }, '/incoming-service-requests');
  await measureLoad('first board, phone', session, { width: 390, height: 844 }, '/incoming-service-requests');
  await measureLoad('/login, phone', null, { width: 390, height: 844 }, '/login');
  await measureClicks(session);
} finally {
  await browser.close();
  await portal.stop();
}

async function startPortal() {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinbridge-bench-'));
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [join(repository, 'server', 'dist', 'main', 'start.js')], {
    cwd: repository,
    env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await fetch(`${url}/readyz`).catch(() => null))?.ok; tries += 1) {
    if (tries === 1200 || child.exitCode !== null)
      throw new Error('The portal did not start. Run `npm run build` first.');
    await delay(100);
  }
  // A new process tells its first streams to reload everything.
  await delay(10_000);
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url, stop };
}

async function signIn(url) {
  const { password, organizations } = JSON.parse(
    await readFile(join(repository, 'db', 'demo', 'organizations.json'), 'utf8'),
  );
  const { email } = organizations[0].staff.find(({ userType, status }) => userType === 'ADMIN' && status === 'ACTIVE');
  const answer = await fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { idToken, refreshToken, body } = await answer.json();
  return JSON.stringify({ idToken, refreshToken, userId: body.id, organizationId: body.organizationId });
}

async function openPage(session, viewport) {
  const context = await browser.newContext({ baseURL: portal.url, viewport });
  if (session) await context.addInitScript((stored) => localStorage.setItem('kinbridge.session', stored), session);
  return context.newPage();
}

/** The median of several cold loads without a cache. */
async function measureLoad(name, session, viewport, path) {
  const loads = [];
  for (let round = 0; round < 5; round += 1) {
    const page = await openPage(session, viewport);
    const scripts = [];
    let requests = 0;
    page.on('response', (response) => {
      requests += 1;
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    });
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    await page.goto(path);
    await page.waitForSelector(session ? 'tr[data-row]' : 'button[type=submit]');
    await delay(1500);
    page.removeAllListeners('response');
    const tasks = mainThreadTasks(JSON.parse(String(await browser.stopTracing())).traceEvents);
    const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script, { level: 9 }).length);
    loads.push({
      kB: sum(sizes) / 1000,
      scripts: sizes.length,
      requests,
      cpu: sum(tasks),
      blocking: sum(tasks.map((ms) => Math.max(0, ms * slower - unfeltMs))),
      longest: Math.max(...tasks),
    });
    await page.context().close();
  }
  const of = (key) => median(loads.map((load) => load[key]));
  console.log(
    `${name}: ${of('kB').toFixed(1)} kB of JavaScript in ${of('scripts')} files, ${of('requests')} requests; main thread ` +
      `${of('cpu').toFixed(0)} ms CPU, longest task ${of('longest').toFixed(0)} ms, blocking on a phone ${of('blocking').toFixed(0)} ms`,
  );
}

/** CPU milliseconds of each main thread task. */
function mainThreadTasks(events) {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const of = (thread) =>
    events.filter(
      ({ ph, name, pid, tid }) =>
        ph === 'X' && name === 'ThreadControllerImpl::RunTask' && pid === thread.pid && tid === thread.tid,
    );
  // The page's thread is the busiest; others belong to the browser's own pages.
  const all = threads.map((thread) => of(thread).map(({ tdur = 0 }) => tdur / 1000));
  return all.toSorted((a, b) => sum(b) - sum(a))[0] ?? [];
}

async function measureClicks(session) {
  const page = await openPage(session, { width: 1366, height: 768 });
  await page.goto('/incoming-service-requests');
  await page.waitForSelector('tr[data-row]');
  // Like a person, moves the pointer before clicking, which prefetches the dialog's code.
  await page.mouse.move(600, 400);
  await delay(3000);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cpu = async () =>
    ((await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  const clicks = { 'tab of 50 rows': [], 'tab of fewer rows': [], ticket: [] };
  const click = async (name, act) => {
    const before = await cpu();
    const wall = await page.evaluate(timeClick, act);
    clicks[name].push({ wall, cpu: (await cpu()) - before });
    await delay(400);
  };
  for (let round = 0; round < rounds; round += 1) {
    await click('tab of 50 rows', { click: '[role=tab][id$=COMPLETED]', until: 'rows' });
    await click('ticket', { click: `tr[data-row]:nth-of-type(${round + 1}) [data-row-focus]`, until: 'ticket' });
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role=dialog]', { state: 'detached' });
    await delay(300);
    await click('tab of fewer rows', { click: '[role=tab][id$=OPEN]', until: 'rows' });
  }
  for (const [name, times] of Object.entries(clicks)) {
    const [wall, busy] = ['wall', 'cpu'].map((key) => median(times.map((time) => time[key])));
    console.log(
      `${name}: painted ${wall.toFixed(0)} ms after the click, ${busy.toFixed(0)} ms CPU (median of ${rounds})`,
    );
  }
}

/** Runs in the page: the time from the click to the first frame with the expected content. */
function timeClick({ click, until }) {
  const firstRow = () => document.querySelector('tr[data-row]')?.dataset.row;
  const before = firstRow();
  const shows = {
    rows: () => firstRow() !== before && document.querySelector('[aria-busy]')?.ariaBusy === 'false',
    ticket: () => document.querySelector('[role=dialog] textarea') !== null,
  }[until];
  return new Promise((resolve) => {
    const start = performance.now();
    const observer = new MutationObserver(() => {
      if (!shows()) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    document.querySelector(click).click();
  });
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
