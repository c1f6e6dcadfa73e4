import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

export function pictureFile(name: string): string {
  return fileURLToPath(new URL(`../../docs/pictures/${name}.png`, import.meta.url));
}

export async function savePicture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: pictureFile(name), animations: 'disabled', caret: 'hide' });
}
