import type { Page } from '@playwright/test';
import { themes, type Theme } from '#contract/constants.ts';
import { findBarriers } from './judge.ts';

export const phone = { width: 360, height: 800 };
const desktop = { width: 1440, height: 900 };

/** What axe finds on the page in light and dark, on phone and desktop; the page is a phone's in the end. */
export async function inEveryLook(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    for (const theme of themes) {
      await wear(page, theme);
      found.push(...(await findBarriers(page)).map((line) => `${theme} ${viewport.width} ${line}`));
    }
  }
  await page.setViewportSize(phone);
  return found;
}

const wear = (page: Page, theme: Theme) => page.evaluate((name) => (document.documentElement.className = name), theme);
