import type { Page } from '@playwright/test';
import { themes, type Theme } from '#contract/kernel/constants.ts';
import { findBarriers } from './judge.ts';

export const phone = { width: 360, height: 800 };
const desktop = { width: 1440, height: 900 };

interface Appearance {
  viewport: typeof phone;
  theme: Theme;
}

/** Light and dark, on phone and desktop. */
export const allAppearances: readonly Appearance[] = [phone, desktop].flatMap((viewport) =>
  themes.map((theme) => ({ viewport, theme })),
);

/** Each theme and each width once. */
export const oppositeAppearances: readonly Appearance[] = [
  { viewport: phone, theme: 'light-theme' },
  { viewport: desktop, theme: 'dark-theme' },
];

/**
 * What axe finds on the page in each appearance, or in some; in the dark only by its colours where the light is judged as
 * well. At the end the page has the size of a phone.
 */
export async function inEveryAppearance(page: Page, appearances = allAppearances): Promise<string[]> {
  const found: string[] = [];
  const inLight = appearances.some(({ theme }) => theme === 'light-theme');
  for (const { viewport, theme } of appearances) {
    await page.setViewportSize(viewport);
    await wear(page, theme);
    const barriers = await findBarriers(page, { onlyColors: inLight && theme === 'dark-theme' });
    found.push(...barriers.map((line) => `${theme} ${viewport.width} ${line}`));
  }
  await page.setViewportSize(phone);
  return found;
}

const wear = (page: Page, theme: Theme) => page.evaluate((name) => (document.documentElement.className = name), theme);
