import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** For people who look at pictures of the page: `PICTURES` names a folder for them. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
