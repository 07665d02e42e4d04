import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/ledger/verify.ts';
import { verifyPayments } from '#server/payments/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { transferMoney } from '#server/trading/transfer-money.ts';
import { cardDestination, openAdyen, type AdyenCards } from '#test/money/cards.ts';
import { asker, codeOf, confirmedDestination, newPayer, submitted, type Payer } from '#test/money/payments.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

// Adyen signs nothing that names a card, so the card of a deposit is known by that deposit alone.

let server: TestServer;
let cards: AdyenCards;
let ida: Payer;
let finance: Session;

beforeAll(async () => {
  server = await startServer();
  finance = await server.register({ roles: ['client', 'finance'] });
  await server.storeSessions();
  cards = await openAdyen(server);
});
beforeEach(async () => {
  cards.adyen.honest();
  ida = await newPayer(server);
});
afterAll(async () => {
  await cards.close();
  await server.close();
});

async function credited(amount: string): Promise<string> {
  const { id, session } = await cards.begin(ida, amount);
  cards.adyen.act(session, 'pay');
  await cards.settled();
  return id;
}

async function sent(destinationId: string, amount: string): Promise<string> {
  const id = await submitted(server, ida, destinationId, amount);
  for (const act of ['assign', 'approve', 'send-payout'] as const)
    await asker(server)(`POST /api/staff/payments/${act}`, finance, { payment_id: id });
  await cards.settled();
  server.clock.advance(61_000);
  await server.app.jobs.run('payments.providers');
  return id;
}

const methods = async () => (await asker(server)('POST /api/payments/methods', ida.session, {})).body;
const withdraw = (destinationId: string, amount: string) =>
  asker(server)('POST /api/payments/withdraw', ida.session, {
    wallet_id: ida.wallet.walletId,
    destination_id: destinationId,
    amount,
  });
const numberOf = async (id: string) =>
  (await asker(server)('POST /api/payments/info', ida.session, { payment_id: id })).body.payment.number;

describe('a deposit by a card that its provider does not know again', () => {
  it('is a source of its own, to which its money goes back first', async () => {
    await credited('100');
    const bank = await confirmedDestination(server, ida);
    expect((await methods()).to_return).toMatchObject([{ method: 'card', deposited: '100.00', due: '100.00' }]);
    expect(codeOf(await withdraw(bank, '50'))).toBe('payments.return_to_source');
  });

  it('takes back what is withdrawn to its card, as a refund of that deposit', async () => {
    const paid = await credited('100');
    const id = await sent(await cardDestination(server, ida, paid), '60');
    const refunds = [...cards.adyen.books.refunds.values()].filter(({ amount }) => amount.value === 6000);
    expect([refunds.length, await cards.stateOf(id), await cards.stateOf(paid)]).toEqual([1, 'completed', 'credited']);
    expect((await balancesOf(server.db, ida.wallet))[0]).toBe(4000n);
    expect((await methods()).to_return).toMatchObject([{ deposited: '100.00', returned: '60.00', due: '40.00' }]);
    const found = [
      ...(await verifyLedger(server.db)).findings,
      ...(await server.db.snapshot((tx) => verifyPayments(tx, server.config))),
    ];
    expect(found.filter(({ breach }) => breach)).toEqual([]);
  });

  it('shares its source with no other deposit, and is named by its number', async () => {
    const paid = [await credited('100'), await credited('40')];
    const shown = new Map((await methods()).paid_cards.map(({ deposit_id: id, account }) => [id, account]));
    for (const id of paid) expect(shown.get(id)).toBe(`Visa •••• 1111 · ${await numberOf(id)}`);
    expect(shown.size).toBe(2);
    const card = await cardDestination(server, ida, paid[1] ?? '');
    expect(codeOf(await withdraw(card, '60'))).toBe('payments.return_to_source');
    expect((await withdraw(card, '40')).status).toBe(200);
  });

  it('is due nothing below the least that its method pays out, so that no rest is locked in', async () => {
    await credited('100');
    await credited('100');
    const bank = await confirmedDestination(server, ida);
    const account = await openTradingAccount(server.app, ida.session.user, { currency_id: 'USD' });
    await transferMoney(server.app, ida.session.user, {
      direction: 'in',
      walletId: ida.wallet.walletId,
      accountNumber: account.trading_account_id,
      amountIn: () => 18_500n,
      key: newId(),
    });
    expect(codeOf(await withdraw(bank, '15'))).toBe('payments.return_to_source');
    const least = (minor: number) =>
      server.db.run(sql`
        update payment_terms set min_amount = ${minor} where (method, kind, currency) = ('card', 'withdrawal', 'USD')`);
    await least(1000);
    expect((await methods()).to_return.map(({ due }) => due)).toEqual(['0.00', '0.00']);
    expect((await withdraw(bank, '15')).status).toBe(200);
    await least(100);
  });
});
