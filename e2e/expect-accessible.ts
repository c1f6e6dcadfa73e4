import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** axe brings a Playwright of another version, whose types are not quite ours. */
type AxePage = ConstructorParameters<typeof AxeBuilder>[0]['page'];

/** The page as it stands has no serious barrier that axe can find. */
export async function expectAccessible(page: Page): Promise<void> {
  // Something half faded in has half its contrast.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  const { violations } = await new AxeBuilder({ page: page as unknown as AxePage }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}
