import type { App } from '#server/platform/app.ts';
import type { Write } from './payment-listeners.ts';

/** Mails what the trading platform does to an account by itself. */
export function tradingListeners({ outbox }: App, write: Write): void {
  outbox.on('trading.margin_called', ({ clientId, accountNumber: number, marginLevel }) =>
    write(clientId, 'margin_called', async () => ({
      path: `/trading-account/${number}`,
      params: { number, level: marginLevel },
      family: 'account',
    })),
  );
  outbox.on('trading.stopped_out', ({ clientId, accountNumber: number, symbol, position }) =>
    write(clientId, 'stopped_out', async () => ({
      path: `/trading-account/${number}`,
      params: { number, symbol, position },
      family: 'account',
    })),
  );
}
