import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { ofClient } from '#server/platform/webhooks.ts';

/** What programs of the operator learn. */
export function publishTradingEvents({ db, webhooks }: App): void {
  webhooks.on('trading.account_opened', 'account.opened', async ({ accountId, ...who }) => {
    const { number } = await db.one<{ number: bigint }>(
      sql`select number from trading_account where id = ${accountId}`,
    );
    return { ...ofClient(who), account_number: String(number) };
  });
  webhooks.on('trading.margin_call', 'account.margin_call', ({ accountNumber, marginLevel, ...who }) => ({
    ...ofClient(who),
    account_number: accountNumber,
    margin_level: marginLevel,
  }));
  webhooks.on('trading.stop_out', 'account.stop_out', ({ accountNumber, symbol, ...who }) => ({
    ...ofClient(who),
    account_number: accountNumber,
    symbol,
  }));
}
