import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { findLowContrast } from './contrast.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that axe rates minor or moderate take half of its time, so we skip them. */
const minorRules = [
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
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'presentation-role-conflict',
  'scope-attr-valid',
  'skip-link',
];
/** About the page as a whole, and rated moderate, or not run by axe on its own yet. */
const wholePageRules = ['landmark-no-duplicate-banner', 'label-content-name-mismatch', 'region'];
type Rules = NonNullable<RunOptions['rules']>;
const switched = (rules: string[], enabled: boolean): Rules =>
  Object.fromEntries(rules.map((rule) => [rule, { enabled }]));
/** `findLowContrast` checks contrast. */
const withoutContrast = switched(['color-contrast'], false);
const withoutMinorRules = { ...withoutContrast, ...switched([...minorRules, ...wholePageRules], false) };
const withWholePageRules = { ...withoutMinorRules, ...switched(wholePageRules, true) };

const coveringDialog = 'body > :not(#root) [role="dialog"][aria-modal="true"]';

/** A phone or dark colors rarely have an issue of their own, and took a fifth of these checks' time. */
const everyLook = process.env.EVERY_LOOK === '1';

/** Fails on serious issues that axe finds. Only contrast depends on the colors: dark ones count with EVERY_LOOK=1. */
export async function expectAccessible(page: Page): Promise<void> {
  await loadAxe(page);
  expect(await run(page, withoutMinorRules)).toEqual([]);
  for (const colors of everyLook ? (['dark', 'light'] as const) : (['light'] as const)) {
    await useColors(page, colors);
    expect(await findLowContrast(page, coveringDialog), `in ${colors} colors`).toEqual([]);
  }
}

/** Fails on every issue that axe finds, in both colors: the public form is small enough for that. */
export async function expectNoAxeIssues(page: Page): Promise<void> {
  await loadAxe(page);
  expect(await run(page, withoutContrast, 'minor')).toEqual([]);
  for (const colors of ['dark', 'light'] as const) {
    await useColors(page, colors);
    expect(await findLowContrast(page, coveringDialog), `in ${colors} colors`).toEqual([]);
  }
}

/**
 * Fails on serious issues on a laptop in light colors, on low contrast on a phone in dark ones, and on sideways
 * scrolling and cut buttons on narrow phones and tablets. With EVERY_LOOK=1, all rules run on the phone, too.
 */
export async function expectAccessibleAtAllSizes(page: Page) {
  await loadAxe(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  expect(await findAllIssues(page)).toEqual([]);
  await expectSupportClear(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await useColors(page, 'dark');
  // Pages are shorter on a phone, so a list may load again and show pale rows.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const onPhone = everyLook ? findAllIssues(page) : findLowContrast(page, coveringDialog);
  expect(await onPhone, 'on a phone, in dark colors').toEqual([]);
  await useColors(page, 'light');
  await expectNoOverflow(page);
  await expectSupportClear(page);
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 740 });
    await expectNoOverflow(page);
  }
  await page.setViewportSize({ width: 1366, height: 768 });
}

async function useColors(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // A script sets the portal's scheme a moment later; the public form uses a media query.
  if (await page.locator('html[data-mantine-color-scheme]').count()) {
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  }
}

/** Serious issues and those of the whole page, in one run, unless a dialog covers the page: then only it is searched. */
async function findAllIssues(page: Page): Promise<string[]> {
  const isCovered = (await page.locator(coveringDialog).count()) > 0;
  const found = await run(page, isCovered ? withoutMinorRules : withWholePageRules);
  if (isCovered) found.push(...(await findWholePageIssues(page)));
  return [...found, ...(await findLowContrast(page, coveringDialog))];
}

/** One banner, names that hold the visible words, and everything inside a landmark or dialog. */
function findWholePageIssues(page: Page): Promise<string[]> {
  return page.evaluate(async (rules) => {
    const options = { runOnly: rules, resultTypes: ['violations' as const], selectors: false };
    const { violations } = await window.axe.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  }, wholePageRules);
}

/** Once per loaded page, because navigation inside the portal keeps it. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
}

function run(page: Page, rules: Rules, least: 'serious' | 'minor' = 'serious'): Promise<string[]> {
  return page.evaluate(
    async ({ rules, least, coveringDialog, wholePageRules }) => {
      // A button that waits, behind a dialog, turns until the dialog closes.
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      await Promise.allSettled(ending.map((animation) => animation.finished));
      // Other tests check what the dialog covers.
      const context = { exclude: document.querySelector(coveringDialog) ? ['#root'] : [] };
      // A violation is named by its HTML; writing its selector takes a seventh of the time.
      const options = { rules, resultTypes: ['violations' as const], selectors: false };
      const { violations } = await window.axe.run(context, options);
      const grave = ({ impact }: (typeof violations)[number]) => impact === 'serious' || impact === 'critical';
      return violations
        .filter((issue) => least === 'minor' || grave(issue) || wholePageRules.includes(issue.id))
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    },
    { rules, least, coveringDialog, wholePageRules },
  );
}

/** Nothing is wider than the screen, the page or the dialog around it, and no button is cut. */
async function expectNoOverflow(page: Page): Promise<void> {
  const findOverflow = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('html, main, [role="dialog"], .mantine-Button-label')]
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map((element) => element.outerHTML.slice(0, 120)),
    );
  // Floating elements move one frame later.
  await expect.poll(findOverflow, `${page.viewportSize()?.width} px`).toEqual([]);
}

/** Contact Support floats, but stays 8 px away from every control. */
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
