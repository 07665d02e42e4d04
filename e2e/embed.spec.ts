import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Browser, type Page } from '@playwright/test';
import type { Widget } from '#contract/settings/values/widgets.ts';
import { newId } from '#server/platform/id.ts';
import { call } from './support/api.ts';
import { findBarriers } from './support/judge.ts';
import { asStaff, elsewhere } from './support/office.ts';
import { demoPerson, signIn, withoutGreeting } from './support/people.ts';
import { test } from './support/test.ts';
import { en } from './support/texts.ts';

/** A website of the broker's, on this machine, which shows whatever it is given. */
async function openWebsite() {
  let content = '';
  const site = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html><title>Broker</title>${content}`),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    show: (html: string) => void (content = html),
    close: () => new Promise((resolve) => site.close(resolve)),
  };
}

/** Saves widgets as an administrator, and returns their addresses. */
async function makeWidgets(browser: Browser, widgets: Widget[]): Promise<string[]> {
  const office = await elsewhere(browser);
  await signIn(office, demoPerson('adam'));
  const { settings } = await call(office, 'POST /api/staff/settings', { body: {} });
  const { version = 0 } = settings.find(({ key }) => key === 'brand.widgets') ?? {};
  const body = { key: 'brand.widgets', value: widgets, version, reason: 'The website changes.' } as const;
  await call(office, 'POST /api/staff/settings/save', { body });
  const { widget_links: links } = await call(office, 'POST /api/staff/settings', { body: {} });
  await office.close();
  return links;
}

const frameOf = (address: string) =>
  `<iframe src="${address}" title="Widget" style="width:100%;height:40px;border:0"></iframe>` +
  `<script src="${new URL('/embed/frame.js', address).href}" async></script>`;

/** Opens a website, and waits until the browser says that a frame in it was refused. */
async function expectRefusal(page: Page, origin: string): Promise<void> {
  const refusal = page.waitForEvent('console', (message) => /frame-ancestors|X-Frame-Options/i.test(message.text()));
  await page.goto(origin);
  await refusal;
}

test('a website shows the widgets that are made for it, another one does not, and neither gets the client area', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const [own, foreign] = [await openWebsite(), await openWebsite()];
  const widget = (part: Pick<Widget, 'kind' | 'language' | 'theme'>): Widget => ({
    id: newId(),
    sites: [own.origin],
    shown: [],
    is_on: true,
    ...part,
  });
  const widgets = [
    widget({ kind: 'rates', language: 'en', theme: 'light' }),
    widget({ kind: 'ipo-calendar', language: 'ar', theme: 'dark' }),
    widget({ kind: 'register', language: 'en', theme: 'auto' }),
  ];
  const [rates = '', calendar = '', form = ''] = await makeWidgets(browser, widgets);

  await test.step('alone, each can be read', async () => {
    for (const link of [rates, calendar, form]) {
      await page.goto(link);
      await expect(page.getByRole('heading')).toBeVisible();
      expect(await findBarriers(page)).toEqual([]);
    }
  });

  await test.step('an open page follows the prices', async () => {
    // A header of the tests' own would make the browser ask first whether it may.
    const visitor = await browser.newContext({ extraHTTPHeaders: {} });
    const alone = await visitor.newPage();
    // Its minutes pass as fast as the test wants; the server's own time goes on beside them.
    await alone.clock.install();
    await alone.goto(rates);
    const note = alone.getByText(/UTC/);
    const first = await note.textContent();
    await expect
      .poll(async () => {
        await alone.clock.runFor(15_000);
        return note.textContent();
      })
      .not.toBe(first);
    await visitor.close();
  });

  await test.step('in a frame of its site, with the height of what it shows', async () => {
    own.show(frameOf(rates));
    await page.goto(own.origin);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('table', { name: en('settings.widget_rates') })).toBeVisible();
    await expect(frame.getByRole('rowheader').first()).toBeVisible();
    await frame.getByRole('button', { name: en('settings.widget_pause') }).click();
    await expect(frame.getByRole('button', { pressed: true })).toBeVisible();
    const heights = () =>
      Promise.all([
        page.locator('iframe').evaluate(({ clientHeight }) => clientHeight),
        frame.locator('html').evaluate((html) => Math.ceil(html.getBoundingClientRect().height)),
      ]);
    await expect
      .poll(async () => (await heights()).every((height, _, [first]) => height > 100 && height === first))
      .toBe(true);
  });

  await test.step('without cookies, storage or the client area', async () => {
    const [, frame] = page.frames();
    const reached = await frame?.evaluate(() =>
      [() => document.cookie, () => localStorage.length, () => window.parent.document.title].filter((reach) => {
        try {
          reach();
          return true;
        } catch {
          return false;
        }
      }),
    );
    expect(reached).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  });

  await test.step('in no frame of another site', async () => {
    foreign.show(frameOf(rates));
    await expectRefusal(page, foreign.origin);
    await expect(page.frameLocator('iframe').getByRole('table')).toHaveCount(0);
  });

  await test.step('which shows nothing else of us, nor does the site', async () => {
    own.show(frameOf(new URL('/en/login', baseURL).href));
    await expectRefusal(page, own.origin);
    await expect(page.frameLocator('iframe').getByRole('textbox')).toHaveCount(0);
  });

  await test.step('a registration that begins on the site goes on in a window of ours', async () => {
    await withoutGreeting(context);
    own.show(frameOf(form));
    await page.goto(own.origin);
    const frame = page.frameLocator('iframe');
    await frame.getByLabel(en('auth.first_name')).fill('Ida');
    await frame.getByLabel(en('auth.second_name')).fill('Berg & Söhne');
    await frame.getByLabel(en('auth.email')).fill('ida@example.com');
    await frame.getByLabel(en('auth.country')).selectOption('DE');
    const opened = context.waitForEvent('page');
    await frame.getByRole('button', { name: en('auth.register_submit') }).click();
    const ours = await opened;
    await expect(ours.getByRole('textbox', { name: en('auth.email') })).toHaveValue('ida@example.com');
    await expect(ours.getByRole('textbox', { name: en('auth.second_name') })).toHaveValue('Berg & Söhne');
    await expect(ours.getByRole('combobox', { name: en('auth.country') })).toHaveValue('Germany');
    await expect(ours).toHaveURL('/en/register');
    await ours.close();
  });

  await test.step('until staff turn it off', async () => {
    const staff = await asStaff(browser, demoPerson('adam'));
    await staff.goto('/en/admin/settings');
    await expect(staff.getByText(rates)).toBeVisible();
    const name = en('settings.brand_widgets');
    await staff.getByRole('button', { name: en('settings.change_this', { name }) }).click();
    const dialog = staff.getByRole('dialog');
    await dialog
      .getByRole('switch', { name: en('settings.widget_on') })
      .first()
      .click();
    await dialog.getByRole('textbox', { name: en('settings.reason') }).fill('The page was taken away.');
    await dialog.getByRole('button', { name: en('common.save') }).click();
    await expect(staff.getByText(en('settings.widget_off'), { exact: true })).toBeVisible();
    await staff.context().close();
    own.show(frameOf(rates));
    await expectRefusal(page, own.origin);
    await expect(page.frameLocator('iframe').getByRole('table')).toHaveCount(0);
  });
  await Promise.all([own.close(), foreign.close()]);
});
