import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notifierOf } from '../notify.ts';
import { amount, share } from '../params.ts';

interface Settled {
  number: string;
  direction: 'in' | 'out';
  minor: bigint;
  currency: string;
  isCompleted: boolean;
}

/** Notifies of what the trading platform does to an account by itself, and of its late responses. */
export function tradingListeners(app: App): void {
  notifierOf(app, 'trading.transfer_settled', async ({ clientId, transferId }) => {
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
  notifierOf(app, 'trading.margin_call', ({ clientId, accountNumber: number, marginLevel: level }) => ({
    to: clientId,
    kind: 'margin_call',
    path: `/trading-account/${number}`,
    params: { number, level: share(level) },
  }));
  notifierOf(app, 'trading.stop_out', ({ clientId, accountNumber: number, symbol, position }) => ({
    to: clientId,
    kind: 'stop_out',
    path: `/trading-account/${number}`,
    params: { number, symbol, position },
  }));
}
