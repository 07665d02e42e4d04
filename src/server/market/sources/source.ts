import type { CandleInterval } from '#contract/market/names.ts';

/** A price from a source: decimals, never floats. */
export interface Tick {
  bid: string;
  ask: string;
  at: Date;
}

/** The prices of a span that begins at `at`; `heardAt` is the time of the last one in it. */
export interface Bar {
  at: Date;
  open: string;
  high: string;
  low: string;
  close: string;
  receivedAt: Date;
}

/** Where prices come from: an adapter. Every one of them passes the suite in `source-contract.ts`. */
export interface Source {
  /** Whether no real market is behind it. */
  simulated: boolean;
  /** Starts to listen to these symbols; called again when they change. */
  start(symbols: readonly string[]): void;
  stop(): Promise<void>;
  /** The latest price up to now; undefined for an unknown symbol and before the first price. */
  latest(symbol: string, now: Date): Tick | undefined;
  /**
   * Bars of bids that begin in [from, to), from what is known by now, the earliest first, and none where no price was
   * received. A source without a past knows only the last minutes.
   */
  bars(symbol: string, interval: CandleInterval, range: { from: Date; to: Date; now: Date }): Bar[];
  /** The bid at an instant of the past, for a source that knows it. */
  bidAt?(symbol: string, at: Date): string | undefined;
}

export const intervalMs: Record<CandleInterval, number> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
};

/** The start of the candle that an instant falls into. */
export function startOf(interval: CandleInterval, at: Date): Date {
  const lengthMs = intervalMs[interval];
  return new Date(Math.floor(at.getTime() / lengthMs) * lengthMs);
}
