export interface Bar {
  open: number;
  high: number;
  low: number;
  close: number;
}

export const isCandle = (data: object): data is Bar => 'open' in data;

/** The candle that is still forming, after one more price. */
export function withPrice<Of extends Bar>(bar: Of, value: number): Of {
  return { ...bar, high: Math.max(bar.high, value), low: Math.min(bar.low, value), close: value };
}
