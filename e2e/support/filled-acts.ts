import type { Page } from '@playwright/test';

/** The acts of the first fold that are filled with the accent. */
export const filledActs = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.background = 'var(--accent)';
    document.body.append(probe);
    const accent = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const isFilled = (element: Element) => getComputedStyle(element).backgroundColor === accent;
    return [...document.querySelectorAll('a, button')]
      .filter((act) => act.checkVisibility() && act.getBoundingClientRect().top < innerHeight)
      .filter((act) => isFilled(act) || [...act.querySelectorAll('span')].some(isFilled))
      .map((act) => act.textContent.trim());
  });
