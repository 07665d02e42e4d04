import { toDecimal } from '#contract/kernel/money.ts';
import type { ClientPayment } from '#contract/staff/client-lists.ts';
import { sql } from '#server/platform/db/sql.ts';
import { byId, type ClientList } from './list.ts';

/** Payments, the latest first. */
export const payments: ClientList<ClientPayment> = {
  name: 'payments',
  read: async ({ db }, { clientId, cursor = null, limit }) => {
    const rows = await db.rows<Omit<ClientPayment, 'amount' | 'at'> & { amount: bigint; at: Date }>(sql`
      select id, 'P-' || number as number, kind, state, method, amount, currency, created_at as at from payment
      where client_id = ${clientId} and (${cursor}::uuid is null or id < ${cursor}) order by id desc limit ${limit}`);
    return rows.map((row) => ({ ...row, amount: toDecimal(row.amount, row.currency), at: row.at.toISOString() }));
  },
  cursorOf: byId,
  columns: {
    number: ({ number }) => number,
    created_utc: ({ at }) => at,
    kind: ({ kind }) => kind,
    state: ({ state }) => state,
    method: ({ method }) => method ?? '',
    currency: ({ currency }) => currency,
    amount: ({ amount }) => ({ number: amount }),
  },
};
