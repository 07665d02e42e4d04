import { expect, type Locator } from '@playwright/test';

/**
 * Presses a button that is gone once its act is done. On a busy machine one was seen with the focus and without a click,
 * probably because the page moved between the two halves of the press; a person presses again.
 */
export async function pressUntilGone(button: Locator): Promise<void> {
  await expect(async () => {
    if (await button.isVisible()) await button.click();
    await expect(button).toBeHidden();
  }).toPass();
}
