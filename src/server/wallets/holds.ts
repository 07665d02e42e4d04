import { toDecimal } from '#contract/kernel/money.ts';
import type { WalletExplained } from '#contract/wallets/endpoints.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { OwnWallet } from './own-wallet.ts';
import { referenceColumns, showReference, type ReferenceRow } from './references.ts';

type Hold = WalletExplained['holds'][number];

interface Row extends ReferenceRow {
  id: string;
  amount: bigint;
  purpose: Hold['reason'];
  at: Date;
  expiresAt: Date | null;
}

/** The present holds of a wallet, the latest first, and what they are for. */
export async function readHolds(db: Queries, { heldId, currency }: OwnWallet): Promise<Hold[]> {
  const rows = await db.rows<Row>(sql`
    select h.id, h.amount, h.purpose, t.at, ${referenceColumns},
           h.expires_at as "expiresAt"
    from ledger_hold h join ledger_transaction t on t.id = h.id
    where h.held_id = ${heldId} and h.state = 'active'
    order by h.id desc`);
  return rows.map(({ id, amount, purpose, at, expiresAt, ...reference }) => ({
    id,
    amount: toDecimal(amount, currency),
    reason: purpose,
    at: at.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    reference: showReference(reference),
  }));
}
