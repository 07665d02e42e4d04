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
        select m.id, m.at, array_agg(m.currency order by m.amount, m.currency) as currencies,
               array_agg(m.amount order by m.amount, m.currency) as amounts
        from wallet w
        left join ledger_transaction c on c.id = ${cursor}
        cross join lateral (
          select m.transaction_id as id, m.at, w.currency, m.amount from ledger_movement m
          where m.account_id = w.available_id and m.at <= coalesce(c.at, 'infinity')
            and (c.id is null or (m.at, m.transaction_id) < (c.at, c.id))
          order by m.at desc, m.transaction_id desc limit ${limit}) m
        where w.client_id = ${clientId}
        group by m.id, m.at order by m.at desc, m.id desc limit ${limit}
      ) moved
      join ledger_transaction t on t.id = moved.id
      left join payment pay on pay.id = case when t.scope like 'payment:%' then split_part(t.scope, ':', 2)::uuid end
      order by t.at desc, t.id desc`);
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
