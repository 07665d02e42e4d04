import { refusalText } from '#contract/refusals.ts';
import type { PaperPreview } from '#contract/paper/endpoints.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { Reader } from '#contract/kernel/text/number-format.ts';
import { textValues } from '#contract/kernel/text/text-values.ts';
import type { App } from '#server/platform/app.ts';
import { notFound } from '#server/platform/refusal.ts';
import { readBooks } from '../book.ts';
import { orderFault, orderInput, type Input, type OrderFault } from './check.ts';
import { readConditions } from '../conditions.ts';
import { figuresOf } from '../positions/figures.ts';
import { mayOpen } from '../holder.ts';
import { costOf } from '../positions/open.ts';
import { marginLevel, profitMinor, swapMinor } from '../rules.ts';
import type { Trader } from '../terminal/session.ts';

/**
 * What an order would take now, and its faults; nothing is written.
 * @throws Refusal on `symbol`: `paper.symbol`; on `price`: `paper.price_missing`
 */
export async function previewOrder(
  app: App,
  { account, mayTrade, owesConsent }: Trader,
  reader: Reader,
  input: Input,
): Promise<PaperPreview> {
  const conditions = await readConditions(app, app.db);
  const [book] = await readBooks(app.db, [account]);
  if (!book) throw notFound();
  const order = orderInput(input, conditions);
  const cost = costOf(order, book, conditions, order.price ?? undefined);
  const { equityMinor, marginMinor } = figuresOf(book, conditions);
  const after = equityMinor + cost.commissionMinor + cost.spreadMinor;
  const bound = marginMinor + cost.neededMinor;
  const show = (minor: bigint) => toDecimal(minor, book.currency);
  const profitAt = (price: string | null) =>
    price && show(profitMinor({ ...order, openPrice: cost.price }, order.terms, price, cost.to));
  const never = await neverFor(app, { account, mayTrade, owesConsent }, conditions.now);
  const fault = never === null ? orderFault(order, book, conditions) : { code: never, field: null, params: {} };
  return {
    price: cost.price,
    value: show(cost.valueMinor),
    margin: show(cost.neededMinor),
    free_margin_after: show(after - bound),
    margin_level_after: marginLevel(after, bound),
    commission: show(cost.commissionMinor),
    spread: show(cost.spreadMinor),
    swap: show(swapMinor(order, order.terms, cost.price, 1, cost.to)),
    sl_profit: profitAt(order.sl),
    tp_profit: profitAt(order.tp),
    refusal: fault ? explain(app, reader, fault) : null,
  };
}

/** Why the trader places no order at all, in the order in which placing one is refused. */
async function neverFor(
  { db }: App,
  { account, mayTrade, owesConsent }: Pick<Trader, 'account' | 'mayTrade' | 'owesConsent'>,
  at: Date,
): Promise<'paper.read_only' | 'legal.unaccepted' | 'staff.dealing' | null> {
  if (!mayTrade) return 'paper.read_only';
  if (owesConsent) return 'legal.unaccepted';
  return (await mayOpen(db, account, at)) ? null : 'staff.dealing';
}

function explain(app: App, reader: Reader, { code, field, params }: OrderFault): PaperPreview['refusal'] {
  const { language } = reader;
  const named = field === null ? params : { ...params, field: app.text(language, `errors.field_${field}`) };
  return { code, field, message: app.text(language, refusalText(code), textValues(reader, named)) };
}
