import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { languages } from '#contract/kernel/languages.ts';
import { blockedByReasons } from '#contract/payments/names.ts';
import { placeOrder } from '#server/paper/place-order.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { asker, codeOf, confirmedDestination, newPayer, submitted, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { fund } from '#test/trading/terminal.ts';
import { balancesOf } from '#test/money/wallet.ts';

let server: TestServer;
let finance: Session;
let ida: Payer;
/** One in review, the other approved. */
let first: string;
let second: string;
beforeAll(async () => {
  server = await startServer();
  finance = await server.register({ roles: ['client', 'finance'] });
});
beforeEach(async () => {
  ida = await newPayer(server, 4, 100_000n);
  const bank = await confirmedDestination(server, ida);
  [first, second] = [await submitted(server, ida, bank, '100'), await submitted(server, ida, bank, '50')];
  await action('assign', first);
  await action('assign', second);
  await action('approve', second);
});
afterAll(() => server.close());

const action = (name: 'assign' | 'approve' | 'mark-sent' | 'reject' | 'fail', id: string, more: object = {}) =>
  asker(server)(`POST /api/staff/payments/${name}`, finance, { payment_id: id, ...more });
const item = async (id: string) =>
  (await asker(server)('POST /api/staff/payments/info', finance, { payment_id: id })).body;
const change = (values: Sql) => server.db.run(sql`update person set ${values} where id = ${ida.session.user.id}`);

const reasons: [why: string, values: () => Sql, check: { name: string }][] = [
  ['frozen', () => sql`frozen_at = ${server.clock.now()}`, { name: 'frozen' }],
  ['blocked', () => sql`blocked_at = ${server.clock.now()}`, { name: 'frozen' }],
  ['cooling_off', () => sql`security_changed_at = ${server.clock.now()}`, { name: 'security_change' }],
  ['level', () => sql`verification_level = 2`, { name: 'level' }],
];

it.each(reasons)('nothing leaves while it is blocked by %s, and it may be rejected', async (why, values, check) => {
  await change(values());
  expect(codeOf(await action('approve', first))).toBe('payments.withdrawal_blocked');
  expect(codeOf(await action('mark-sent', second))).toBe('payments.withdrawal_blocked');
  expect(await balancesOf(server.db, ida.wallet)).toEqual([85_000n, 15_000n]);
  const seen = await item(first);
  expect(seen).toMatchObject({ actions: ['reject'], payment: { held_back: why } });
  expect(seen.checks).toContainEqual(expect.objectContaining({ ...check, result: 'bad' }));
  expect((await item(second)).actions).toEqual(['fail']);
  expect((await action('reject', first, { reason: 'suspected_misuse' })).status).toBe(200);
  expect((await action('fail', second, { reason: 'returned_by_bank' })).status).toBe(200);
  expect(await balancesOf(server.db, ida.wallet)).toEqual([100_000n, 0n]);
});

it.each(languages)('names each block by words of its own in %s', (language) => {
  // A restriction is refused with its own reason.
  const all = blockedByReasons.filter((by) => by !== 'restriction');
  const texts = all.map((by) => server.app.text(language, 'errors.payments_withdrawal_blocked', { by }));
  expect(new Set(texts).size).toBe(all.length);
});

it('waits while the client owes for a loss on a trading account, or holds opposite positions on two', async () => {
  const { app, db } = server;
  const me = ida.session.user;
  const [one, other] = [
    await openTradingAccount(app, me, { currency_id: 'USD' }),
    await openTradingAccount(app, me, { currency_id: 'USD' }),
  ].map(({ trading_account_id }) => trading_account_id);
  const seenBack = async () => (await item(second)).payment.held_back;
  await db.run(sql`update paper_account set advance = 100 where number = ${one}::bigint`);
  expect(await seenBack()).toBe('positions');
  expect(codeOf(await action('mark-sent', second))).toBe('payments.withdrawal_blocked');
  await db.run(sql`update paper_account set advance = 0 where number = ${one}::bigint`);
  expect(await seenBack()).toBeNull();

  for (const number of [one, other]) await fund(server, ida.session, number ?? '', '2000.00');
  const index = (number: string | undefined, side: 'buy' | 'sell', volume: string) =>
    placeOrder(app, { account: BigInt(number ?? 0), mayTrade: true, owesConsent: false }, newId(), {
      symbol: 'EURUSD',
      side,
      type: 'market',
      volume,
    });
  // Hedged within one account is no mirror.
  await index(one, 'buy', '0.02');
  await index(one, 'sell', '0.01');
  await index(other, 'buy', '0.01');
  expect(await seenBack()).toBeNull();
  await index(other, 'sell', '0.02');
  expect(await seenBack()).toBe('positions');
  expect(codeOf(await action('approve', first))).toBe('payments.withdrawal_blocked');
});

it('continues when the block has ended', async () => {
  await change(sql`frozen_at = ${server.clock.now()}, security_changed_at = ${server.clock.now()}`);
  expect((await item(second)).payment.held_back).toBe('frozen');
  await change(sql`frozen_at = null`);
  expect((await item(second)).payment.held_back).toBe('cooling_off');
  await change(sql`security_changed_at = ${server.clock.now()}::timestamptz - interval '24 hours'`);
  expect((await item(second)).payment.held_back).toBeNull();
  expect((await action('mark-sent', second)).status).toBe(200);
});

it('of a sending and a freeze each is before the other', async () => {
  let sent: ReturnType<typeof action> | undefined;
  await server.db.tx(async (tx) => {
    await tx.run(sql`update person set frozen_at = ${server.clock.now()} where id = ${ida.session.user.id}`);
    sent = action('mark-sent', second);
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
  });
  expect(codeOf(await sent!)).toBe('payments.withdrawal_blocked');
});

it.each([sql`frozen_at`, sql`blocked_at`])(
  'the database blocks it for a closed profile, whichever code writes',
  async (since) => {
    await change(sql`${since} = ${server.clock.now()}`);
    const write = server.db.run(sql`update payment set state = 'sent' where id = ${second}`);
    await expect(write).rejects.toMatchObject({ constraint: 'payment_profile_open' });
  },
);
