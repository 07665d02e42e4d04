import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { tellOf } from './notify.ts';
import { amount } from './params.ts';

interface Settled {
  number: string;
  direction: 'in' | 'out';
  minor: bigint;
  currency: string;
  isCompleted: boolean;
}

/** Tells what the trading platform does to an account by itself, and what it says late. */
export function tradingListeners(app: App): void {
  tellOf(app, 'trading.transfer_settled', async ({ clientId, transferId }) => {
    const { number, direction, minor, currency, isCompleted } = await app.db.one<Settled>(sql`
      select a.number::text as number, t.direction, t.amount as minor, a.currency, t.state = 'completed' as "isCompleted"
      from trading_transfer t join trading_account a on a.id = t.account_id where t.id = ${transferId}`);
    return {
      to: clientId,
      kind: isCompleted ? 'transfer_completed' : 'transfer_rejected',
      path: `/trading-account/${number}`,
      params: { number, direction, amount: amount(minor, currency) },
    };
  });
  tellOf(app, 'trading.margin_called', ({ clientId, accountNumber: number, marginLevel: level }) => ({
    to: clientId,
    kind: 'margin_called',
    path: `/trading-account/${number}`,
    params: { number, level },
  }));
  tellOf(app, 'trading.stopped_out', ({ clientId, accountNumber: number, symbol, position }) => ({
    to: clientId,
    kind: 'stopped_out',
    path: `/trading-account/${number}`,
    params: { number, symbol, position },
  }));
}
