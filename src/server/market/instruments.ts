import type { Sessions } from './sessions.ts';

/** How an instrument moves in simulation. Its path varies around `level`; `yearlyVolatility` 0.2 is twenty percent. */
export interface Course {
  level: number;
  yearlyVolatility: number;
  /** Digits after the point in its quotes. */
  digits: number;
  /** How far the ask is above the bid, in the instrument's price. */
  spread: string;
  sessions: Sessions;
}

const always: Sessions = [[0, 10_080]];
/** Sunday to Friday, 22:00 UTC. */
export const fx: Sessions = [[1320, 8520]];
/** The same from Sunday 23:00, with an hour's break from 22:00 on each day. */
const futures: Sessions = [
  [1380, 2760],
  [2820, 4200],
  [4260, 5640],
  [5700, 7080],
  [7140, 8520],
];

/** The instruments of the simulated market; the table `market_instrument` has the same. */
export const instruments = {
  SPX: { level: 6_700, yearlyVolatility: 0.15, digits: 2, spread: '0.50', sessions: futures },
  NDX: { level: 24_800, yearlyVolatility: 0.2, digits: 2, spread: '1.50', sessions: futures },
  GER40: { level: 23_500, yearlyVolatility: 0.17, digits: 1, spread: '1.5', sessions: futures },
  UK100: { level: 9_600, yearlyVolatility: 0.13, digits: 1, spread: '1.2', sessions: futures },
  EURUSD: { level: 1.16, yearlyVolatility: 0.07, digits: 5, spread: '0.00009', sessions: fx },
  GBPUSD: { level: 1.31, yearlyVolatility: 0.08, digits: 5, spread: '0.00012', sessions: fx },
  USDJPY: { level: 155.7, yearlyVolatility: 0.09, digits: 3, spread: '0.012', sessions: fx },
  USDCHF: { level: 0.806, yearlyVolatility: 0.07, digits: 5, spread: '0.00012', sessions: fx },
  EURGBP: { level: 0.885, yearlyVolatility: 0.05, digits: 5, spread: '0.00013', sessions: fx },
  XAUUSD: { level: 4_080, yearlyVolatility: 0.17, digits: 2, spread: '0.30', sessions: futures },
  XAGUSD: { level: 50.5, yearlyVolatility: 0.3, digits: 3, spread: '0.025', sessions: futures },
  USOIL: { level: 61, yearlyVolatility: 0.35, digits: 2, spread: '0.03', sessions: futures },
  BTCUSD: { level: 92_000, yearlyVolatility: 0.5, digits: 2, spread: '18.00', sessions: always },
  ETHUSD: { level: 3_100, yearlyVolatility: 0.65, digits: 2, spread: '1.60', sessions: always },
} as const satisfies Record<string, Course>;
