import type { PortfolioStatement, StatementPlace } from './read-statement.ts';

/** How the parts of a statement are called, in one language. */
export type Say = (key: string, params?: Record<string, string>) => string;

export function placeName(say: Say, { part, name, currency }: StatementPlace): string {
  if (part === 'wallet') return say('investor.place_wallet', { currency });
  return part === 'trading_account' ? say('wallets.statement_account', { number: name ?? '' }) : (name ?? '');
}

/** What explains the change of value, in the order in which it is read. Cents. */
export function changeLines(say: Say, { openingCents, closingCents, split }: PortfolioStatement): [string, bigint][] {
  return [
    [say('investor.statement_opening'), openingCents],
    [say('investor.sum_deposited'), split.inCents],
    [say('investor.sum_withdrawn'), split.outCents],
    ...(split.correctedCents === 0n ? [] : [[say('investor.sum_corrected'), split.correctedCents] as [string, bigint]]),
    [say('investor.reason_price'), split.priceCents],
    [say('investor.reason_income'), split.incomeCents],
    [say('investor.reason_currency'), split.currencyCents],
    [say('investor.reason_fees'), split.feesCents],
    [say('investor.statement_closing'), closingCents],
  ];
}
