import { toDecimal } from '#contract/kernel/money.ts';
import type { ClientTransfer } from '#contract/staff/client-lists.ts';
import { sql } from '#server/platform/db/sql.ts';
import { byId, type ClientList } from './list.ts';

type Row = Pick<ClientTransfer, 'id' | 'direction' | 'trading_account_id' | 'state' | 'currency' | 'transaction_id'> & {
  amount: bigint;
  walletAmount: bigint | null;
  accountAmount: bigint | null;
  at: Date;
  settledAt: Date | null;
};

/**
 * Transfers between wallets and trading accounts, the latest first. The amount that each side got comes from the ledger
 * and not from the transfer, so that staff see whether the two agree. Money on its way out has no operation before it
 * arrives.
 */
export const transfers: ClientList<ClientTransfer> = {
  name: 'transfers',
  read: async ({ db }, { clientId, cursor = null, limit }) => {
    const rows = await db.rows<Row>(sql`
      select t.id, t.direction, a.number::text as trading_account_id, t.state, t.amount, a.currency,
             moved.wallet as "walletAmount", moved.account as "accountAmount", done.id as transaction_id,
             t.created_at as at, t.settled_at as "settledAt"
      from trading_transfer t
      join trading_account a on a.id = t.account_id join wallet w on w.id = t.wallet_id
      left join ledger_hold h on h.id = t.hold_id
      cross join lateral (select coalesce(h.resolution_id, h.id, (
        select x.id from ledger_transaction x
        where x.scope = 'client:' || t.client_id and x.key = 'transfer:post:' || t.id)) as id) done
      left join lateral (
        select nullif(sum(p.amount) filter (where p.account_id in (w.available_id, w.held_id)), 0)::bigint as wallet,
               sum(p.amount) filter (where p.account_id = a.ledger_account_id)::bigint as account
        from ledger_posting p where p.transaction_id = done.id) moved on true
      where t.client_id = ${clientId} and (${cursor}::uuid is null or t.id < ${cursor}) order by t.id desc limit ${limit}`);
    return rows.map(show);
  },
  cursorOf: byId,
  columns: {
    id: ({ id }) => id,
    created_utc: ({ at }) => at,
    direction: ({ direction }) => direction,
    trading_account: (transfer) => transfer.trading_account_id,
    state: ({ state }) => state,
    currency: ({ currency }) => currency,
    amount: ({ amount }) => ({ number: amount }),
    wallet_amount: (transfer) => ({ number: transfer.wallet_amount }),
    account_amount: (transfer) => ({ number: transfer.account_amount }),
    transaction_id: (transfer) => transfer.transaction_id,
    settled_utc: (transfer) => transfer.settled_at,
  },
};

function show({ amount, walletAmount, accountAmount, at, settledAt, ...row }: Row): ClientTransfer {
  const decimal = (minor: bigint) => toDecimal(minor, row.currency);
  return {
    ...row,
    amount: decimal(amount),
    wallet_amount: walletAmount === null ? null : decimal(walletAmount),
    account_amount: accountAmount === null ? null : decimal(accountAmount),
    at: at.toISOString(),
    settled_at: settledAt?.toISOString() ?? null,
  };
}
