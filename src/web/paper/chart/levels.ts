import type { RequestOf } from '#contract/api.ts';
import type { Order, Position } from '#contract/trading/records.ts';

type Stop = 'sl' | 'tp';

/** A price at which the account has something: where a position was opened, where an order waits, or a stop of either. */
export interface Level {
  key: string;
  kind: 'open' | 'order' | Stop;
  price: string;
  of: { position: Position; order?: never } | { order: Order; position?: never };
}

export const recordOf = ({ of }: Pick<Level, 'of'>): Position | Order => of.position ?? of.order;

/** All levels of an account in one instrument. */
export function levelsOf(
  { positions, orders }: { positions: readonly Position[]; orders: readonly Order[] },
  symbol: string,
): Level[] {
  const subjects: Level['of'][] = [
    ...positions.map((position) => ({ position })),
    ...orders.filter(({ price }) => price !== null).map((order) => ({ order })),
  ];
  return subjects.flatMap((of) => {
    const record = recordOf({ of });
    if (record.symbol !== symbol) return [];
    const own: Level = of.position
      ? { key: `${record.ticket} open`, kind: 'open', price: of.position.open_price, of }
      : { key: `${record.ticket} order`, kind: 'order', price: of.order.price ?? '', of };
    const stops = (['sl', 'tp'] as const).flatMap((kind): Level[] => {
      const at = record[kind];
      return at === null ? [] : [{ key: `${record.ticket} ${kind}`, kind, price: at, of }];
    });
    return [own, ...stops];
  });
}

/**
 * What a level is once it is moved to a price: from the line of a position one draws the stop that belongs on that side
 * of the market, which is `now`.
 */
export function drawnAs({ kind, of }: Level, price: string, now: string): Exclude<Level['kind'], 'open'> {
  if (kind !== 'open') return kind;
  const isBelow = Number(price) < Number(now);
  return isBelow === (recordOf({ of }).side === 'buy') ? 'sl' : 'tp';
}

type Change = RequestOf<'POST /api/paper/modify-position'>['body'] | RequestOf<'POST /api/paper/modify-order'>['body'];

/** The input of the call that moves a level to a price and leaves everything else of its record as it is. */
export function changeOf(level: Level, price: string, now: string): Change {
  const kind = drawnAs(level, price, now);
  const record = recordOf(level);
  const sl = kind === 'sl' ? price : record.sl;
  const tp = kind === 'tp' ? price : record.tp;
  const stops = { ...(sl && { sl }), ...(tp && { tp }) };
  const { position, order } = level.of;
  if (position) return { position: position.ticket, ...stops };
  const at = kind === 'order' ? price : (order.price ?? '');
  return { order: order.ticket, price: at, ...stops };
}

interface Worth {
  /** Of the instrument. */
  contract_size: string;
  /** Of its prices. */
  currency: string;
}

/**
 * About what a level would come to, in the account's currency and without costs: for the eye while one drags; the
 * platform computes what counts. Null where the rate between the currencies is not known.
 */
export function resultAt(level: Level, price: string, { contract_size, currency }: Worth, own: string): string | null {
  const { position } = level.of;
  const from = Number(position ? position.open_price : level.of.order?.price);
  const direction = recordOf(level).side === 'buy' ? 1 : -1;
  const way = direction * (Number(price) - from);
  const each = Number(recordOf(level).volume) * Number(contract_size);
  if (currency === own) return (way * each).toFixed(2);
  const known = position?.price ? direction * (Number(position.price) - from) : 0;
  return position && known !== 0 ? ((way / known) * Number(position.profit)).toFixed(2) : null;
}
