import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { Offering } from '#contract/ipo/records.ts';
import { call } from '../support/api.ts';
import { setLevel } from '../support/office.ts';
import { demoPerson, register, signIn, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const main = (page: Page) => page.getByRole('main');

/** A client of one's own with money in their wallet, verified by compliance. */
async function wealthyClient(context: BrowserContext, browser: Browser): Promise<void> {
  const person = await register(context);
  await withoutGreeting(context);
  await setLevel(browser, person.email);
  const [wallet] = await call(context, 'POST /api/wallets', { body: {} });
  await call(context, 'POST /api/payments/deposit', {
    body: {
      wallet_id: wallet?.id ?? '',
      method: 'sandbox',
      amount: '5000',
      card: '4242424242424242',
      request_id: crypto.randomUUID(),
    },
  });
}

/** An offering that takes applications from every client, in the currency of the main wallet. */
async function openOffering(context: BrowserContext): Promise<Offering> {
  const offerings = await call(context, 'POST /api/ipo/calendar', { body: {} });
  const found = offerings.find(
    ({ state, mode, min_tier, currency }) =>
      state === 'open' && mode === 'subscription' && min_tier === 'standard' && currency === 'USD',
  );
  if (!found) throw new Error('no offering takes applications');
  return found;
}

/** Answers as a person who knows what they buy. */
async function answerQuestions(page: Page): Promise<void> {
  const answers = [
    ['ipo.question_experience', 'ipo.answer_experience_years'],
    ['ipo.question_allotment_is_uncertain', 'ipo.answer_allotment_is_uncertain_true'],
    ['ipo.question_lock_up_means', 'ipo.answer_lock_up_means_cannot_sell'],
    ['ipo.question_worst_case', 'ipo.answer_worst_case_lose_all'],
    ['ipo.question_share_of_savings', 'ipo.answer_share_of_savings_below_tenth'],
  ] as const;
  for (const [index, [question, response]] of answers.entries()) {
    if (index > 0) await page.getByRole('button', { name: en('ipo.next_question') }).click();
    await page
      .getByRole('radiogroup', { name: en(question) })
      .getByLabel(en(response))
      .check();
  }
  await page.getByRole('button', { name: en('ipo.send_answers') }).click();
}

test('a client meets the missing rules, applies, changes their mind twice, and has the money back', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  await wealthyClient(context, browser);
  const { stock_id, issuer, lot_size, min_quantity } = await openOffering(context);

  await page.goto('/en/ipo/calendar');
  await main(page).getByRole('searchbox').fill(issuer);
  await main(page)
    .getByRole('link', { name: en('ipo.apply_for', { issuer }) })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: issuer })).toBeVisible();
  await expect(main(page).getByText(en('ipo.not_eligible'))).toBeVisible();
  await main(page)
    .getByRole('link', { name: en('ipo.mend_suitability') })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: en('ipo.suitability_title') })).toBeVisible();
  await answerQuestions(page);
  await expect(main(page).getByText(en('ipo.suitable_title'))).toBeVisible();
  await main(page)
    .getByRole('link', { name: en('ipo.back_to_offering') })
    .click();

  const apply = main(page).getByRole('button', { name: en('ipo.apply'), exact: true });
  await apply.click();
  const unrestricted = main(page).getByLabel(en('ipo.consent_unrestricted'));
  await expect(unrestricted).toHaveAttribute('aria-invalid', 'true');
  for (const box of await main(page).getByRole('checkbox').all()) await box.check();
  const shares = main(page).getByRole('textbox', { name: en('ipo.number_of_shares') });
  if (lot_size > 1) {
    await shares.fill(String(min_quantity + 1));
    await apply.click();
    await expect(shares).toHaveAttribute('aria-invalid', 'true');
  }
  await shares.fill(String(min_quantity));
  await main(page)
    .getByRole('button', { name: en('ipo.one_lot_more') })
    .click();
  await expect(shares).toHaveValue(String(min_quantity + lot_size));
  await apply.click();
  await expect(main(page).getByRole('status').filter({ hasText: /A-\d+/ })).toBeVisible();

  await main(page)
    .getByRole('link', { name: en('ipo.see_application') })
    .click();
  // The offering has the same act, until the application's own screen is there.
  await expect(main(page).getByRole('link', { name: en('ipo.see_offering') })).toBeVisible();
  await expect(main(page).getByText(en('ipo.application_submitted')).first()).toBeVisible();
  await main(page)
    .getByRole('button', { name: en('ipo.amend'), exact: true })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: en('ipo.one_lot_less') }).click();
  await dialog.getByRole('button', { name: en('ipo.amend_confirm') }).click();
  await expect(dialog).toBeHidden();
  await expect(main(page).getByText(en('ipo.application_amended')).first()).toBeVisible();
  const [application] = await call(context, 'POST /api/ipo/my-ipo', { body: {} });
  expect(application).toMatchObject({ stock_id, state: 'amended', quantity: min_quantity });
  const [held] = await call(context, 'POST /api/wallets', { body: {} });
  expect(held?.held).toBe(application?.held);

  await main(page)
    .getByRole('button', { name: en('ipo.cancel'), exact: true })
    .click();
  await dialog.getByRole('button', { name: en('ipo.cancel_confirm') }).click();
  await expect(dialog).toBeHidden();
  await expect(main(page).getByText(en('ipo.reason_requested_by_client'))).toBeVisible();
  const [free] = await call(context, 'POST /api/wallets', { body: {} });
  expect(free?.held).toBe('0.00');

  await page.goto('/en/ipo/history');
  await expect(main(page).getByRole('row').filter({ hasText: issuer }).first()).toBeVisible();
});

test('shares say when they can be sold and at what price, and no more are sold than are free', async ({
  page,
  context,
}) => {
  await signIn(context, demoPerson('james'));
  await withoutGreeting(context);
  const holdings = await call(context, 'POST /api/ipo/holdings', { body: {} });
  const free = holdings.find(({ free_quantity }) => free_quantity > 0);
  const locked = holdings.find(
    ({ state, early_exit_percent }) => state === 'in_lock_up' && early_exit_percent !== null,
  );
  if (!free || !locked) throw new Error('the demo broker gave him other shares');

  await page.goto('/en/ipo/my-ipo');
  const dialog = page.getByRole('dialog');
  const shares = dialog.getByRole('textbox', { name: en('ipo.number_of_shares') });
  await main(page)
    .getByRole('button', { name: en('ipo.sell_of', { issuer: free.issuer }) })
    .click();
  await expect(shares).toHaveValue(String(free.free_quantity));
  await expect(dialog.getByText(en('ipo.to_wallet'))).toBeVisible();
  await shares.fill(String(free.free_quantity + 1));
  await dialog.getByRole('button', { name: en('ipo.sell'), exact: true }).click();
  await expect(shares).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('button', { name: en('common.m167_close') }).click();

  await main(page)
    .getByRole('button', { name: en('ipo.exit_of', { issuer: locked.issuer }) })
    .click();
  await dialog.getByRole('button', { name: en('ipo.exit_ask') }).click();
  await expect(dialog.getByText(en('ipo.exit_price'))).toBeVisible();
  await expect(dialog.getByRole('button', { name: en('ipo.exit_confirm') })).toBeVisible();
  await dialog.getByRole('button', { name: en('common.m167_close') }).click();
  expect(await call(context, 'POST /api/ipo/holdings', { body: {} })).toHaveLength(holdings.length);
});

test('a client repeats the draw in the browser, which agrees with the published result', async ({ page, context }) => {
  await signIn(context, demoPerson('james'));
  await withoutGreeting(context);
  const applications = await call(context, 'POST /api/ipo/my-ipo', { body: {} });
  const offerings = await call(context, 'POST /api/ipo/calendar', { body: {} });
  const drawn = offerings.find(
    ({ stock_id, mode, allotment_method: method, allotted_at }) =>
      mode === 'subscription' &&
      method !== 'full' &&
      method !== 'manual' &&
      allotted_at !== null &&
      applications.some((each) => each.stock_id === stock_id),
  );
  if (!drawn) throw new Error('the demo broker drew no offering of his');

  await page.goto(`/en/ipo/calendar/${drawn.stock_id}/basis`);
  await main(page)
    .getByRole('button', { name: en('ipo.draw_check') })
    .click();
  await expect(main(page).getByText(en('ipo.draw_agrees'), { exact: true })).toBeVisible();
});

test('the calculator follows the exit price, by keys, by mouse and as it is typed', async ({ page, context }) => {
  await signIn(context, demoPerson('james'));
  await withoutGreeting(context);
  await page.goto('/en/ipo/calculator');
  const price = page.getByRole('textbox', { name: en('ipo.input_exitPrice') });
  const point = page.getByRole('slider', { name: en('ipo.slide', { label: en('ipo.input_exitPrice') }) });
  const hero = page.getByRole('main').locator('section').first();
  await expect(hero).toContainText('−$50.40');
  await point.press('ArrowRight');
  await expect(price).toHaveValue('21');
  await expect(point).toHaveAttribute('aria-valuetext', /^\$21\.00\. Net result \+\$/);
  // Half of the drawing is half of three times the price.
  const box = (await point.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.35, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(price).toHaveValue('30');
  await expect(hero).toContainText('+$666.00');
  await price.fill('40');
  await expect(point).toHaveAttribute('aria-valuetext', /^\$40\.00\./);
  await expect(hero).toContainText('+$1,382.40');
});
