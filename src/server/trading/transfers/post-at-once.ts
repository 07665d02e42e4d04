import { explained } from '#server/ledger/post.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';

interface Written {
  transfer: {
    id: string;
    clientId: string;
    walletId: string;
    direction: 'in' | 'out';
    amountMinor: bigint;
    createdAt: Date;
  };
  accountId: string;
  key: string;
  /** Arguments of `ledger_post`. */
  posting: Sql;
  /** The platform's part, unless it is done already. */
  credit: Sql | undefined;
}

/**
 * Credits the account, posts and stores a completed transfer in one statement. The account is locked before the balances.
 * @throws Refusal of the ledger
 */
export async function postAtOnce(tx: Tx, { transfer, accountId, key, posting, credit }: Written): Promise<void> {
  const { id, clientId, walletId, direction, amountMinor, createdAt } = transfer;
  const stored = await explained(
    tx.run(sql`
      with credited as (${credit ?? sql`select`}),
      posted as (select ledger_post(${posting}) from credited)
      insert into trading_transfer
        (id, client_id, wallet_id, account_id, direction, amount, state, idempotency_key, created_at, settled_at)
      select ${id}, ${clientId}, ${walletId}, ${accountId}, ${direction}, ${amountMinor}, 'completed', ${key}, ${createdAt}, ${createdAt}
      from posted`),
  );
  if (stored !== 1) throw new Error(`transfer ${id} was not stored`);
}
