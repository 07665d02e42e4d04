import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on the page as it stands, one line each. */
export async function findBarriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(tags).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} (${failureSummary.split('\n').at(-1)?.trim()})`,
    ),
  );
}

/** What makes the page wider than its window, one line each; a part that scrolls by itself may be wider. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrollsItself = (element: Element | null): boolean =>
      element !== null &&
      element !== document.documentElement &&
      (getComputedStyle(element).overflowX !== 'visible' || scrollsItself(element.parentElement));
    const wide = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, width: own } = element.getBoundingClientRect();
      return own > 0 && (left < -1 || right > width + 1) && !scrollsItself(element.parentElement);
    });
    const lines = wide.map((element) => {
      const { left, right } = element.getBoundingClientRect();
      return `${element.tagName.toLowerCase()} from ${left} to ${right}: ${element.textContent.trim().slice(0, 40)}`;
    });
    const page = document.scrollingElement?.scrollWidth ?? 0;
    return page > window.innerWidth ? [`the page is ${page} wide`, ...lines] : lines;
  });
}

const rooms = readdirSync(resolve(import.meta.dirname, '../../locales/en')).map((file) => file.replace(/\.json$/, ''));

/** Names of acts and fields, which the audit log shows as they are written. */
const verbatim = 'code, [translate=no]';

/** Keys of texts that stand where the text should be, also in labels and tooltips. */
export async function findBareKeys(page: Page): Promise<string[]> {
  const said = await page.evaluate((left) => {
    const hidden = [...document.querySelectorAll<HTMLElement>(left)];
    for (const element of hidden) element.style.setProperty('display', 'none', 'important');
    const attributes = ['aria-label', 'title', 'placeholder', 'alt'];
    const labels = [...document.querySelectorAll('*')].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ''),
    );
    const text = document.body.innerText;
    for (const element of hidden) element.style.removeProperty('display');
    return [document.title, text, ...labels].join('\n');
  }, verbatim);
  return said.match(new RegExp(`\\b(?:${rooms.join('|')})\\.[a-z0-9]+_?[a-z0-9_]*\\b|\\{\\w+\\}`, 'g')) ?? [];
}
