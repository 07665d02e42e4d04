import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { fromDecimal } from '#contract/kernel/money.ts';
import { balances } from '#server/ledger/balances.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { startServer } from '#test/server.ts';
import { clientWithWallet } from '#test/money/wallet.ts';
import { convertAsQuoted } from './convert.ts';
import { openWallet } from '../open-wallet.ts';
import { quoteConversion } from './quote-rate.ts';

/**
 * Conversions between three wallets in any order and many at a time: the books agree with themselves, a quote is used
 * once, and the client never has more than at the start.
 */
const server = await startServer();
const { app, db } = server;
afterAll(() => server.close());

const currencies = ['USD', 'EUR', 'JPY'];

interface Step {
  from: number;
  to: number;
  amount: number;
  /** How many convert by the same quote at once, each with a key of its own. */
  times: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  from: fc.nat(2),
  to: fc.nat(2),
  amount: fc.integer({ min: 1, max: 400 }),
  times: fc.integer({ min: 1, max: 3 }),
});

/** Undefined where it was refused; any other error fails the test. */
const unlessRefused = <T>(action: Promise<T>): Promise<T | undefined> =>
  action.catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });

async function play({ from, to, amount, times }: Step, clientId: string, wallets: string[]): Promise<void> {
  const me = { id: clientId };
  const input = { from_wallet_id: wallets[from]!, to_wallet_id: wallets[to]!, amount: String(amount) };
  const quote = await unlessRefused(quoteConversion(app, me, input));
  if (!quote) return;
  const responses = await Promise.all(
    Array.from({ length: times }, () => unlessRefused(convertAsQuoted(app, me, quote.id, newId()))),
  );
  expect(responses.filter(Boolean).length).toBeLessThanOrEqual(1);
}

/** Whether a client has more than 1,000 in USD, to the last digit. */
const isRicher = (clientId: string) =>
  db.one<{ richer: boolean }>(sql`
    select sum(b.amount / power(10::numeric, c.scale) * c.usd_rate) > 1000 as richer
    from wallet w join ledger_balance b on b.account_id = w.available_id join currency c on c.code = w.currency
    where w.client_id = ${clientId}`);

test('any series of conversions leaves books that agree, and no client with more money', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 4 }), async (rounds) => {
      const { clientId, walletId } = await clientWithWallet(db, fromDecimal('1000', 'USD'));
      const others = await Promise.all(
        currencies.slice(1).map((currency_id) => openWallet(app, { id: clientId }, 'en', { currency_id })),
      );
      const wallets = [walletId, ...others.map(({ id }) => id)];
      for (const steps of rounds) await Promise.all(steps.map((each) => play(each, clientId, wallets)));
      expect(await isRicher(clientId)).toEqual({ richer: false });
    }),
    { numRuns: 25 },
  );
  const { findings } = await db.snapshot(verifyLedger);
  expect(findings.filter(({ breach }) => breach)).toEqual([]);
  // The operator gave in one currency what it took in another, and it gained the fees.
  const settings = await balances(db, ['fees:USD', 'fees:EUR', 'fees:JPY']);
  expect([...settings.values()].every((amount) => amount >= 0n)).toBe(true);
});
