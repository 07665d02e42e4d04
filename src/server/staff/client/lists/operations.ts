import { toDecimal } from '#contract/kernel/money.ts';
import type { ClientOperation } from '#contract/staff/client-lists.ts';
import { sql } from '#server/platform/db/sql.ts';
import { byId, type ClientList } from './list.ts';

type Row = Pick<ClientOperation, 'id' | 'kind' | 'payment' | 'reversal'> & {
  at: Date;
  currencies: string[];
  amounts: bigint[];
};

/** What moved the client's wallets by the ledger, the latest first. Holds and their releases move nothing. */
export const operations: ClientList<ClientOperation> = {
  name: 'operations',
  read: async ({ db }, { clientId, cursor = null, limit }) => {
    const rows = await db.rows<Row>(sql`
      select t.id, t.kind, t.at, moved.currencies, moved.amounts,
             case when pay.id is not null then jsonb_build_object('id', pay.id, 'number', 'P-' || pay.number) end as payment,
             case when t.key = 'credit' and pay.kind = 'deposit' or t.key = 'adjust' and pay.kind = 'adjustment' and pay.reverses is null
               then case when pay.state = 'reversed' then 'done'
                 when exists (select from payment u where u.reverses = pay.id and u.state <> 'rejected') then 'proposed'
                 when pay.state in ('credited', 'posted') then 'open' end
             end as reversal
      from (
        select wallet.id, array_agg(wallet.currency order by wallet.amount, wallet.currency) as currencies,
               array_agg(wallet.amount order by wallet.amount, wallet.currency) as amounts
        from (
          select p.transaction_id as id, w.currency, sum(p.amount)::bigint as amount
          from wallet w join ledger_posting p on p.account_id in (w.available_id, w.held_id)
          where w.client_id = ${clientId} and (${cursor}::uuid is null or p.transaction_id < ${cursor})
          group by p.transaction_id, w.id having sum(p.amount) <> 0
        ) wallet
        group by wallet.id order by wallet.id desc limit ${limit}
      ) moved
      join ledger_transaction t on t.id = moved.id
      left join payment pay on pay.id = case when t.scope like 'payment:%' then split_part(t.scope, ':', 2)::uuid end
      order by t.id desc`);
    return rows.map(({ currencies, amounts, at, ...row }) => ({
      ...row,
      moved: currencies.map((currency, n) => ({ currency, amount: toDecimal(amounts[n] ?? 0n, currency) })),
      at: at.toISOString(),
    }));
  },
  cursorOf: byId,
  columns: {
    id: ({ id }) => id,
    at_utc: ({ at }) => at,
    kind: ({ kind }) => kind,
    payment: ({ payment }) => payment?.number ?? null,
    moved: ({ moved }) => moved.map(({ amount, currency }) => `${amount} ${currency}`).join(', '),
    reversal: ({ reversal }) => reversal,
  },
};
