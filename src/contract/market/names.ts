/** Kinds of instruments, in the order in which they are listed. */
export const instrumentGroups = ['fx', 'metals', 'indices', 'energies', 'crypto', 'shares'] as const;
export type InstrumentGroup = (typeof instrumentGroups)[number];

/** How long a candle lasts; all begin at whole multiples of it since midnight UTC. */
export const candleIntervals = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export type CandleInterval = (typeof candleIntervals)[number];

/** The most that one call answers. */
export const maxCandles = 500;

/** Public channels on which prices arrive, as the event `quotes`: of the ticker tape, and of all instruments. */
export const marketChannels = { ticker: 'market-ticker', all: 'market-quotes' } as const;

/** The message of a public channel about one symbol; see `market.quotes`. */
export interface PriceNews {
  symbol: string;
  bid: string;
  ask: string;
  at: string;
  change_percent: string;
  is_open: boolean;
  is_stale: boolean;
}
