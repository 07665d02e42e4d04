import type { PortfolioStatement, StatementAccount } from './read.ts';

/** How the parts of a statement are called, in one language. */
export type Translate = (key: string, params?: Record<string, string>) => string;

export function accountLabel(send: Translate, { part, name, currency }: StatementAccount): string {
  if (part === 'wallet') return send('investor.screen_wallet', { currency });
  return part === 'trading_account' ? send('wallets.statement_account', { number: name ?? '' }) : (name ?? '');
}

/** What explains the change of value, in the order in which it is read. Cents. */
export function changeLines(
  send: Translate,
  { openingCents, closingCents, split }: PortfolioStatement,
): [string, bigint][] {
  return [
    [send('investor.statement_opening'), openingCents],
    [send('investor.sum_deposited'), split.inCents],
    [send('investor.sum_withdrawn'), split.outCents],
    ...(split.correctedCents === 0n
      ? []
      : [[send('investor.sum_corrected'), split.correctedCents] as [string, bigint]]),
    [send('investor.reason_price'), split.priceCents],
    [send('investor.reason_income'), split.incomeCents],
    [send('investor.reason_currency'), split.currencyCents],
    [send('investor.reason_fees'), split.feesCents],
    [send('investor.statement_closing'), closingCents],
  ];
}
