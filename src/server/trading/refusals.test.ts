import { afterAll, beforeAll, expect, it } from 'vitest';
import { tradingEndpoints } from '#contract/trading/endpoints.ts';
import { mirroredBooksEndpoints } from '#contract/trading/mirrored-books.ts';
import { transfersStaffEndpoints } from '#contract/trading/staff-transfers.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { asker } from '#test/money/payments.ts';
import { deposit, walletOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { startExternalPlatform } from '#test/trading/external-platform.ts';
import { fund, openTerminal } from '#test/trading/terminal.ts';
import { lastRequest } from '#test/trading/transfers.ts';

const none = '90000001';
const secret = 'shared-between-two-servers-0123';
const { meets, unmet } = refusalsOf({ ...tradingEndpoints, ...mirroredBooksEndpoints, ...transfersStaffEndpoints });

/** With the embedded platform, and with another one. */
let server: TestServer;
let elsewhere: TestServer;
let connected: TestServer;
let external: Awaited<ReturnType<typeof startExternalPlatform>>;
beforeAll(async () => {
  server = await startServer();
  elsewhere = await startServer();
  external = await startExternalPlatform(elsewhere.app, secret);
  connected = await startServer({
    env: { TRADING_PLATFORM: 'http', TRADING_PLATFORM_URL: external.url, TRADING_PLATFORM_SECRET: secret },
  });
});
afterAll(async () => {
  await connected.close();
  await external.close();
  await elsewhere.close();
  await server.close();
});

const open = async (at: TestServer, as: Session) => {
  const { trading_account_id } = await openTradingAccount(at.app, as.user, { currency_id: 'USD' });
  await at.drain();
  return trading_account_id;
};
const inStatus = (number: string, status: string) =>
  server.db.run(sql`update trading_account set status = ${status} where number = ${number}::bigint`);

/** Asks the other platform for something of one account, while it fails for it. */
async function silent(call: (as: Session, number: string) => ReturnType<TestServer['call']>, mute = false) {
  const ida = await connected.register();
  const number = await open(connected, ida);
  external.trouble.failing.add(number);
  external.trouble.mute = mute;
  return call(ida, number).finally(() => (external.trouble.mute = false));
}

for (const name of [
  'trading.open',
  'trading.closed',
  'trading.done_orders',
  'trading.deal_totals',
  'trading.history',
] as const) {
  meets(name, () => {
    const read = (as: Session, trading_account_id: string) =>
      connected.call(tradingEndpoints[name].route, { as, body: { trading_account_id } });
    return [async () => read(await connected.register(), none), () => silent(read)];
  });
}

for (const name of ['trading.history_file', 'trading.closed_file', 'trading.orders_file'] as const) {
  meets(name, () => {
    const read = (as: Session, number: string) =>
      connected.call(tradingEndpoints[name].route, { as, params: { number } });
    return [async () => read(await connected.register(), none), () => silent(read)];
  });
}

meets('trading.autologin', async () => {
  const ida = await server.register();
  const number = await open(server, ida);
  const signIn = (at: TestServer) => (as: Session, trading_account_id: string) =>
    at.call('POST /api/trading-account/autologin', { as, body: { trading_account_id } });
  return [
    () => signIn(server)(ida, none),
    async () => {
      await inStatus(number, 'pending');
      return signIn(server)(ida, number);
    },
    () => silent(signIn(connected), true),
  ];
});

meets('trading.archive', async () => {
  const ida = await server.register();
  const [archived, funded] = [await open(server, ida), await open(server, ida)];
  const archive = (at: TestServer) => (as: Session, trading_account_id: string) =>
    at.call('POST /api/trading-account/archive', { as, body: { trading_account_id, reason: 'Not used.' } });
  await archive(server)(ida, archived);
  await fund(server, ida, funded, '1.00');
  return [
    () => archive(server)(ida, none),
    () => archive(server)(ida, archived),
    () => silent(archive(connected)),
    () => archive(server)(ida, funded),
  ];
});

meets('trading.restore', async () => {
  const ida = await server.register();
  const [first, active] = [await open(server, ida), await open(server, ida)];
  const restore = (trading_account_id: string) =>
    server.call('POST /api/trading-account/restore', { as: ida, body: { trading_account_id } });
  return [
    () => restore(none),
    () => restore(active),
    async () => {
      const body = { trading_account_id: first, reason: 'Not used.' };
      await server.call('POST /api/trading-account/archive', { as: ida, body });
      for (let n = 0; n < 2; n++) await open(server, ida);
      return restore(first);
    },
  ];
});

meets('trading.create', async () => {
  const ida = await server.register();
  for (let n = 0; n < 3; n++) await open(server, ida);
  const create = (currency_id: string) =>
    server.call('POST /api/trading-account/create', { as: ida, body: { currency_id } });
  return [() => create('XXX'), () => create('USD')];
});

meets(
  'trading.transfer',
  async () => {
    const one = await openTerminal(server);
    const other = await openTerminal(server, '10000.00', one.owner);
    const { walletId } = await walletOf(server.db, one.owner.user.id);
    const key = newId();
    const move = (direction: 'in' | 'out', amount: string, request_id = newId(), trading_account_id = one.number) =>
      server.call('POST /api/trading-account/transfer', {
        as: one.owner,
        body: { trading_account_id, wallet_id: walletId, direction, amount, request_id },
      });
    await move('out', '10', key);
    const trade = (side: string) => ({ symbol: 'EURUSD', side, type: 'market', volume: '0.10' });
    return [
      () => move('in', '1.005', newId(), none),
      () => move('in', '1.005', key),
      () => move('in', '11', key),
      async () => {
        await inStatus(one.number, 'pending');
        const response = await move('in', '11');
        await inStatus(one.number, 'active');
        return response;
      },
      () => move('in', '11'),
      async () => {
        await one.request('POST /api/paper/place', trade('buy'));
        const { order } = await other.request('POST /api/paper/place', trade('sell'));
        const response = await move('out', '99999');
        await other.request('POST /api/paper/close', { position: order.ticket });
        return response;
      },
      async () => {
        await server.db.run(sql`update paper_account set advance = 100 where number = ${other.number}::bigint`);
        const response = await move('out', '99999');
        await server.db.run(sql`update paper_account set advance = 0 where number = ${other.number}::bigint`);
        return response;
      },
      () => move('out', '99999'),
    ];
  },
  // `src/server/legal/legal.test.ts` and `src/server/screening/screening.test.ts` meet these.
  ['legal.unaccepted', 'payments.paused'],
);

const staff = async () => connected.register({ roles: ['client', 'finance'] });
/** A transfer to the other platform whose result is not known. */
async function stuck(as: Session): Promise<string> {
  await deposit(connected.db, as.user.id, 1_000n, connected.clock.now());
  const { walletId: wallet_id } = await walletOf(connected.db, as.user.id);
  external.trouble.swallow = 1;
  const trading_account_id = await open(connected, as);
  const body = { trading_account_id, wallet_id, direction: 'in' as const, amount: '3', request_id: newId() };
  const { id } = (await connected.call('POST /api/trading-account/transfer', { as, body })).body;
  external.trouble.failing.add(`transfer:${id}`);
  return id;
}
/** A person of staff who has such a transfer from before. */
async function former() {
  const me = await connected.register();
  const own = await stuck(me);
  await connected.db.run(sql`update person set roles = '{client,finance}' where id = ${me.user.id}`);
  return { me, own };
}
/** What staff do to a transfer that does not exist, to their own, and to one that is settled. */
async function onTransfers(act: (transfer_id: string) => ReturnType<TestServer['call']>, own: string) {
  const settled = await stuck(await connected.register());
  external.trouble.failing.delete(`transfer:${settled}`);
  const body = { transfer_id: settled };
  await connected.call('POST /api/staff/transfers/query-status', { as: await staff(), body });
  return [() => act(newId()), () => act(own), () => act(settled)];
}

meets(
  'trading.query_transfer_status',
  async () => {
    const { me, own } = await former();
    return onTransfers(
      (transfer_id) => connected.call('POST /api/staff/transfers/query-status', { as: me, body: { transfer_id } }),
      own,
    );
  },
  // The money of a transfer is held, so only the ledger's own check could find it gone.
  ['ledger.insufficient_funds'],
);

const propose = (as: Session, transfer_id: string, key?: string) =>
  asker(connected)(
    'POST /api/staff/transfers/propose',
    as,
    { transfer_id, outcome: 'booked', note: 'Seen in the journal.' },
    key,
  );

meets('trading.propose_outcome', async () => {
  const { me, own } = await former();
  const [key, waiting] = [newId(), await stuck(await connected.register())];
  await propose(me, waiting, key);
  return [
    () => propose(me, newId(), key),
    ...(await onTransfers((id) => propose(me, id), own)),
    () => propose(me, waiting),
  ];
});

meets(
  'trading.decide_outcome',
  async () => {
    const { me, own } = await former();
    const [other, key] = [await staff(), newId()];
    const decide = async (transfer_id: string, under?: string, of = transfer_id) => {
      const approval_request_id = await lastRequest(connected.db, of);
      const body = { transfer_id, approval_request_id, decision: 'reject' };
      return asker(connected)('POST /api/staff/transfers/decide', me, body, under);
    };
    const [done, waiting, mine] = [
      await stuck(await connected.register()),
      await stuck(await connected.register()),
      await stuck(await connected.register()),
    ];
    await propose(other, done);
    await decide(done, key);
    await propose(me, mine);
    return [
      () => decide(newId(), key),
      ...(await onTransfers((id) => decide(id), own)),
      () => decide(waiting),
      () => decide(mine, undefined, done),
      () => decide(mine),
    ];
  },
  ['ledger.insufficient_funds'],
);

it('leaves no refusal unmet but of an unknown account', () => expect(unmet()).toEqual([]));
