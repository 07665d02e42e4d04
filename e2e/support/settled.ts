import { expect, type Locator, type Page } from '@playwright/test';

/** A screen is there: it has its heading, and nothing on it is still on its way. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Comes back to the tab after a while, when lists ask the server whether they are still right. Needs `page.clock`. */
export async function comeBackLater(page: Page): Promise<void> {
  await page.clock.fastForward('00:30');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

/**
 * A toast passes before a busy machine has looked or moved its mouse: its clock, which is an animation, runs slower. Returns
 * the function that ends it.
 */
export async function slowToasts(page: Page): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.1 });
  return () => session.send('Animation.setPlaybackRate', { playbackRate: 1 });
}

/**
 * Presses a button that is gone once its act is done. On a busy machine one was seen with the focus and without a click,
 * probably because the page moved between the two halves of the press; a person presses again.
 */
export async function pressUntilGone(button: Locator): Promise<void> {
  await expect(button).toBeVisible();
  await expect(async () => {
    if (await button.isVisible()) await button.click();
    await expect(button).toBeHidden();
  }).toPass();
}
