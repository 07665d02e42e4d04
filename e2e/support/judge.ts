import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const { resolve: fromHere } = createRequire(import.meta.url);
const fromAxe = createRequire(fromHere('@axe-core/playwright'));
/** Without comments: as the library sends itself it is more than twice as much for each page to read. */
const axeSource = readFileSync(fromAxe.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds on the page as it stands, one line each.
 * @param onlyColors what a theme changes, where the rest is judged in another
 */
export async function findBarriers(page: Page, { onlyColors = false } = {}): Promise<string[]> {
  // A page gets this half a megabyte once; a frame may be another one since.
  const knowsAxe = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window));
  const axe = new AxeBuilder({ page, axeSource: knowsAxe ? ';' : axeSource })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    // The bar along the top is outside of every landmark, and appears at its own time.
    .exclude('#app > [role=progressbar]');
  // What scrolls under a bar or the foot of a form is no smaller for that: these are judged at the end of what they are in.
  await placeBars(page, 'static');
  const { violations } = await (onlyColors ? axe.withRules(['color-contrast']) : axe.withTags(tags)).analyze();
  await placeBars(page, '');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} (${failureSummary.split('\n').at(-1)?.trim()})`,
    ),
  );
}

const placeBars = (page: Page, position: 'static' | '') =>
  page.evaluate((place) => {
    const isBar = (element: Element) => {
      const { position: how, bottom } = getComputedStyle(element);
      return how === 'sticky' && bottom !== 'auto';
    };
    const bars = [...document.querySelectorAll<HTMLElement>('[data-bar], #app nav, main *')];
    for (const bar of bars.filter((each) => 'bar' in each.dataset || isBar(each))) {
      bar.style.position = place;
      if (place) bar.dataset['bar'] = '';
      else delete bar.dataset['bar'];
    }
  }, position);

/**
 * What makes the page wider than its window, and what sticks out of a box that cuts it off, one line each. A part that
 * scrolls by itself may be wider, as a field does for the person who writes; what is meant to be cut says so: by an
 * ellipsis, by a number of lines, as decoration, or because it is for screen readers.
 */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Another language has a font of its own, and until it is loaded that of the device, which may be wider.
    await document.fonts.ready;
    // A drawing follows its box a frame later.
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    const width = document.documentElement.clientWidth;
    const all = [...document.body.querySelectorAll('*')];
    const describe = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return `${element.tagName.toLowerCase()} from ${left} to ${right}: ${element.textContent.trim().slice(0, 40)}`;
    };
    const overflowOf = (element: Element) => getComputedStyle(element).overflowX;
    const isContained = (element: Element | null): boolean =>
      element !== null &&
      element !== document.documentElement &&
      (overflowOf(element) !== 'visible' || isContained(element.parentElement));
    const wide = all.filter((element) => {
      const { left, right, width: own } = element.getBoundingClientRect();
      return own > 0 && (left < -1 || right > width + 1) && !isContained(element.parentElement);
    });
    const isMeant = (box: Element) => {
      const { textOverflow, webkitLineClamp, clipPath } = getComputedStyle(box);
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || clipPath !== 'none') return true;
      return (
        box.clientWidth <= 1 || box.matches('input, select') || box.closest('[aria-hidden=true], [inert]') !== null
      );
    };
    const cutting = all.filter(
      (box) => /hidden|clip/.test(overflowOf(box)) && box.scrollWidth > box.clientWidth + 1 && !isMeant(box),
    );
    const page = document.scrollingElement?.scrollWidth ?? 0;
    return [
      ...(page > window.innerWidth ? [`the page is ${page} wide`] : []),
      ...wide.map(describe),
      ...cutting.map((box) => `${box.scrollWidth - box.clientWidth} px cut off: ${describe(box)}`),
    ];
  });
}

const modules = readdirSync(resolve(import.meta.dirname, '../../locales/en')).map((file) =>
  file.replace(/\.json$/, ''),
);

/** Names of actions, fields and jobs, shown as they are written; what has `data-code` shows its own where it is pointed at. */
const verbatim = 'code, [translate=no]';

/** Keys of texts that stand where the text should be, also in labels and tooltips. */
export async function findBareKeys(page: Page): Promise<string[]> {
  const message = await page.evaluate((left) => {
    const hidden = [...document.querySelectorAll<HTMLElement>(left)];
    for (const element of hidden) element.style.setProperty('display', 'none', 'important');
    const attributes = ['aria-label', 'title', 'placeholder', 'alt'];
    const labels = [...document.querySelectorAll('*')].flatMap((element) =>
      attributes
        .filter((name) => name !== 'title' || !element.hasAttribute('data-code'))
        .map((name) => element.getAttribute(name) ?? ''),
    );
    const text = document.body.innerText;
    for (const element of hidden) element.style.removeProperty('display');
    return [document.title, text, ...labels].join('\n');
  }, verbatim);
  return message.match(new RegExp(`\\b(?:${modules.join('|')})\\.[a-z0-9]+_?[a-z0-9_]*\\b|\\{\\w+\\}`, 'g')) ?? [];
}
