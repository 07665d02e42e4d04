import { expect, type BrowserContext, type Page } from '@playwright/test';
import { stored } from '#contract/kernel/constants.ts';
import { call } from '../support/api.ts';
import { filledActs } from '../support/filled-acts.ts';
import { demoPerson, signIn, store, withoutGreeting } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

/** The rules of docs/look.md that a browser can measure, on the screens that were made by them. */

const phone = { width: 360, height: 740 };
const desktop = { width: 1440, height: 900 };

const someWallet = async (context: BrowserContext) =>
  (await call(context, 'POST /api/wallets', { body: {} }))[0]?.id ?? '';

const screens: [name: string, path: (context: BrowserContext) => Promise<string> | string, height: number][] = [
  ['home', () => '/en/home', 1600],
  ['the list of wallets', () => '/en/wallet/list', 1100],
  ['a wallet', async (context) => `/en/wallet/${await someWallet(context)}`, 2900],
  ['no screen', () => '/en/nowhere', 740],
];

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

declare global {
  interface Window {
    shifts: { value: number; of: string[] }[];
  }
}

/** Adds up what moves by itself from the first paint on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (!entry.hadRecentInput)
          window.shifts.push({
            value: entry.value,
            of: entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 90) : '')),
          });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** What moved, if all of it together is more than is allowed. */
const shiftsOf = async (page: Page) => {
  const shifts = await page.evaluate(() => window.shifts);
  return shifts.reduce((sum, { value }) => sum + value, 0) > 0.02 ? shifts : [];
};

/** Links and buttons of the screen that a thumb could miss. Links within a sentence are as high as its line. */
const smallTargets = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const areaOf = (control: Element) => {
      // Where a whole row is the target, the control spreads over it.
      const isSpread = getComputedStyle(control, '::after').position === 'absolute';
      const row = isSpread && getComputedStyle(control).position === 'static' && control.closest('li, tr');
      return (row || control).getBoundingClientRect();
    };
    return [...main.querySelectorAll('a, button, summary')]
      .filter((control) => control.checkVisibility() && getComputedStyle(control).display !== 'inline')
      .filter((control) => areaOf(control).height < 43.5)
      .map((control) => `${control.textContent.trim()}: ${areaOf(control).height}`);
  });

/** What stands on the page without a place of its own, other than the bars that the page leaves space for. */
const floating = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => getComputedStyle(element).position === 'fixed' && element.checkVisibility())
      .filter((element) => element.getBoundingClientRect().height > 0 && element.textContent.trim() !== '')
      .map((element) => element.outerHTML.slice(0, 80)),
  );

/** Currencies written as codes beside a figure, in sight. */
const codes = async (page: Page) => (await page.getByRole('main').innerText()).match(/\b[A-Z]{3}\s[−+]?\d/g) ?? [];

/** Whether what ends the screen can be read above the bar of a phone. */
const isEndInSight = (page: Page) =>
  page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    const last = document.querySelector('main')?.lastElementChild?.getBoundingClientRect().bottom ?? 0;
    const bars = [...document.querySelectorAll('nav')].filter((nav) => getComputedStyle(nav).position === 'sticky');
    return bars.every((bar) => !bar.checkVisibility() || bar.getBoundingClientRect().top >= last);
  });

for (const [name, path, height] of screens) {
  test(`${name} has one filled act, nothing that floats, moves nothing, and fits a thumb`, async ({
    page,
    context,
  }) => {
    await signIn(context, demoPerson('james'));
    await withoutGreeting(context);
    const address = await path(context);
    await watchShifts(page);
    for (const viewport of [desktop, phone]) {
      await page.setViewportSize(viewport);
      await page.goto(address);
      await settled(page);
      expect.soft(await shiftsOf(page), `layout shift at ${viewport.width}`).toEqual([]);
      expect.soft(await floating(page), `floating at ${viewport.width}`).toEqual([]);
      expect.soft((await filledActs(page)).length, `filled acts at ${viewport.width}`).toBeLessThanOrEqual(1);
      expect.soft((await codes(page)).length, `currency codes at ${viewport.width}`).toBeLessThanOrEqual(3);
    }
    expect.soft(await smallTargets(page)).toEqual([]);
    expect.soft(await isEndInSight(page)).toBe(true);
    expect.soft(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(height);
  });
}

/** Answers come one after the other, up to a second late. */
const lateAnswers = async (page: Page) => {
  let calls = 0;
  await page.route('**/api/**', async (route) => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 150 * (1 + (calls % 8))));
    await route.continue();
  });
};

for (const [name, path] of screens)
  test(`answers that come late move nothing of ${name}`, async ({ page, context }) => {
    await signIn(context, demoPerson('james'));
    await withoutGreeting(context);
    const address = await path(context);
    await watchShifts(page);
    await lateAnswers(page);
    for (const viewport of [desktop, phone]) {
      await page.setViewportSize(viewport);
      await page.goto(address);
      await settled(page);
      expect.soft(await shiftsOf(page), `layout shift at ${viewport.width}`).toEqual([]);
    }
  });

test('on a phone a row of a list of staff has two lines, of which the name may need two', async ({ page, context }) => {
  await page.setViewportSize(phone);
  await signIn(context, demoPerson('adam'));
  await withoutGreeting(context);
  for (const list of ['approvals', 'articles', 'clients', 'email', 'ipo', 'jobs', 'money', 'team', 'verification']) {
    await page.goto(`/en/admin/${list}`);
    const rows = page.locator('tbody tr').filter({ visible: true });
    await expect(rows.first()).toBeVisible();
    const heights = await rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));
    expect(Math.max(...heights), list).toBeLessThanOrEqual(88);
  }
});

test('the greeting after a sign-in moves nothing, nor do answers that come late', async ({ page, context }) => {
  await lateAnswers(page);
  await page.setViewportSize(desktop);
  await signIn(context, demoPerson('james'));
  await watchShifts(page);
  // The greeting ends by the clock, which a busy machine may pass before all answers are there.
  await page.goto('/en/home', { waitUntil: 'commit' });
  const banner = page.getByRole('status').filter({ hasText: 'James' });
  await expect(banner).toBeVisible();
  await settled(page);
  await expect(banner).toBeHidden();
  expect(await shiftsOf(page)).toEqual([]);
});

for (const language of ['en', 'de'] as const)
  test(`no label of a list on a phone breaks inside a word, in ${language}`, async ({ page, context }) => {
    await page.setViewportSize(phone);
    await signIn(context, demoPerson('adam'));
    await withoutGreeting(context);
    await store(context, stored.locale, language);
    for (const list of ['audit', 'money', 'verification', 'jobs']) {
      await page.goto(`/${language}/admin/${list}`);
      await expect(page).toHaveURL(new RegExp(`/${language}/`));
      await expect(page.locator('td[data-label]').filter({ visible: true }).first()).toBeVisible();
      const broken = await page.locator('td[data-label]').evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const { content, width, font } = getComputedStyle(cell, '::before');
          const pen = document.createElement('canvas').getContext('2d')!;
          pen.font = font;
          const label = cell.getAttribute('data-label') ?? '';
          const words = label.split(/\s/);
          const needed = Math.max(...words.map((word) => pen.measureText(word).width));
          // Between two facts without labels stands a dot.
          return content.includes(label) && Number.parseFloat(width) < needed - 1 ? [words.join(' ')] : [];
        }),
      );
      expect(broken).toEqual([]);
    }
  });

/** Words with a break inside that a line of the screen has space for. */
const brokenWords = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.checkVisibility() || node.parentElement.closest('option')) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s–—/-]{2,}/g)) {
        if (word.length > 30) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
        if (Math.max(...tops) - Math.min(...tops) > 8) broken.push(word);
      }
    }
    return broken;
  });

/** Links of the present part that are not wholly in sight. */
const cutTabs = (page: Page) =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('nav > [aria-current=page]')]
      .filter((link) => {
        const [own, frame] = [link, link.parentElement!].map((each) => each.getBoundingClientRect());
        return own!.left < frame!.left - 1 || own!.right > frame!.right + 1;
      })
      .map((link) => link.textContent),
  );

for (const language of ['fi', 'ru', 'ar'] as const)
  test(`a phone shows the present part and breaks no word of the settings, in ${language}`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize(phone);
    await signIn(context, demoPerson('james'));
    await withoutGreeting(context);
    await store(context, stored.locale, language);
    for (const path of ['settings/notifications', 'settings/verification', 'ipo/history', 'analytics/calendar']) {
      await page.goto(`/${language}/${path}`);
      await settled(page);
      await expect.poll(() => cutTabs(page), path).toEqual([]);
      if (path.startsWith('settings')) await expect.poll(() => brokenWords(page), path).toEqual([]);
    }
  });

test('a phone shows positions, shares and the history of IPOs as rows of few lines', async ({ page, context }) => {
  await page.setViewportSize(phone);
  await signIn(context, demoPerson('james'));
  await withoutGreeting(context);
  const account = (await call(context, 'POST /api/trading-account', { body: {} }))[0]?.trading_account_id;
  for (const [path, list, height] of [
    [`trading-account/${account}`, en('trading.positions'), 90],
    ['ipo/my-ipo', en('ipo.applications'), 160],
    ['ipo/my-ipo', en('ipo.holdings'), 175],
    ['ipo/history', en('ipo.history_title'), 118],
  ] as const) {
    await page.goto(`/en/${path}`);
    await settled(page);
    const rows = await page.getByRole('table', { name: list }).locator('tbody tr').all();
    const heights = await Promise.all(rows.map(async (row) => (await row.boundingBox())?.height));
    expect.soft(Math.max(...heights.map((each) => each ?? Infinity)), list).toBeLessThanOrEqual(height);
  }
});

test('a phone shows staff the address of a client in one line', async ({ page, context }) => {
  await page.setViewportSize(phone);
  await signIn(context, demoPerson('adam'));
  await withoutGreeting(context);
  const { email } = demoPerson('james');
  const { clients } = await call(context, 'POST /api/staff/clients', { body: { search: email } });
  await page.goto(`/en/admin/clients/${clients[0]?.id}`);
  await settled(page);
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  expect(await brokenWords(page)).not.toContain(email);
});

test('staff see each setting in a low line, with its value beside what changes it', async ({ page, context }) => {
  await page.setViewportSize(desktop);
  await signIn(context, demoPerson('adam'));
  await withoutGreeting(context);
  await page.goto('/en/admin/settings/ipo');
  await settled(page);
  // What was changed last stands beside them, without values.
  const lines = await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
    .all();
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) {
    const [frame, value, change] = await Promise.all(
      [line, line.locator('p:not(h3 + p)').first(), line.getByRole('button').last()].map((part) => part.boundingBox()),
    );
    if (!frame || !value || !change) throw new Error('a line has no value or no button');
    expect.soft(frame.height).toBeLessThanOrEqual(64);
    expect.soft(change.x - value.x - value.width).toBeLessThanOrEqual(64);
  }

  // The whole row is the target, and not only the sign at its end.
  const words = await lines[0]?.getByRole('heading').boundingBox();
  if (!words) throw new Error('a line has no name');
  await page.mouse.click(words.x + 4, words.y + words.height / 2);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('on a phone an act has its word, near the title, and the first figure stands in the first half of the view', async ({
  page,
  context,
}) => {
  await page.setViewportSize(phone);
  await signIn(context, demoPerson('james'));
  await withoutGreeting(context);
  const screensWithActs = [
    ['wallet/list', en('wallets.open_title')],
    [`wallet/${await someWallet(context)}`, en('wallets.statement')],
    ['payments', en('payments.destinations_title')],
  ] as const;
  for (const [path, act] of screensWithActs) {
    await page.goto(`/en/${path}`);
    await settled(page);
    const main = page.getByRole('main');
    const figure = await main
      .getByText(/^\$[\d,]+\.\d\d$/)
      .first()
      .boundingBox();
    const button = main.getByRole('button', { name: act }).or(main.getByRole('link', { name: act }));
    const [acts, title] = [await button.boundingBox(), await main.getByRole('heading', { level: 1 }).boundingBox()];
    expect.soft(await button.evaluate((element) => getComputedStyle(element).fontSize), path).not.toBe('0px');
    expect.soft(acts!.y - title!.y - title!.height, path).toBeLessThan(16);
    expect.soft(figure!.y + figure!.height, path).toBeLessThan(phone.height / 2);
  }
});

test('a state has one form in all lists: a dot and a word, as high in each row', async ({ page, context }) => {
  await signIn(context, demoPerson('james'));
  await withoutGreeting(context);
  for (const path of ['payments', 'ipo/my-ipo', 'payments/destinations']) {
    await page.goto(`/en/${path}`);
    await settled(page);
    const states = await page.getByRole('main').locator('[data-state]').filter({ visible: true }).all();
    expect(states.length, path).toBeGreaterThan(0);
    const forms = await Promise.all(
      states.map((state) =>
        state.evaluate((element) => {
          const { backgroundColor, height } = getComputedStyle(element);
          return [backgroundColor, height, getComputedStyle(element, '::before').width].join();
        }),
      ),
    );
    expect.soft([...new Set(forms)], path).toHaveLength(1);
    expect.soft(forms[0], path).toMatch(/^rgba\(0, 0, 0, 0\),\d.*,8px$/);
  }
});

test('the bar of a phone lights the place that one is in, and none for the screens of others', async ({
  page,
  context,
}) => {
  await page.setViewportSize(phone);
  await signIn(context, demoPerson('james'));
  await withoutGreeting(context);
  const bar = page.getByRole('navigation', { name: en('shell.bottom_bar') });
  for (const [path, lit] of [
    ['payments/destinations', [en('shell.finance')]],
    ['trading-account', []],
    ['ipo/calendar', []],
    ['analytics', []],
    ['investor', [en('shell.investor')]],
  ] as const) {
    await page.goto(`/en/${path}`);
    await settled(page);
    const words = await bar
      .locator('a, button')
      .evaluateAll((items) =>
        items.filter((item) => getComputedStyle(item).fontWeight === '600').map((item) => item.textContent.trim()),
      );
    expect.soft(words, path).toEqual(lit);
  }
});
