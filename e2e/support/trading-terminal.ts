import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { call } from './api.ts';
import { setLevel } from './office.ts';
import { openAccounts, register, withoutGreeting } from './people.ts';
import { en } from './texts.ts';

/** Opens the terminal of the first account of the person signed in, and returns the path that its link had. */
export async function openTerminal(page: Page): Promise<string> {
  const [account] = await call(page.context(), 'POST /api/trading-account', { body: {} });
  const { link } = await call(page.context(), 'POST /api/trading-account/autologin', {
    body: { trading_account_id: account?.trading_account_id ?? '' },
  });
  const path = new URL(link).pathname;
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(account?.trading_account_id ?? 'none');
  return path;
}

/** A client of one's own with money in an account. */
export async function trader(context: BrowserContext, browser: Browser): Promise<void> {
  const { email } = await register(context);
  await withoutGreeting(context);
  await setLevel(browser, email);
  const [wallet] = await call(context, 'POST /api/wallets', { body: {} });
  const wallet_id = wallet?.id ?? '';
  await call(context, 'POST /api/payments/deposit', {
    body: { wallet_id, method: 'sandbox', amount: '5000', card: '4242424242424242', request_id: crypto.randomUUID() },
  });
  const [trading_account_id = ''] = await openAccounts(context, 'USD');
  await call(context, 'POST /api/trading-account/transfer', {
    body: { trading_account_id, wallet_id, direction: 'in', amount: '4000', request_id: crypto.randomUUID() },
  });
}

/** The rows of open positions, with that of the heads. */
export const positionRows = (page: Page) =>
  page.getByRole('table', { name: en('terminal.tab_positions') }).getByRole('row');

/** Bitcoin is traded at weekends, too. */
export async function chooseBitcoin(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^BTCUSD/ }).check({ force: true });
  await page.getByRole('textbox', { name: en('terminal.volume') }).fill('0.01');
}
