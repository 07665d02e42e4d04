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

export const sides = ['buy', 'sell'] as const;

/** How an order can end. */
export const doneOrderStates = ['filled', 'cancelled', 'expired', 'rejected'] as const;
export const orderStates = ['placed', 'partial', ...doneOrderStates] as const;
