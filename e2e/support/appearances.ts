import type { Page } from '@playwright/test';
import { themes, type Theme } from '#contract/constants.ts';
import { findBarriers } from './judge.ts';

export const phone = { width: 360, height: 800 };
const desktop = { width: 1440, height: 900 };

interface Look {
  viewport: typeof phone;
  theme: Theme;
}

/** Light and dark, on phone and desktop. */
export const allLooks: readonly Look[] = [phone, desktop].flatMap((viewport) =>
  themes.map((theme) => ({ viewport, theme })),
);

/** Each theme and each width once. */
export const oppositeLooks: readonly Look[] = [
  { viewport: phone, theme: 'light-theme' },
  { viewport: desktop, theme: 'dark-theme' },
];

/** Each theme and each width once, the other way round. */
export const otherOppositeLooks: readonly Look[] = [
  { viewport: phone, theme: 'dark-theme' },
  { viewport: desktop, theme: 'light-theme' },
];

/** What axe finds on the page in each look, or in some, in the dark by its colours; the page is a phone's in the end. */
export async function inEveryLook(page: Page, looks = allLooks): Promise<string[]> {
  const found: string[] = [];
  for (const { viewport, theme } of looks) {
    await page.setViewportSize(viewport);
    await wear(page, theme);
    const barriers = await findBarriers(page, { onlyColors: theme === 'dark-theme' });
    found.push(...barriers.map((line) => `${theme} ${viewport.width} ${line}`));
  }
  await page.setViewportSize(phone);
  return found;
}

const wear = (page: Page, theme: Theme) => page.evaluate((name) => (document.documentElement.className = name), theme);
