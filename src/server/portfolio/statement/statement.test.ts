import { createHash } from 'node:crypto';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#contract/kernel/languages.ts';
import { houseAccount, openAccounts, tradingCode } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import { bookDeal } from '#server/paper/settlement/book-deal.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { headersOf } from '#test/browser.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { deposit, walletOf } from '#test/money/wallet.ts';

let server: TestServer;
let ida: Session;
let number: string;

/** 1,000 USD on 20 February, 500 EUR on an account on the 22nd, a fee of 12.50 on the 24th. The euro: 1.10, and 1.20 from the 25th on. */
beforeAll(async () => {
  server = await startServer();
  ida = await server.register({ first_name: 'Łucja', second_name: 'Őry' });
  ({ trading_account_id: number } = await openTradingAccount(server.app, ida.user, { currency_id: 'EUR' }));
  for (const [on, rate] of [
    ['2026-02-20', '1.10'],
    ['2026-02-25', '1.20'],
  ] as const)
    await server.db.run(sql`
      update currency set usd_rate = ${rate}, rated_at = ${new Date(`${on}T12:00:00Z`)} where code = 'EUR'`);
  await deposit(server.db, ida.user.id, 100_000n, new Date('2026-02-20T10:00:00Z'));
  const bank = houseAccount('psp_in', 'EUR', 'test');
  const at = new Date('2026-02-22T10:00:00Z');
  const { available } = await walletOf(server.db, ida.user.id);
  await server.db.tx(async (tx) => {
    await openAccounts(tx, at, [bank, houseAccount('fees', 'USD')]);
    await post(tx, { scope: 'test', key: newId(), kind: 'deposit', at }, [
      { account: tradingCode(ida.user.id, number), amountMinor: 50_000n },
      { account: bank.code, amountMinor: -50_000n },
    ]);
    await bookDeal(tx, { account: BigInt(number), at, type: 'balance', profitMinor: 50_000n });
    await post(tx, { scope: 'test', key: newId(), kind: 'fee', at: new Date('2026-02-24T10:00:00Z') }, [
      { account: available, amountMinor: -1250n },
      { account: houseAccount('fees', 'USD').code, amountMinor: 1250n },
    ]);
  });
});
afterAll(() => server.close());

type Query = { from?: string; to?: string; format?: string };

const request = (query: Query = {}, as: Session = ida, language: Language = 'en') =>
  server.call('GET /api/portfolio/statement', {
    as,
    query: { from: '2026-02-22', to: '2026-02-26', format: 'csv', ...query },
    language,
  });

const rows = async (query: Query = {}, as: Session = ida) =>
  (await request(query, as)).body
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    // Names have a space after their commas, cells have none.
    .map((line) => line.replaceAll(', ', ' ').replaceAll('"', '').split(','));

async function pdf(language: Language): Promise<string> {
  const query = new URLSearchParams({ from: '2026-02-22', to: '2026-02-26', format: 'pdf' }).toString();
  const response = await fetch(`${server.url}/api/portfolio/statement?${query}`, {
    headers: { ...headersOf(ida), 'accept-language': language },
  });
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="portfolio-2026-02-22-2026-02-26.pdf"',
  );
  return (await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true })).text;
}

describe('portfolio.statement', () => {
  it('is for those who are signed in, over a period that there is', async () => {
    const signedOut = await server.call('GET /api/portfolio/statement', {
      as: server.browser(),
      query: { from: '2026-02-22', to: '2026-02-26', format: 'csv' },
    });
    expect(signedOut.status).toBe(401);
    for (const period of [{ to: '2026-02-21' }, { from: '2024-02-22' }])
      expect((await request(period)).refusal.errors?.to?.[0]?.code).toBe('wallets.period');
    expect((await request({ format: 'xls' })).status).toBe(422);
    expect((await request({ from: '0001-01-01', to: '0001-01-02' })).status).toBe(422);
  });

  it('shows the value of each account at both ends, and why it changed', async () => {
    const table = await rows();
    expect(table.slice(1, -1)).toEqual([
      ['Wallet in USD', 'USD', '1000.00', '987.50', '1000.00', '987.50'],
      [`Trading account ${number}`, 'EUR', '0.00', '500.00', '0.00', '600.00'],
      ['Opening value', 'USD', '', '', '', '1000.00'],
      ['Deposited', 'USD', '', '', '', '550.00'],
      ['Withdrawn', 'USD', '', '', '', '0.00'],
      ['Trading results', 'USD', '', '', '', '0.00'],
      ['Interest swaps and bonuses', 'USD', '', '', '', '0.00'],
      ['Exchange rates', 'USD', '', '', '', '50.00'],
      ['Fees and commissions', 'USD', '', '', '', '-12.50'],
      ['Closing value', 'USD', '', '', '', '1587.50'],
    ]);
  });

  it('lists the broker’s corrections apart from the client’s payments, where there are any', async () => {
    const olga = await server.register();
    await deposit(server.db, olga.user.id, 100_000n, new Date('2026-02-20T10:00:00Z'));
    const at = new Date('2026-02-23T10:00:00Z');
    const { available } = await walletOf(server.db, olga.user.id);
    await server.db.tx(async (tx) => {
      await openAccounts(tx, at, [houseAccount('suspense', 'USD')]);
      await post(tx, { scope: 'test', key: newId(), kind: 'correction', at }, [
        { account: available, amountMinor: -1_000n },
        { account: houseAccount('suspense', 'USD').code, amountMinor: 1_000n },
      ]);
    });
    const table = await rows({}, olga);
    expect(table.slice(2, 6).map((row) => [row[0], row.at(-1)])).toEqual([
      ['Opening value', '1000.00'],
      ['Deposited', '0.00'],
      ['Withdrawn', '0.00'],
      ['Corrections', '-10.00'],
    ]);
  });

  it('has a hash of its figures that anyone can compute', async () => {
    const lines = [
      `${ida.user.id} 2026-02-22 2026-02-26`,
      '1000.00',
      '550.00 0.00 0.00 0.00 50.00 -12.50',
      'wallet USD 1000.00 987.50 1000.00 987.50',
      `trading_account EUR 0.00 500.00 0.00 600.00 ${number}`,
      '1587.50',
    ];
    const hash = createHash('sha256')
      .update(lines.map((line) => `${line}\n`).join(''))
      .digest('hex');
    expect((await rows()).at(-1)?.[1]).toBe(hash);
    for (const language of ['en', 'ar', 'pl'] as const)
      expect((await pdf(language)).replaceAll(/\s/g, '')).toContain(hash);
  });

  it('uses the client’s language', async () => {
    const text = await pdf('de');
    expect(text).toContain('Portfolio-Auszug');
    expect(text).toContain('Łucja Őry');
    expect(text).toContain('USD 1,587.50');
  });

  it('goes back before the first money and on to today', async () => {
    const ends = async (period: Query, as?: Session) => {
      const table = await rows(period, as);
      return [table.at(-9)?.at(-1), table.at(-2)?.at(-1)];
    };
    expect(await ends({ from: '2026-01-01', to: '2026-01-31' })).toEqual(['0.00', '0.00']);
    expect(await ends({ from: '2026-01-01', to: '2026-03-30' })).toEqual(['0.00', '1587.50']);
    expect(await ends({ from: '2026-03-10', to: '2026-03-30' })).toEqual(['1587.50', '1587.50']);
    expect(await ends({}, await server.register())).toEqual(['0.00', '0.00']);
  });

  it('holds nothing of another client', async () => {
    await deposit(server.db, (await server.register()).user.id, 77_700n, new Date('2026-02-23T10:00:00Z'));
    // The hash of the figures has any digits, so only the figures are compared.
    const figures = (await rows()).slice(0, -1);
    expect(figures.at(-1)).toEqual(['Closing value', 'USD', '', '', '', '1587.50']);
    expect(figures.flat().filter((cell) => cell.includes('777.00'))).toEqual([]);
  });
});
