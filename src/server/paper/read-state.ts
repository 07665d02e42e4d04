import { toDecimal } from '#contract/kernel/money.ts';
import type { PaperState } from '#contract/paper/endpoints.ts';
import { inPriceDigits } from '#server/market/price-digits.ts';
import type { App } from '#server/platform/app.ts';
import { readBooks } from './book.ts';
import { readConditions } from './conditions.ts';
import { figuresOf } from './positions/figures.ts';
import { readWaitingOrders, showPosition } from './history/records.ts';
import { marginLevel } from './rules.ts';
import type { Trader } from './terminal/session.ts';

/** What a terminal shows of its account, at present prices. */
export async function readState(app: App, { account, holder, mayTrade }: Trader): Promise<PaperState> {
  const conditions = await readConditions(app, app.db);
  const [book] = await readBooks(app.db, [account]);
  if (!book) throw new Error(`account ${account} has a session and is not there`);
  const { currency, leverage, balance, advance } = book;
  const { positions, equityMinor, marginMinor, freeMarginMinor, unrealisedMinor } = figuresOf(book, conditions);
  const show = (minor: bigint) => toDecimal(minor, currency);
  return {
    version: String(book.version),
    at: conditions.now.toISOString(),
    account: {
      trading_account_id: String(account),
      holder,
      currency,
      leverage,
      may_trade: mayTrade,
      balance: show(balance),
      credit: show(-advance),
      equity: show(equityMinor),
      margin: show(marginMinor),
      free_margin: show(freeMarginMinor),
      margin_level: marginLevel(equityMinor, marginMinor),
      unrealised: show(unrealisedMinor),
      margin_call_percent: String(conditions.settings.marginCallPercent),
      stop_out_percent: String(conditions.settings.stopOutPercent),
    },
    positions: inPriceDigits(
      app,
      positions.toReversed().map((position) => showPosition(position, currency)),
    ),
    orders: inPriceDigits(app, await readWaitingOrders(app.db, [account])),
  };
}
