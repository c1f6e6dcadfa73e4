import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe itself calls minor or moderate takes half of its time, and is not asked for. */
const slight = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'heading-order',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-complementary-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'skip-link',
];
const withoutSlight = Object.fromEntries(slight.map((rule) => [rule, { enabled: false }]));

const menu = '#root nav[aria-label="Main menu"]';
const portalFrame = [menu, `header:has(+ ${menu})`];

/** Of a long list the first rows, since the others look the same. */
const laterRows = ['tr:nth-child(n+6)', 'li:nth-child(n+6)'];

/**
 * The page as it stands has no serious barrier that axe can find, in light colours or in dark ones. The colours
 * change nothing but the contrast, so that is all that is looked at twice.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const apart = [...laterRows, ...portalFrame];
  await loadAxe(page);
  expect(await findBarriers(page, apart)).toEqual([]);
  await useColours(page, 'dark');
  expect(await run(page, apart, { runOnly: ['color-contrast'] }), 'in dark colours').toEqual([]);
  await useColours(page, 'light');
}

/**
 * No serious barrier on a laptop in light colours and on a phone in dark ones, and no sideways scrolling on narrow
 * phones. The colours of the portal's frame are the same around every page, so one look at them is enough.
 */
export async function expectSound(page: Page, frame: 'framed' | 'unframed' = 'unframed') {
  const apart = frame === 'framed' ? laterRows : [...laterRows, ...portalFrame];
  await loadAxe(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  expect(await findBarriers(page, apart)).toEqual([]);
  await expectSupportClear(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await useColours(page, 'dark');
  // A phone has shorter pages, so a list may be on its way once more, and pale.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  expect(await run(page, apart, { rules: withoutSlight }), 'on a phone, in dark colours').toEqual([]);
  await useColours(page, 'light');
  await expectNoWider(page);
  await expectSupportClear(page);
  await page.setViewportSize({ width: 320, height: 740 });
  await expectNoWider(page);
  await page.setViewportSize({ width: 1366, height: 768 });
}

async function useColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The portal's scheme is set by a script, a moment later; the public form's follows by itself.
  if (await page.locator('html[data-mantine-color-scheme]').count()) {
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  }
}

/** Everything everywhere, but for the contrast, which takes most of axe's time: some places are left out of that. */
async function findBarriers(page: Page, uncompared: string[]): Promise<string[]> {
  const mark = 'data-uncompared';
  await page.evaluate(
    ({ uncompared, mark }) => {
      // axe understands only simple selectors here.
      const places = uncompared.flatMap((place) => [place, `${place} *`]).join();
      for (const element of document.querySelectorAll(places)) element.setAttribute(mark, '');
      window.axe.configure({ rules: [{ id: 'color-contrast', selector: `*:not([${mark}])` }] });
    },
    { uncompared, mark },
  );
  const found = await run(page, [], { rules: withoutSlight });
  await page.evaluate((mark) => {
    for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark);
    window.axe.configure({ rules: [{ id: 'color-contrast', selector: '*' }] });
  }, mark);
  return found;
}

/** Once for a loaded page, since going on inside the portal keeps it. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
}

function run(page: Page, exclude: string[], options: RunOptions): Promise<string[]> {
  return page.evaluate(
    async ({ exclude, options }) => {
      // Something half faded in has half its contrast.
      await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
      // What a dialog covers is looked at where it is not covered.
      const covered = document.querySelector('body > :not(#root) [role="dialog"][aria-modal="true"]');
      const context = { exclude: covered ? [...exclude, '#root'] : exclude };
      const { violations } = await window.axe.run(context, { ...options, resultTypes: ['violations'] });
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      return grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    },
    { exclude, options },
  );
}

/** Nothing is wider than the screen or the dialog it stands in. */
async function expectNoWider(page: Page): Promise<void> {
  const findWider = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('[role="dialog"]')]
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map((element) => element.outerHTML.slice(0, 120)),
    );
  // What floats above the page follows a frame later.
  await expect.poll(findWider, `${page.viewportSize()?.width} px`).toEqual([]);
}

/** Contact Support floats, but covers no control and stays 8 px away from each. */
async function expectSupportClear(page: Page): Promise<void> {
  const near = await page.evaluate(() => {
    const support = document.querySelector('[data-contact-support]');
    if (!support) return [];
    const { left, top, width, height } = support.getBoundingClientRect();
    const steps = [0, 0.25, 0.5, 0.75, 1];
    const points = steps.flatMap((x) => steps.map((y) => [left - 8 + x * (width + 16), top - 8 + y * (height + 16)]));
    const controls = points.flatMap(([x = 0, y = 0]) =>
      document
        .elementsFromPoint(x, y)
        .map((element) => element.closest('main :is(a, button, input, select, textarea)')),
    );
    return [...new Set(controls)].flatMap((control) => (control ? [control.outerHTML.slice(0, 120)] : []));
  });
  expect(near, `under Contact Support at ${page.viewportSize()?.width} px`).toEqual([]);
}

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}
