import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The page as it stands has no serious barrier that axe can find, in light colours or in dark ones. The colours
 * change nothing but the contrast, so that is all that is looked at twice.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await loadAxe(page);
  expect(await findBarriers(page)).toEqual([]);
  expect(await findPaleTexts(page)).toEqual([]);
  await useColours(page, 'dark');
  expect(await findPaleTexts(page), 'in dark colours').toEqual([]);
  await useColours(page, 'light');
}

/**
 * No serious barrier on a laptop in light colours and on a phone in dark ones, and no sideways scrolling on the
 * narrowest phones.
 */
export async function expectSound(page: Page): Promise<void> {
  await loadAxe(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  expect(await findBarriers(page)).toEqual([]);
  expect(await findPaleTexts(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await useColours(page, 'dark');
  expect(await findBarriers(page), 'on a phone').toEqual([]);
  expect(await findPaleTexts(page), 'on a phone, in dark colours').toEqual([]);
  await useColours(page, 'light');
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 640 });
    // What floats above the page follows a frame later.
    await expect.poll(() => findWider(page), `${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 1366, height: 768 });
}

/** A page that stays loaded keeps it from one look to the next. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
}

async function useColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The portal's scheme is set by a script, a moment later; the public form's follows by itself.
  if (await page.locator('html[data-mantine-color-scheme]').count()) {
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  }
}

/** Everything but the contrast, which takes four fifths of axe's time. */
function findBarriers(page: Page): Promise<string[]> {
  return run(page, [], { rules: { 'color-contrast': { enabled: false } } });
}

/** Of a long list the first rows, since the others look the same; behind a dialog there is nothing to read. */
async function findPaleTexts(page: Page): Promise<string[]> {
  const covered = await page.locator('body > :not(#root) [role="dialog"][aria-modal="true"]').count();
  const exclude = ['tr:nth-child(n+6)', 'li:nth-child(n+6)', ...(covered ? ['#root'] : [])];
  return run(page, exclude, { runOnly: ['color-contrast'] });
}

async function run(page: Page, exclude: string[], options: RunOptions): Promise<string[]> {
  // Something half faded in has half its contrast.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  return page.evaluate(
    async ({ exclude, options }) => {
      const { violations } = await window.axe.run({ exclude }, { ...options, resultTypes: ['violations'] });
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      return grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    },
    { exclude, options },
  );
}

/** What is wider than the screen or the dialog it stands in. */
function findWider(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role="dialog"]')]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}
