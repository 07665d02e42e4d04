import { fromDecimal } from '#contract/money.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readAccounts } from '#server/trading/accounts.ts';

/**
 * The unrealised result of all trading accounts in cents, as their platform says now. One elsewhere that does not answer
 * takes nothing from the rest of the portfolio: null.
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
