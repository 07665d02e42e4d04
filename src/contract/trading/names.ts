/** What a deal was: a trade, or money that came or went for another reason. */
export const dealTypes = [
  'buy',
  'sell',
  'balance',
  'credit',
  'charge',
  'correction',
  'bonus',
  'commission',
  'interest',
  'dividend',
  'tax',
] as const;

/**
 * Deals that move cash: deposits, withdrawals, credits, bonuses or corrections. Their amount is no result of trading.
 */
export const cashDealTypes = [
  'balance',
  'credit',
  'correction',
  'bonus',
] as const satisfies readonly (typeof dealTypes)[number][];

export const sides = ['buy', 'sell'] as const;

/** How an order can end. */
export const doneOrderStates = ['filled', 'cancelled', 'expired', 'rejected'] as const;
export const orderStates = ['placed', 'partial', ...doneOrderStates] as const;
