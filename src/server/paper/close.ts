import { Big } from 'big.js';
import type { ResponseBody, RequestInput } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { PaperClosing } from '#contract/paper/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { fieldError, refuse } from '#server/platform/refusal.ts';
import { countChange, lockBook, type OpenPosition } from './book.ts';
import { closedFault, refusalOf, withDigits, type OrderFault } from './orders/check.ts';
import { closePosition, type Closed } from './positions/close.ts';
import { listed, marketFault, readConditions } from './conditions.ts';
import { tradedNow } from './orders/modify.ts';
import { runIdempotent } from './idempotency.ts';
import { volumeFault } from './orders/rules.ts';
import type { Terms } from './rules.ts';
import { chargeSwaps } from './positions/swap.ts';
import type { Trader } from './terminal/session.ts';

type Close = Api['paper.close'];
type CloseAll = Api['paper.close_all'];
type ActingTrader = Pick<Trader, 'account' | 'mayTrade'>;

/**
 * Closes a position at the market, or a part of it.
 * @throws Refusal as `paper.close` lists them
 */
export async function close(
  app: App,
  trader: ActingTrader,
  key: string,
  body: RequestInput<Close>['body'],
): Promise<ResponseBody<Close>> {
  return app.db.tx((tx) => {
    const intent = { key, action: 'paper.close', body, at: app.clock.now() };
    return runIdempotent(tx, trader.account, intent, lockIn(app, tx, trader), async ([book, conditions]) => {
      if (!trader.mayTrade) throw refuse('paper.read_only');
      const position = book.positions.find(({ ticket }) => ticket === BigInt(body.position));
      if (!position) throw refuse('paper.position_gone');
      const { terms, quote } = tradedNow(conditions, position.symbol);
      const volume = body.volume === undefined ? position.volume : withDigits(body.volume, 0);
      const fault = partFault(volume, position, terms) ?? closedFault(conditions, quote);
      if (fault) throw refusalOf(fault);
      await chargeSwaps(tx, book, conditions);
      const closed = await closePosition(tx, book, conditions, { position, volume, reason: 'client' });
      return { version: await countChange(tx, book), closed: show(closed, book.currency) };
    });
  });
}

/**
 * Closes every position whose market is open.
 * @throws Refusal `paper.signed_out`, `http.idempotency_mismatch`, `paper.read_only`
 */
export async function closeAll(app: App, trader: ActingTrader, key: string): Promise<ResponseBody<CloseAll>> {
  return app.db.tx((tx) => {
    const intent = { key, action: 'paper.close_all', body: {}, at: app.clock.now() };
    return runIdempotent(tx, trader.account, intent, lockIn(app, tx, trader), async ([book, conditions]) => {
      if (!trader.mayTrade) throw refuse('paper.read_only');
      await chargeSwaps(tx, book, conditions);
      const closed: PaperClosing[] = [];
      for (const position of book.positions) {
        const quote = listed(conditions, position.symbol)?.quote;
        if (!quote || marketFault(conditions, quote)) continue;
        const done = await closePosition(tx, book, conditions, { position, volume: position.volume, reason: 'client' });
        closed.push(show(done, book.currency));
      }
      return { version: await countChange(tx, book), closed, left: book.positions.map(({ ticket }) => String(ticket)) };
    });
  });
}

const lockIn =
  (app: App, tx: Tx, { account }: ActingTrader) =>
  () =>
    Promise.all([lockBook(tx, account), readConditions(app, tx)]);

/** A part is an order's volume too, and so is what stays; all of a position always closes. */
function partFault(volume: string, position: OpenPosition, terms: Terms): OrderFault | undefined {
  const left = new Big(position.volume).minus(volume);
  if (left.eq(0)) return undefined;
  if (left.lt(0)) return { ...fieldError('paper.volume_position', { max: position.volume }), field: 'volume' };
  return (
    volumeFault(volume, { ...terms, volumeMax: position.volume }) ??
    volumeFault(left.toFixed(), { ...terms, volumeMax: position.volume })
  );
}

function show({ position, deal, price, volume, profitMinor }: Closed, currency: string): PaperClosing {
  return {
    position: String(position),
    deal: String(deal),
    price,
    volume,
    profit: toDecimal(profitMinor, currency),
  };
}
