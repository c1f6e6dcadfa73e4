import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * The page as it stands has no serious barrier that axe can find, in light colours or in dark ones. The colours
 * change nothing but the contrast, so that is all that is looked at twice.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  await useColours(page, 'dark');
  expect(await findBarriers(page, ['color-contrast']), 'in dark colours').toEqual([]);
  await useColours(page, 'light');
}

async function useColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The portal's scheme is set by a script, a moment later; the public form's follows by itself.
  if (await page.locator('html[data-mantine-color-scheme]').count()) {
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  }
}

async function findBarriers(page: Page, rules?: string[]): Promise<string[]> {
  // Something half faded in has half its contrast.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  const axe = new AxeBuilder({ page })
    // There are no frames to go through, and what passes need not be told in detail: a third of the time.
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) });
  const { violations } = await axe.analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
