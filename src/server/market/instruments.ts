import type { tickerSymbols } from '#contract/constants.ts';

/** How an instrument moves. `level` is where its path wanders around; `yearlyVolatility` 0.2 is twenty percent. */
export interface Instrument {
  level: number;
  yearlyVolatility: number;
  /** Digits after the point in which it is quoted. */
  digits: number;
  /** Closed from Friday to Sunday, 22:00 UTC. */
  restsAtWeekends: boolean;
}

export const instruments: Record<(typeof tickerSymbols)[number], Instrument> = {
  SPX: { level: 6_700, yearlyVolatility: 0.15, digits: 2, restsAtWeekends: true },
  NDX: { level: 24_800, yearlyVolatility: 0.2, digits: 2, restsAtWeekends: true },
  EURUSD: { level: 1.16, yearlyVolatility: 0.07, digits: 5, restsAtWeekends: true },
  BTCUSD: { level: 92_000, yearlyVolatility: 0.5, digits: 2, restsAtWeekends: false },
  ETHUSD: { level: 3_100, yearlyVolatility: 0.65, digits: 2, restsAtWeekends: false },
};
