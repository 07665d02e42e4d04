import { Big } from 'big.js';
import { instruments } from '#server/market/instruments.ts';
import { close } from '#server/paper/close.ts';
import { placeOrder } from '#server/paper/place-order.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { MoneyStep } from './people-money.ts';
import { bidAt, whileOpen, type DemoTrade } from './trades.ts';

type Holding = Extract<MoneyStep, { does: 'hold' }>;
type Waiting = Extract<MoneyStep, { does: 'wait' }>;

/** The number of a client's account in a currency. */
export async function accountOf(app: App, clientId: string, currency: string): Promise<bigint> {
  const { number } = await app.db.one<{ number: bigint }>(sql`
    select number from trading_account where client_id = ${clientId} and currency = ${currency}`);
  return number;
}

const traderOf = async (app: App, clientId: string, currency: string) => ({
  account: await accountOf(app, clientId, currency),
  mayTrade: true,
  owesConsent: false,
});

/** Opens a position at the market; returns its ticket. */
export async function seedOpening(app: App, clientId: string, trade: DemoTrade): Promise<string> {
  const { symbol, side, lots: volume } = trade;
  const trader = await traderOf(app, clientId, trade.account);
  const { order } = await placeOrder(app, trader, newId(), { symbol, side, type: 'market', volume });
  return order.ticket;
}

export async function seedClosing(app: App, clientId: string, account: string, position: string): Promise<void> {
  await close(app, await traderOf(app, clientId, account), newId(), { position });
}

/** Opens a position that stays open, with distant stops. */
export async function seedHolding(app: App, clientId: string, step: Holding): Promise<void> {
  const { symbol, side, lots: volume } = step;
  const at = whileOpen(symbol, app.clock.now());
  const sign = side === 'buy' ? 1 : -1;
  const [sl, tp] = [-step.stopsPercent, step.stopsPercent].map((percent) => priceAway(app, symbol, at, sign * percent));
  const then = { ...app, clock: { now: () => at } };
  const trader = await traderOf(app, clientId, step.account);
  await placeOrder(then, trader, newId(), { symbol, side, type: 'market', volume, sl, tp });
}

/** Places a pending order for a better price. */
export async function seedWaiting(app: App, clientId: string, step: Waiting): Promise<void> {
  const { symbol, side, lots: volume } = step;
  const at = whileOpen(symbol, app.clock.now());
  const price = priceAway(app, symbol, at, side === 'buy' ? -step.awayPercent : step.awayPercent);
  const then = { ...app, clock: { now: () => at } };
  const trader = await traderOf(app, clientId, step.account);
  await placeOrder(then, trader, newId(), { symbol, side, type: 'limit', volume, price });
}

function priceAway({ config }: App, symbol: Holding['symbol'], at: Date, percent: number): string {
  return new Big(bidAt(config.market.seed, symbol, at))
    .times(100 + percent)
    .div(100)
    .toFixed(instruments[symbol].digits);
}
