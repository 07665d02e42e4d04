import { randomBytes } from 'node:crypto';
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import sharp from 'sharp';
import { stored } from '#contract/kernel/constants.ts';
import { call } from '../support/api.ts';
import { inEveryAppearance } from '../support/appearances.ts';
import { productNow } from '../support/clock.ts';
import { asStaff, elsewhere, me } from '../support/office.ts';
import { demoPerson, register, someName } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

const dayMs = 86_400_000;

/** Uploads a picture of noise, so that no two are the same file. */
async function upload(client: BrowserContext): Promise<string> {
  const [width, height] = [40, 30];
  const noise = randomBytes(width * height * 3);
  const data = await sharp(noise, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const cookies = new Map((await client.cookies()).map(({ name, value }) => [name, decodeURIComponent(value)]));
  const response = await client.request.post('/api/files?purpose=verification&name=bill.png', {
    headers: {
      authorization: `Bearer ${cookies.get(stored.token)}`,
      [stored.antiForgeryHeader]: cookies.get(stored.antiForgeryCookie) ?? '',
      'content-type': 'application/octet-stream',
    },
    data,
  });
  expect(response.status()).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

/** Clients of one name, each with a bill that waits for compliance. */
async function openCases(browser: Browser, secondName: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const client = await elsewhere(browser);
    await register(client, { secondName });
    const issued_on = new Date((await productNow(client)).getTime() - dayMs).toISOString().slice(0, 10);
    await call(client, 'POST /api/verification/document', {
      body: {
        kind: 'residence',
        type: 'utility_bill',
        issued_on,
        files: [await upload(client)],
        request_id: crypto.randomUUID(),
      },
    });
    ids.push((await me(client)).id);
    await client.close();
  }
  return ids;
}

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** A page of a compliance officer at the cases of one name, and the function that presses a key and counts it. */
async function atQueue(browser: Browser, secondName: string, count: number) {
  const page = await asStaff(browser, demoPerson('viktor'));
  await page.goto(`/en/admin/verification?search=${encodeURIComponent(secondName)}`);
  await expect(page.locator('tr[data-row]')).toHaveCount(count);
  const keys = { pressed: 0 };
  const press = async (key: string) => {
    keys.pressed += 1;
    await page.keyboard.press(key);
  };
  return { page, keys, press };
}

test('compliance decides 20 cases in at most 80 keys and without a mouse', async ({ browser }) => {
  test.slow();
  const [count, secondName] = [20, someName()];
  const ids = await openCases(browser, secondName, count);
  const { page, keys, press } = await atQueue(browser, secondName, count);
  await press('j');
  await expect(page.locator('tr[data-row] a').first()).toBeFocused();
  await press('Enter');
  for (let index = 0; index < count; index += 1) {
    await expect(main(page).getByText(en('keys.position', { position: index + 1, all: count }))).toBeVisible();
    await expect(button(page, en('verification.action_take'))).toBeVisible();
    await press('c');
    await expect(button(page, en('verification.approve_now'))).toBeVisible();
    await press('v');
    await expect(main(page).getByRole('img', { name: en('verification.page', { number: 1 }) })).toBeVisible();
    if (index % 3 === 2) {
      await press('r');
      await expect(main(page).getByRole('checkbox').first()).toBeFocused();
      await press('1');
      await expect(main(page).getByRole('checkbox').first()).toBeChecked();
      await press('Enter');
    } else await press('a');
  }
  // After the last one the list is there again, with its filter and without what was decided.
  await expect(page).toHaveURL(/\/admin\/verification\?search=/);
  await expect(main(page).getByText(en('verification.none_match'))).toBeVisible();
  process.stdout.write(`${count} verification cases: ${keys.pressed} keys\n`);
  expect(keys.pressed).toBeLessThanOrEqual(80);
  const states = [];
  for (const client_id of ids) {
    const { documents } = await call(page.context(), 'POST /api/staff/verification/case', { body: { client_id } });
    expect(documents).toHaveLength(1);
    states.push(documents[0]?.state);
  }
  expect(states.filter((state) => state === 'approved')).toHaveLength(14);
  expect(states.filter((state) => state === 'rejected')).toHaveLength(6);
  await page.context().close();
});

test('keys act once while held, not in fields or under a dialog, and can be turned off', async ({ browser }) => {
  const [count, secondName] = [2, someName()];
  await openCases(browser, secondName, count);
  const { page } = await atQueue(browser, secondName, count);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(main(page).getByText(en('keys.position', { position: 1, all: count }))).toBeVisible();
  await expect(button(page, en('verification.action_take'))).toBeVisible();
  const first = page.url();

  // The second `down` without an `up` is a repetition, as of a key that is held.
  await page.keyboard.down('j');
  await page.keyboard.down('j');
  await page.keyboard.up('j');
  await expect(main(page).getByText(en('keys.position', { position: 2, all: count }))).toBeVisible();
  await page.keyboard.press('k');
  await expect(page).toHaveURL(first);

  await expect(button(page, en('verification.action_take'))).toBeVisible();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: en('keys.title') });
  await expect(sheet.getByRole('heading', { name: en('keys.item') })).toBeVisible();
  await expect(sheet.getByText(en('verification.action_take'), { exact: true })).toBeVisible();
  expect(await inEveryAppearance(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('c');
  await sheet.getByRole('button', { name: en('common.m167_close') }).click();
  await expect(sheet).toBeHidden();
  await expect(button(page, en('verification.action_take'))).toBeVisible();

  await page.keyboard.press('c');
  await expect(button(page, en('verification.approve_now'))).toBeVisible();
  const comment = main(page).getByLabel(en('verification.comment'), { exact: true });
  await comment.focus();
  await page.keyboard.type('acrj');
  await expect(comment).toHaveValue('acrj');
  await expect(button(page, en('verification.approve_now'))).toBeVisible();
  await page.keyboard.press('Control+j');
  await expect(page).toHaveURL(first);

  await page.getByRole('button', { name: en('keys.title') }).click();
  await sheet.getByRole('switch', { name: en('keys.on') }).uncheck();
  await sheet.getByRole('button', { name: en('common.m167_close') }).click();
  await expect(sheet).toBeHidden();
  for (const key of ['j', 'r', 'a', '?', 'u']) await page.keyboard.press(key);
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(first);
  await expect(button(page, en('verification.approve_now'))).toBeVisible();
  await expect(main(page).getByRole('radio', { name: en('verification.approve') })).toBeChecked();
  await page.context().close();
});
