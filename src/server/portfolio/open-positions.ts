import { fromDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readAccounts } from '#server/trading/accounts.ts';

/**
 * The unrealised result of all trading accounts in cents, as their platform reports it now. Null for an external one
 * that does not respond, so that the rest of the portfolio is still shown.
 */
export async function readOpenPositions(
  app: App,
  clientId: string,
  toCents: (amountMinor: bigint, currency: string) => bigint,
): Promise<bigint | null> {
  try {
    const accounts = await readAccounts(app, sql`t.client_id = ${clientId}`, (platform, numbers) =>
      platform.snapshots(numbers),
    );
    return accounts.reduce(
      (sum, { unrealised, currency }) => sum + toCents(fromDecimal(unrealised, currency), currency),
      0n,
    );
  } catch (error) {
    app.log.warn({ err: error }, 'open positions are not known');
    return null;
  }
}
