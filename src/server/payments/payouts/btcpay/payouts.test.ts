import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { turn } from '#test/connections/connections.ts';
import { bitcoinAddress, openCoinPayouts, type CoinPayouts } from '#test/money/btcpay-payouts.ts';
import { asker, newPayer } from '#test/money/payments.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let coins: CoinPayouts;
let ines: Session;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ first_name: 'Inès', roles: ['client', 'finance'] });
  // Remembered, so that days may pass.
  await server.signIn({ email: ines.user.email, remember: true, as: ines });
  coins = await openCoinPayouts(server, ines);
});
beforeEach(async () => {
  await coins.settled();
  coins.btcpay.honest();
  coins.btcpay.onStrike(() => {});
});
afterAll(async () => {
  await coins.close();
  await server.close();
});

const hour = 3_600_000;
const looks = async (id: string) => [await coins.stateOf(id), ...(await coins.findings(id))];
const item = async (id: string) =>
  (await asker(server)('POST /api/staff/payments/info', ines, { payment_id: id })).body;
const infoFor = async (as: Session, id: string) =>
  (await asker(server)('POST /api/payments/info', as, { payment_id: id })).body;
const payoutOf = async (id: string) => coins.btcpay.books.payoutOf((await coins.payoutsOf(id))[0] ?? '');

async function at(id: string, ...acts: Parameters<CoinPayouts['btcpay']['act']>[1][]) {
  for (const act of acts) coins.btcpay.act((await payoutOf(id)).id, act);
  await coins.settled();
}

/** Holds up the next call that makes a pull payment. */
function holdUp() {
  let held = 0;
  let open = () => {};
  let arrive = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  coins.btcpay.onStrike((moment, path, method) => {
    if (held > 0 || moment !== 'before' || method !== 'POST' || !path.endsWith('/pull-payments')) return undefined;
    held++;
    arrive();
    return gate;
  });
  return { held: () => held, reached, open: () => open() };
}

describe('a withdrawal in crypto', () => {
  it('is ordered for the amount, pays coins at the rate of its approval, and is completed by its transaction', async () => {
    const { id, payer } = await coins.approved();
    expect((await coins.send(id)).body).toMatchObject({ payment: { state: 'ordered' } });
    expect(await payoutOf(id)).toMatchObject({
      destination: bitcoinAddress,
      originalAmount: '100.00',
      originalCurrency: 'USD',
      state: 'AwaitingPayment',
    });
    expect(await balancesOf(server.db, payer.wallet)).toEqual([40_000n, 10_000n]);
    await at(id, 'send');
    const { paymentProof } = await payoutOf(id);
    const sent = { amount: '0.00166667', coin: 'BTC', transaction: paymentProof?.id };
    expect([await coins.stateOf(id), (await infoFor(payer.session, id)).coins]).toEqual(['sent', sent]);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([40_000n, 0n]);
    await at(id, 'complete');
    expect(await looks(id)).toEqual(['completed']);
    expect(await item(id)).toMatchObject({ info: { coins: sent }, destination_account: 'bcrt1q •••• ygt080' });
    await coins.watch(2 * hour);
    expect(coins.btcpay.books.pullPayments.get((await payoutOf(id)).pullPaymentId)?.archived).toBe(true);
  });

  it('is paid once although the first attempt is held up before its pull payment, and a second one goes ahead', async () => {
    const { id } = await coins.approved();
    const { held, reached, open } = holdUp();
    const first = coins.send(id);
    await reached;
    const pulls = () => coins.btcpay.books.pullPayments.size;
    const before = pulls();
    // As long as its call may be under way, no other begins.
    await coins.watch(61_000);
    await coins.watch(15_000);
    expect([held(), pulls()]).toEqual([1, before]);
    await coins.watch(hour);
    expect(pulls()).toBe(before + 1);
    open();
    await first;
    expect(pulls()).toBe(before + 2);
    await coins.settled();
    await coins.watch(hour);
    const states = (await coins.payoutsOf(id)).map((each) => coins.btcpay.books.payoutOf(each).state);
    expect([states, await coins.findings(id)]).toEqual([['AwaitingPayment'], []]);
  });

  it.each([
    ['prepare', 'reset'],
    ['send', 'reset'],
    ['approve', 'reset'],
    ['approve', 'old_revision'],
    ['approve', 'no_rate'],
    ['send', 'in_progress'],
    ['send', 'made_but_refused'],
  ] as const)('pays once although the answer to %s is %s', async (call, lie) => {
    const { id } = await coins.approved();
    coins.lieIn(call, lie);
    await coins.send(id);
    await coins.watch(hour);
    await coins.watch(hour);
    expect((await payoutOf(id)).state).toBe('AwaitingPayment');
    await at(id, 'complete');
    await coins.watch(hour);
    expect([await looks(id), await coins.payoutsOf(id)]).toEqual([['completed'], [expect.any(String)]]);
  });

  it('is not paid twice by a claim that arrives late, as the budget of its order is used up', async () => {
    const { id } = await coins.approved();
    await coins.send(id);
    const { destination, originalAmount, pullPaymentId, metadata } = await payoutOf(id);
    const late = await fetch(`${coins.btcpay.url}/api/v1/stores/StandInStore1/payouts`, {
      method: 'POST',
      headers: { authorization: 'token standinbtcpaykey', 'content-type': 'application/json' },
      body: JSON.stringify({
        destination,
        amount: originalAmount,
        payoutMethodId: 'BTC-CHAIN',
        pullPaymentId,
        metadata,
      }),
    });
    expect([late.status, await late.json()]).toEqual([400, expect.objectContaining({ code: 'overdraft' })]);
  });

  it('is approved for the address and amount that were ordered alone, and ends when it is cancelled', async () => {
    const { id } = await coins.approved();
    coins.lieIn('send', 'other_destination');
    await coins.send(id);
    for (let turns = 0; turns < 3; turns++) await coins.watch(hour);
    expect([(await payoutOf(id)).state, await coins.stateOf(id)]).toEqual(['AwaitingApproval', 'ordered']);
    await coins.watch(24 * hour);
    expect([(await payoutOf(id)).state, await looks(id)]).toEqual(['AwaitingApproval', ['ordered', 'payout_pending']]);
    await at(id, 'cancel');
    await coins.watch(hour);
    expect(await looks(id)).toEqual(['approved', 'not_started', 'payee', 'payout_pending']);
  });

  it('is not approved once it was stopped, although it was begun', async () => {
    const { id, payer } = await coins.approved();
    coins.lieIn('approve', 'busy');
    await coins.send(id);
    await server.db.run(sql`update person set frozen_at = ${server.clock.now()} where id = ${payer.session.user.id}`);
    await coins.watch(hour);
    expect((await payoutOf(id)).state).toBe('AwaitingApproval');
    await server.db.run(sql`update person set frozen_at = null where id = ${payer.session.user.id}`);
    await coins.watch(hour);
    expect((await payoutOf(id)).state).toBe('AwaitingPayment');
  });

  it.each([['mark_paid'], ['send', 'cancel']] as const)(
    'that a person ended by %s %s stays sent, and is shown to staff',
    async (...acts) => {
      const { id } = await coins.approved();
      await coins.send(id);
      await at(id, ...acts);
      expect(await looks(id)).toEqual(['sent', 'by_hand']);
    },
  );

  it('that BTCPay will never send is approved as before, and its budget is put away', async () => {
    const { id } = await coins.approved();
    coins.lieIn('send', 'too_low');
    await coins.send(id);
    expect([await looks(id), await coins.payoutsOf(id)]).toEqual([['approved', 'not_started'], []]);
    expect([...coins.btcpay.books.pullPayments.values()].at(-1)?.archived).toBe(true);
  });
});

describe('a new address', () => {
  it('waits for a day after its confirmation, in the program and in the database', async () => {
    const { payer, destinationId } = await coins.payer(true);
    const withdraw = () =>
      asker(server)('POST /api/payments/withdraw', payer.session, {
        wallet_id: payer.wallet.walletId,
        destination_id: destinationId,
        amount: '100',
      });
    const [listed] = (await asker(server)('POST /api/payments/destinations', payer.session, {})).body;
    const from = new Date(server.clock.now().getTime() + 24 * hour).getTime();
    expect(Math.abs(Date.parse(listed?.usable_from ?? '') - from)).toBeLessThan(60_000);
    server.clock.advance(22.5 * hour);
    const refused = await withdraw();
    expect(refused.refusal.errors?.['destination_id']?.[0]).toMatchObject({
      code: 'payments.destination_waits',
      params: { hours: 2 },
    });
    const now = server.clock.now();
    const insert = server.db.run(
      sql`insert into payment (id, kind, state, client_id, wallet_id, currency, method, amount, fee, fee_fixed, fee_percent, usd, destination_id, created_by, approvals_needed, created_at, updated_at)
          values (gen_random_uuid(), 'withdrawal', 'draft', ${payer.session.user.id}, ${payer.wallet.walletId}, 'USD', 'crypto', 100, 0, 0, 0, 100, ${destinationId}, ${payer.session.user.id}, 1, ${now}, ${now})`,
    );
    await expect(insert).rejects.toMatchObject({ constraint: 'payment_crypto_address_waited' });
    server.clock.advance(2 * hour);
    expect((await withdraw()).body.payment.state).toBe('awaiting_confirmation');
  });

  it('is of the network of this installation', async () => {
    const payer = await newPayer(server);
    const add = (account: string) =>
      asker(server)('POST /api/payments/destinations/add', payer.session, { method: 'crypto', label: 'Mine', account });
    const refused = await add('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    expect(refused.refusal.errors?.['account']?.[0]?.code).toBe('payments.crypto_address');
    expect((await add('TB1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KXPJZSX')).body).toMatchObject({
      account: 'tb1qw5 •••• xpjzsx',
      scheme: null,
      usable_from: null,
    });
  });
});

// The last one, as the connection is off from then on.
it('crypto is offered, and takes deposits back first, as long as a provider pays it out', async () => {
  const payer = await newPayer(server, 3);
  const methods = async () => (await asker(server)('POST /api/payments/methods', payer.session, {})).body;
  const { id: clientId } = payer.session.user;
  const now = server.clock.now();
  await forge(
    server.ownerUrl,
    sql`insert into payment (id, kind, state, client_id, wallet_id, currency, method, amount, fee, fee_fixed, fee_percent, usd, created_by, approvals_needed, created_at, updated_at)
        values (gen_random_uuid(), 'deposit', 'credited', ${clientId}, ${payer.wallet.walletId}, 'USD', 'crypto', 10000, 0, 0, 0, 10000, ${clientId}, 1, ${now}, ${now})`,
  );
  const shown = async () => {
    const { withdrawal, to_return: due } = await methods();
    return [withdrawal.some(({ method }) => method === 'crypto'), due.map(({ method }) => method)];
  };
  expect(await shown()).toEqual([true, ['crypto']]);
  await turn(server, coins.connectionId, 'off');
  expect(await shown()).toEqual([false, []]);
});
