import type { App } from '#server/platform/app.ts';
import { tellOf } from './notify.ts';

/** Tells what the trading platform does to an account by itself. */
export function tradingListeners(app: App): void {
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
