import type { tickerSymbols } from '#contract/kernel/constants.ts';

type Symbol = (typeof tickerSymbols)[number];

/**
 * A person's action with money, and how many days ago. Amounts are decimals in the currency of the wallet or account.
 */
export type MoneyStep = { daysAgo: number } & (
  | { does: 'deposit' | 'withdrawal' | 'bonus'; amount: string }
  /** From the main wallet, into a wallet of that currency that is opened for it. */
  | { does: 'convert'; into: string; amount: string }
  | { does: 'open'; account: string }
  /** From the wallet to the account in USD; to any other account, from outside. */
  | { does: 'fund'; account: string; amount: string }
  /** Positions one after another from then until today; `wins` is the share that closes with a profit. */
  | { does: 'trade'; account: string; symbol: Symbol; lots: string; positions: number; wins: number }
  /** A position that is still open. */
  | { does: 'hold'; account: string; symbol: Symbol; side: 'buy' | 'sell'; lots: string; stopsPercent: number }
  /** A pending order, this far from the market at that time. */
  | { does: 'wait'; account: string; symbol: Symbol; side: 'buy' | 'sell'; lots: string; awayPercent: number }
);

/** By person, the earliest first. The amounts are such that a run of bad prices moves no person into another tier. */
export const moneySteps: Record<string, MoneyStep[]> = {
  tomas: [
    { daysAgo: 39, does: 'deposit', amount: '450.00' },
    { daysAgo: 38, does: 'open', account: 'USD' },
    { daysAgo: 37, does: 'fund', account: 'USD', amount: '250.00' },
    { daysAgo: 36, does: 'trade', account: 'USD', symbol: 'EURUSD', lots: '0.01', positions: 7, wins: 0.5 },
  ],
  sofia: [
    { daysAgo: 120, does: 'deposit', amount: '2000.00' },
    { daysAgo: 118, does: 'open', account: 'USD' },
    { daysAgo: 117, does: 'fund', account: 'USD', amount: '1200.00' },
    { daysAgo: 115, does: 'trade', account: 'USD', symbol: 'EURUSD', lots: '0.03', positions: 18, wins: 0.6 },
    { daysAgo: 61, does: 'deposit', amount: '1500.00' },
    { daysAgo: 22, does: 'withdrawal', amount: '300.00' },
  ],
  katarzyna: [
    { daysAgo: 94, does: 'deposit', amount: '3800.00' },
    { daysAgo: 93, does: 'open', account: 'USD' },
    { daysAgo: 92, does: 'fund', account: 'USD', amount: '3000.00' },
    { daysAgo: 91, does: 'trade', account: 'USD', symbol: 'NDX', lots: '0.2', positions: 24, wins: 0.2 },
  ],
  lukas: [
    { daysAgo: 200, does: 'deposit', amount: '5000.00' },
    { daysAgo: 198, does: 'open', account: 'USD' },
    { daysAgo: 197, does: 'fund', account: 'USD', amount: '3500.00' },
    { daysAgo: 195, does: 'trade', account: 'USD', symbol: 'SPX', lots: '0.5', positions: 26, wins: 0.6 },
    { daysAgo: 130, does: 'open', account: 'EUR' },
    { daysAgo: 129, does: 'fund', account: 'EUR', amount: '2000.00' },
    { daysAgo: 128, does: 'trade', account: 'EUR', symbol: 'EURUSD', lots: '0.05', positions: 20, wins: 0.55 },
    { daysAgo: 74, does: 'deposit', amount: '4000.00' },
    { daysAgo: 31, does: 'withdrawal', amount: '1000.00' },
    { daysAgo: 1, does: 'hold', account: 'EUR', symbol: 'EURUSD', side: 'buy', lots: '0.05', stopsPercent: 4 },
  ],
  layla: [
    { daysAgo: 258, does: 'deposit', amount: '18000.00' },
    { daysAgo: 256, does: 'open', account: 'USD' },
    { daysAgo: 255, does: 'fund', account: 'USD', amount: '9000.00' },
    { daysAgo: 254, does: 'trade', account: 'USD', symbol: 'BTCUSD', lots: '0.02', positions: 28, wins: 0.55 },
    { daysAgo: 150, does: 'open', account: 'AED' },
    { daysAgo: 149, does: 'fund', account: 'AED', amount: '20000.00' },
    { daysAgo: 83, does: 'deposit', amount: '12000.00' },
    { daysAgo: 40, does: 'withdrawal', amount: '2500.00' },
    { daysAgo: 33, does: 'convert', into: 'AED', amount: '1500.00' },
    { daysAgo: 2, does: 'hold', account: 'USD', symbol: 'BTCUSD', side: 'buy', lots: '0.03', stopsPercent: 25 },
    { daysAgo: 0, does: 'wait', account: 'USD', symbol: 'ETHUSD', side: 'buy', lots: '0.5', awayPercent: 8 },
  ],
  james: [
    { daysAgo: 399, does: 'deposit', amount: '60000.00' },
    { daysAgo: 398, does: 'open', account: 'USD' },
    { daysAgo: 397, does: 'fund', account: 'USD', amount: '25000.00' },
    { daysAgo: 396, does: 'trade', account: 'USD', symbol: 'NDX', lots: '0.5', positions: 40, wins: 0.6 },
    { daysAgo: 300, does: 'bonus', amount: '500.00' },
    { daysAgo: 290, does: 'open', account: 'EUR' },
    { daysAgo: 289, does: 'fund', account: 'EUR', amount: '10000.00' },
    { daysAgo: 288, does: 'trade', account: 'EUR', symbol: 'EURUSD', lots: '0.2', positions: 24, wins: 0.5 },
    { daysAgo: 180, does: 'open', account: 'GBP' },
    { daysAgo: 179, does: 'fund', account: 'GBP', amount: '8000.00' },
    { daysAgo: 178, does: 'trade', account: 'GBP', symbol: 'ETHUSD', lots: '0.5', positions: 18, wins: 0.55 },
    { daysAgo: 70, does: 'deposit', amount: '30000.00' },
    { daysAgo: 52, does: 'convert', into: 'EUR', amount: '4000.00' },
    { daysAgo: 45, does: 'withdrawal', amount: '12000.00' },
    { daysAgo: 12, does: 'fund', account: 'USD', amount: '5000.00' },
    { daysAgo: 3, does: 'hold', account: 'USD', symbol: 'NDX', side: 'buy', lots: '0.5', stopsPercent: 9 },
    { daysAgo: 2, does: 'hold', account: 'USD', symbol: 'EURUSD', side: 'sell', lots: '0.20', stopsPercent: 4 },
    { daysAgo: 1, does: 'hold', account: 'EUR', symbol: 'BTCUSD', side: 'buy', lots: '0.02', stopsPercent: 25 },
    { daysAgo: 0, does: 'wait', account: 'USD', symbol: 'SPX', side: 'buy', lots: '1.0', awayPercent: 3 },
    { daysAgo: 0, does: 'wait', account: 'USD', symbol: 'EURUSD', side: 'sell', lots: '0.10', awayPercent: 2 },
  ],
};
